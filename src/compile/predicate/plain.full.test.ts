/** More pairs of a schema and a value than `npm test` tries. */
process.env['PLAIN_PAIRS'] ??= '6000'
await import('./plain.test.ts')

export {}
