/** The forms in which a function of an application can misbehave. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Misbehave } from './slot.ts'

/** Every access to it throws. */
export function hostile(): object {
  const refuse = (): never => {
    throw new Error('own')
  }
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse })
}

/** By the heading of the column. Each gets the right function, and what it was called with. */
export const FORMS: Readonly<Record<string, Misbehave>> = {
  throws: () => {
    throw new Error('own')
  },
  'throws undefined': () => {
    throw undefined
  },
  rejects: () => turn().then(() => Promise.reject(new Error('own'))),
  'rejects with undefined': () => turn().then(() => Promise.reject()),
  'never settles': () => new Promise(() => {}),
  'returns a symbol': () => Symbol('own'),
  'returns what throws': () => hostile(),
  'is async': async (right, args) => {
    await turn()
    return right(...args)
  },
}
