/** Hooks that check credentials, marked with the security scheme of OpenAPI that they implement. */
import { errorCodes } from './errors.ts'
import type { Secures, SecurityMark } from './types/app/security.ts'
import { isFunction, isObject, shown } from './values.ts'

/** Registered, so that a hook that another copy of this package has marked is known too. */
const kSecures = Symbol.for('touchstone.secures')

const NAME = /^[A-Za-z0-9._-]+$/

export const secures: Secures = (hook, mark) => {
  const { name, scheme }: { name?: unknown; scheme?: unknown } = Object(mark)
  if (!isFunction(hook)) throw new errorCodes.TST_ERR_OPENAPI_SECURITY(`a hook, got ${shown(hook)}`)
  if (typeof name !== 'string' || !NAME.test(name))
    throw new errorCodes.TST_ERR_OPENAPI_SECURITY(
      `a name of letters, digits, '.', '_' and '-', got ${shown(name)}`,
    )
  if (!isObject(scheme) || typeof scheme.type !== 'string')
    throw new errorCodes.TST_ERR_OPENAPI_SECURITY(
      `a scheme such as { type: 'http', scheme: 'bearer' }, got ${shown(scheme)}`,
    )
  Object.defineProperty(hook, kSecures, { value: { name, scheme: { ...scheme } }, configurable: true })
  return hook
}

/** The mark of a hook; undefined: it has none. */
export function markOf(hook: unknown): SecurityMark | undefined {
  return isFunction(hook) ? Reflect.get(hook, kSecures) : undefined
}
