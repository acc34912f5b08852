/** The public methods for decorators. */
import { accessorsOf, checkDependencies } from '../declare/exchange-classes.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import { shown } from '../values.ts'
import { contextOf, type InstanceHost, itself } from './host.ts'
import { LATER_NAMES } from './later-members.ts'

type Members =
  | 'decorate'
  | 'decorateRequest'
  | 'decorateReply'
  | 'hasDecorator'
  | 'hasRequestDecorator'
  | 'hasReplyDecorator'

export function decoratorMethods(host: InstanceHost) {
  return {
    decorate(this: Instance, name: PropertyKey, value?: unknown, dependencies?: unknown) {
      checkName(name, host.life.started)
      const root = contextOf(this).parent === null
      if (Object.hasOwn(this, name) || (root && isMember(this, name) && !LATER_NAMES.has(name))) {
        throw new errorCodes.FST_ERR_DEC_ALREADY_PRESENT(String(name))
      }
      checkDependencies(name, dependencies, (dependency) => dependency in this)
      const descriptor = accessorsOf(value) ?? { value, writable: true, configurable: true, enumerable: true }
      Object.defineProperty(this, name, descriptor)
      return itself(this)
    },
    decorateRequest(this: Instance, name: PropertyKey, value?: unknown, dependencies?: unknown) {
      checkName(name, host.life.compiled)
      contextOf(this).requests.decorate(name, value, dependencies)
      return itself(this)
    },
    decorateReply(this: Instance, name: PropertyKey, value?: unknown, dependencies?: unknown) {
      checkName(name, host.life.compiled)
      contextOf(this).replies.decorate(name, value, dependencies)
      return itself(this)
    },
    hasDecorator(this: Instance, name: PropertyKey) {
      return name in this
    },
    hasRequestDecorator(this: Instance, name: PropertyKey) {
      return contextOf(this).requests.has(name)
    },
    hasReplyDecorator(this: Instance, name: PropertyKey) {
      return contextOf(this).replies.has(name)
    },
  } satisfies Pick<Instance, Members>
}

function checkName(name: unknown, late: boolean): void {
  const right = (typeof name === 'string' && name !== '') || typeof name === 'symbol'
  if (!right) throw new errorCodes.FST_ERR_DEC_INVALID_NAME(shown(name))
  if (late) throw new errorCodes.FST_ERR_DEC_AFTER_START(String(name))
}

/** What every object has, such as `toString`, is not a member of an instance; `__proto__` cannot be a decorator. */
function isMember(instance: Instance, name: PropertyKey): boolean {
  return name in instance && (name === '__proto__' || !(name in Object.prototype))
}
