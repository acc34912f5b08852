/**
 * Prototype pollution: names such as `__proto__` as the value of a parameter, of a text in a body, and as a key of an object, and whether a
 * prototype of this process has a property afterwards. From outside that cannot be seen.
 */
import type { Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { liveOf } from '../phases/live.ts'
import { isSchema } from '../schema/walk.ts'

const MARK = 'touchstonePolluted'
const WORDS = ['__proto__', 'constructor', 'prototype'] as const
const PATHS = [`__proto__.${MARK}`, `constructor.prototype.${MARK}`, `__proto__[${MARK}]`]
/** Requests of one route. */
const MOST = 60

/** The target looks at the prototypes after each request. */
export async function pollution(run: Run): Promise<void> {
  run.phase = 'prototypes'
  if (!run.wants('prototype-pollution') || !('app' in run.target)) return
  for (const plan of run.plans)
    for (const values of poisoned(liveOf(run, plan)).slice(0, MOST)) {
      run.checkLimits()
      if (!run.isWorthwhile(plan)) break
      await run.try(plan, values)
    }
}

function poisoned(base: Values): Values[] {
  const found: Values[] = []
  const { params, body } = base
  const ownBody = isSchema(body) ? body : null
  const marked = ownBody === null ? body : { ...ownBody, [MARK]: 'yes' }
  for (const word of WORDS) {
    for (const name of textsOf(params)) {
      found.push({
        ...base,
        params: { ...Object(params), [name]: word },
        ...(body === undefined ? {} : { body: marked }),
      })
      for (const other of textsOf(params))
        if (other !== name)
          found.push({ ...base, params: { ...Object(params), [name]: word, [other]: MARK } })
    }
  }
  if (ownBody === null) return found
  for (const name of textsOf(body)) {
    for (const word of [...WORDS, ...PATHS]) {
      found.push({ ...base, body: { ...ownBody, [name]: word, [MARK]: 'yes' } })
      for (const other of textsOf(body))
        if (other !== name) found.push({ ...base, body: { ...ownBody, [name]: word, [other]: MARK } })
    }
  }
  for (const text of [`{"__proto__":{"${MARK}":1}}`, `{"constructor":{"prototype":{"${MARK}":1}}}`]) {
    found.push({ ...base, body: withKeys(ownBody, JSON.parse(text)) })
    for (const [name, value] of Object.entries(ownBody))
      if (isSchema(value))
        found.push({ ...base, body: { ...ownBody, [name]: withKeys(value, JSON.parse(text)) } })
  }
  return found
}

/** Keeps `__proto__` a key: an assignment would set the prototype. */
function withKeys(object: object, more: object): object {
  const all: object = { ...object }
  for (const [key, value] of Object.entries(more))
    Object.defineProperty(all, key, { value, enumerable: true, writable: true, configurable: true })
  return all
}

const textsOf = (part: unknown): string[] =>
  isSchema(part) ? Object.keys(part).filter((name) => typeof part[name] === 'string') : []
