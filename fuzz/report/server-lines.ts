/** What a printed test has where the application is a server somewhere. */
import { literal } from './assertions.ts'

/** Keeps a server busy over open connections: what is sent then is there for it at the same time. */
export const RUSH = [
  "const rush = () => Array.from({ length: 10 }, () => app.inject({ method: 'GET', url: '/' }))",
  'await Promise.all([...rush(), ...rush()])',
  'const busy = rush()',
]

/** What is sent at the same time is not always read at the same time. */
export function severalTimes(lines: readonly string[]): string[] {
  return ['for (let turn = 0; turn < 5; turn++) {', ...lines.map((line) => `  ${line}`), '}']
}

/** The server under the interface of an instance, with fetch. Functions of a configuration may call it in every way. */
export function serverLines(base: string, isForAll: boolean): string[] {
  const url = `${literal(base.replace(/\/+$/, ''))} + url`
  return [
    '',
    ...(isForAll
      ? [
          'async function inject(given) {',
          "  const { method = 'GET', url, headers, payload, body = payload } = typeof given === 'string' ? { url: given } : given",
          "  const isText = typeof body === 'string' || body === undefined",
          "  const type = isText ? {} : { 'content-type': 'application/json' }",
          `  const options = { method, headers: { ...type, ...headers }, body: isText ? body : JSON.stringify(body), redirect: 'manual' }`,
          `  const response = await fetch(${url}, options)`,
        ]
      : [
          'async function inject({ method, url, headers, payload }) {',
          `  const response = await fetch(${url}, { method, headers, body: payload, redirect: 'manual' })`,
        ]),
    '  const text = await response.text()',
    '  const json = () => JSON.parse(text)',
    `  return { statusCode: response.status, headers: Object.fromEntries(response.headers), payload: text, ${isForAll ? 'body: text, ' : ''}json }`,
    '}',
  ]
}
