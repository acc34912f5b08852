/** Keys, tokens and passwords of the user: reports have the names of environment variables in their places. */
import type { FuzzReport } from '../engine/finding.ts'
import type { Identity } from '../reach/identities.ts'

/** `SECRET_AUTHORIZATION` → its value. */
export type Secrets = ReadonlyMap<string, string>

export interface Given {
  headers?: Readonly<Record<string, string>>
  identities?: readonly Identity[]
  /** Of recorded requests, whose passwords are secret. */
  bodies?: readonly string[]
  /** Nothing is left out. */
  areShown?: boolean
}

const CREDENTIAL = /^(proxy-)?authorization$|cookie|key|token|secret|session|auth|jwt|passw/i
const PASSWORD = /passw(or)?d|passphrase|secret|pin$/i
/** A shorter value stands in too many texts by chance: it is only replaced where it is the value of its header. */
const SHORTEST = 6
/** What the fuzzer itself tries as a key. */
const GUESS = /^((bearer|basic) ?)?(null|undefined|\*|true|' or 1=1 --|another-key|ytpi)?$/i
const MASK = '***'

/** What the user gave that nobody else may see. */
export function secretsOf({ headers = {}, identities = [], bodies = [] }: Given): Secrets {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(headers))
    if (CREDENTIAL.test(name)) addHeader(found, name, value)
  for (const { headers: own = {}, query = {}, login } of identities) {
    for (const [name, value] of Object.entries(own)) addHeader(found, name, value)
    for (const [name, value] of Object.entries(query)) add(found, name, value)
    if (typeof login === 'object') addPasswords(found, login.body)
  }
  for (const body of bodies) {
    try {
      addPasswords(found, JSON.parse(body))
    } catch {
      for (const [name, value] of new URLSearchParams(body)) addPasswords(found, { [name]: value })
    }
  }
  return found
}

function add(found: Map<string, string>, name: string, value: string): void {
  if (value === '' || [...found.values()].includes(value)) return
  const base = `SECRET_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
  let free = base
  for (let at = 2; found.has(free); at++) free = `${base}_${at}`
  found.set(free, value)
}

/** The part of a header that is secret: not the scheme, and not the names of cookies. */
function partsOf(name: string, value: string): string[] {
  if (/cookie/i.test(name)) return value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [value.replace(/^[A-Za-z]+ +(?=\S)/, '')]
}

function addHeader(found: Map<string, string>, name: string, value: string): void {
  for (const part of partsOf(name, value)) add(found, name, part)
}

function addPasswords(found: Map<string, string>, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && PASSWORD.test(name)) add(found, name, value)
    else addPasswords(found, value)
  }
}

/** The report without secrets: those that were given, what logins have given for them, and passwords and cookies in answers. */
export function masked(whole: FuzzReport, given: Given): { report: FuzzReport; secrets: Secrets } {
  const { found = [], ...report } = whole
  if (given.areShown) return { report, secrets: new Map() }
  const secrets = new Map(secretsOf(given))
  for (const one of found) add(secrets, 'found', one)
  const all = [...report.findings, ...report.warnings, ...(report.known ?? [])]
  const logins = (given.identities ?? []).some(({ login }) => login !== undefined)
  const names = new Set(
    (given.identities ?? []).flatMap(({ headers, login }) =>
      Object.keys({ ...headers, ...(typeof login === 'object' ? login.headers : {}) }).map((one) =>
        one.toLowerCase(),
      ),
    ),
  )
  const isKey = (name: string): boolean => CREDENTIAL.test(name) || names.has(name)
  const from = [...secrets.values()]
  if (logins)
    for (const { requests } of all)
      for (const { headers } of requests)
        for (const [name, value] of Object.entries(headers))
          if (isKey(name) && !GUESS.test(value) && !from.some((one) => isLike(one, partsOf(name, value)[0]!)))
            addHeader(secrets, name, value)
  const long = [...secrets].filter(([, value]) => value.length >= SHORTEST)
  long.sort(([, left], [, right]) => right.length - left.length)
  const text = (one: string): string => {
    for (const [name, value] of long)
      for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]))
        one = one.replaceAll(form, () => `$${name}`)
    return one
  }
  const inHeader = (name: string, value: string): string => {
    const whole = text(value)
    if (!isKey(name)) return whole
    for (const [secret, own] of secrets)
      for (const part of partsOf(name, value))
        if (part === own) return value.replace(part, () => `$${secret}`)
        else if (whole === value && isLike(own, part)) return value.replace(part, () => `$${secret}_ALTERED`)
    return whole
  }
  const walk = (value: unknown, key: string, above: string): unknown => {
    if (typeof value === 'string') {
      if (above === 'headers') return key === 'set-cookie' ? cookie(value) : inHeader(key, value)
      if (above === 'links' && key === 'value') return inHeader('authorization', value)
      return above === 'answer' && key === 'body' ? withoutPasswords(text(value)) : text(value)
    }
    if (Array.isArray(value)) return value.map((one) => walk(one, key, above))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name, key)]))
  }
  return { report: walk(report, '', '') as FuzzReport, secrets }
}

/** Most of it is the secret, as in a key that was altered. */
function isLike(secret: string, value: string): boolean {
  if (secret.length < 4 || value === secret) return false
  const [left, right] = [secret.toLowerCase(), value.toLowerCase()]
  const shared = left.slice(0, Math.max(2, Math.floor(left.length / 2)))
  return right.startsWith(shared) && Math.abs(left.length - right.length) <= left.length / 2 + 1
}

function cookie(text: string): string {
  return text.replace(/^([^=;]*)=[^;]*/, `$1=${MASK}`)
}

function withoutPasswords(body: string): string {
  return body.replace(
    /("[^"]*(?:passw(?:or)?d|passphrase|secret)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*"/gi,
    `$1${MASK}"`,
  )
}

/** A text or a finding with the values in the places of their names again, as far as they are known. */
export function revealed<T>(value: T, secrets: Secrets): T {
  const text = (one: string): string => one.replace(MASKS, (all, name: string) => secrets.get(name) ?? all)
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(value) as T
}

/** The names in a text: a shell expands them, and a test reads them from the environment. */
export const MASKS = /\$(SECRET_[A-Z0-9_]+)/g
