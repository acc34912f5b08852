/** Explains a request to an application, which it boots. */
import { isFunction } from '../values.ts'
import { type Account, accountOf, type Explained, kExplain } from './account.ts'
import type { Asked } from './lookup.ts'
import { Places } from './places.ts'

interface Explainable {
  [kExplain](): Explained
  ready(): PromiseLike<unknown>
  inject(request: object): Promise<{ readonly statusCode: number }>
}

/** Whether a value is an instance of touchstone. */
export function isExplainable(value: unknown): value is Explainable {
  const isAny = (typeof value === 'object' || typeof value === 'function') && value !== null
  return isAny && isFunction(Reflect.get(value, kExplain))
}

/** Boots the application; its hooks and handlers do not run. */
export async function explain(app: Explainable, asked: Asked): Promise<Account> {
  await app.ready()
  const places = new Places()
  try {
    return accountOf(app[kExplain](), asked, (fn) => places.of(fn))
  } finally {
    places.close()
  }
}
