// An exchange as commands for a shell: the request with curl, and the run of it alone.

import type { Exchange, Json, SendForm } from '../../../spec/case.ts'
import { quoted, shellWord } from '../../contract/shell.ts'

export function curlOf({ send, operation }: Exchange, address = 'http://127.0.0.1:3000'): string {
  if (!send)
    return `# ${JSON.stringify(operation)} is an operation on the application; there is no request to send.`
  const { hostname, port } = new URL(address)
  if (send.raw !== undefined) {
    const bytes = [send.raw].flat().map(fixedText).join('')
    return `printf ${quoted(printfOf(bytes))} | nc ${shellWord(hostname)} ${port || '80'}`
  }
  const method = String(send.method ?? 'GET')
  const parts = [
    'curl',
    '-i',
    '--path-as-is',
    ...(method === 'HEAD' ? ['--head'] : ['-X', shellWord(method)]),
  ]
  for (const [name, value] of headersOf(send))
    parts.push('-H', quoted(value === null ? `${name}:` : `${name}: ${value}`))
  const body = bodyOf(send)
  if (body !== null) parts.push('--data-binary', quoted(body))
  return [...parts, quoted(address + fixedText(send.url ?? '/'))].join(' ')
}

function headersOf(send: SendForm): [string, string | null][] {
  const type = send.contentType ?? (send.json === undefined ? undefined : 'application/json')
  const headers: [string, string | null][] = type === undefined ? [] : [['content-type', type]]
  // curl would say that a body is a form where nothing else is said.
  if (type === undefined && bodyOf(send) !== null) headers.push(['content-type', null])
  if (send.chunks) headers.push(['transfer-encoding', 'chunked'])
  for (const [name, value] of Object.entries(send.headers ?? {}))
    for (const one of [value].flat()) headers.push([name, one === null ? null : fixedText(one)])
  return headers
}

function bodyOf(send: SendForm): string | null {
  if (send.json !== undefined) return JSON.stringify(fixed(send.json))
  if (send.text !== undefined) return fixedText(send.text)
  if (send.chunks) return send.chunks.map(fixedText).join('')
  return null
}

/** The line that starts the application which the line for curl asks. */
export function serveOf(id: string, implementation: string, port = 3000): string {
  const on = implementation === 'touchstone' ? '' : ` --implementation ${shellWord(implementation)}`
  return `npx touchstone serve ${quoted(id)}${on} --port ${port}`
}

/** The same for a case of a fixture, which is asked below its prefix: the reference, which another server may take the place of. */
export function serveFixtureOf(fixture: string, port = 3000): string {
  return `npx touchstone fixtures serve ${shellWord(fixture)} --port ${port}`
}

/** Asks whatever listens there. */
export function askFixtureOf(id: string, fixture: string, port = 3000): string {
  return `npx touchstone conform http://127.0.0.1:${port} --fixture ${shellWord(fixture)} --filter ${quoted(id)}`
}

export function replayOf(id: string, implementation: string, transport = ''): string {
  const carried = transport === '' ? '' : ` --transport ${shellWord(transport)}`
  return `npx touchstone conform --implementation ${shellWord(implementation)} --filter ${quoted(id)}${carried}`
}

/** `$repeat` and `$concat`, the two that a request may compute. */
export function fixed(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(fixed)
  const entries = Object.entries(value)
  const [key, operand] = entries.length === 1 ? (entries[0] as [string, Json]) : ['', null]
  if (key === '$repeat' && Array.isArray(operand)) return String(operand[0]).repeat(Number(operand[1]))
  if (key === '$concat' && Array.isArray(operand)) return operand.map(fixed).join('')
  return Object.fromEntries(entries.map(([name, item]) => [name, fixed(item)]))
}

export function fixedText(value: Json): string {
  return String(fixed(value))
}

/** What printf writes as these bytes. */
function printfOf(bytes: string): string {
  return [...bytes]
    .map((character) => {
      const code = character.charCodeAt(0)
      if (character === '\r') return '\\r'
      if (character === '\n') return '\\n'
      if (character === '%') return '%%'
      if (character === '\\') return '\\\\'
      return code < 32 || code > 126 ? `\\${(code & 255).toString(8).padStart(3, '0')}` : character
    })
    .join('')
}
