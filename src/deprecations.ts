/** What is deprecated is told once. */

const deprecations = new Set<string>()

/** Warns once in a process that something of 4.x is deprecated. The codes are those of 4.17. */
export function deprecate(code: string, advice: string): void {
  if (deprecations.has(code)) return
  deprecations.add(code)
  process.emitWarning(advice, { type: 'FastifyDeprecation', code })
}
