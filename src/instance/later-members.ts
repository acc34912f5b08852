/** Members of an instance that came after 4.17. They are on the prototype of the root; a decorator may take the name of each. */
import { METHODS as OF_NODE } from 'node:http'
import { decoratorOf } from '../declare/exchange-classes.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { LaterInstance } from '../types/app/later-members.ts'
import type { HttpMethod } from '../types/http.ts'
import type { ChildLoggerFactory } from '../types/logger.ts'
import { isFunction, isObject, shown } from '../values.ts'
import { contextOf, type InstanceHost, itself, refuseStarted } from './host.ts'
import { shorthandsOf } from './routes.ts'

/** Their names. */
export const LATER_NAMES: ReadonlySet<PropertyKey> = new Set<keyof LaterInstance<never, never, never>>([
  'supportedMethods',
  'addHttpMethod',
  'query',
  'trace',
  'listeningOrigin',
  'setGenReqId',
  'genReqId',
  'setChildLoggerFactory',
  'childLoggerFactory',
  'getDecorator',
  'openapi',
])

const isOfNode = (method: unknown): method is HttpMethod => OF_NODE.some((one) => one === method)

const childOf: ChildLoggerFactory = (logger, bindings, options) => logger.child(bindings, options)

export function laterMembers(host: InstanceHost) {
  const short = shorthandsOf(host)
  return {
    get supportedMethods() {
      return [...host.methods]
    },
    addHttpMethod(this: Instance, method: unknown, options?: { hasBody?: boolean }) {
      refuseStarted(host, 'Cannot add a method!')
      if (!isOfNode(method))
        throw new errorCodes.FST_ERR_ROUTE_METHOD_INVALID(shown(method), OF_NODE.join(', '))
      host.addMethod(method, options?.hasBody === true)
      const name = method.toLowerCase()
      if (!(name in this)) this.decorate(name, short(method))
      return itself(this)
    },
    query: short('QUERY'),
    trace: short('TRACE'),
    get listeningOrigin() {
      const bound: unknown = host.life.addresses.at(-1)
      if (!isObject(bound)) return bound // a path, or nothing
      const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
      return `${host.https ? 'https' : 'http'}://${name}:${bound.port}`
    },
    setGenReqId(this: Instance, make: unknown) {
      refuseStarted(host, 'Cannot call "setGenReqId"!')
      if (!isFunction(make)) throw new errorCodes.FST_ERR_HANDLER_NOT_FN('genReqId', shown(make))
      contextOf(this).policy.genReqId = make
      return itself(this)
    },
    get genReqId() {
      return contextOf(this).effective('genReqId') ?? host.genReqId ?? host.nextId
    },
    setChildLoggerFactory(this: Instance, make: unknown) {
      refuseStarted(host, 'Cannot call "setChildLoggerFactory"!')
      if (!isFunction(make)) throw new errorCodes.FST_ERR_HANDLER_NOT_FN('childLoggerFactory', shown(make))
      contextOf(this).policy.childLogger = make
      return itself(this)
    },
    get childLoggerFactory() {
      const own = contextOf(this).effective('childLogger') ?? host.childLogger
      return own ?? childOf
    },
    getDecorator(this: Instance, name: PropertyKey) {
      return decoratorOf(this, name, 'instance')
    },
    async openapi(options?: unknown) {
      const { life, queue } = host
      if (!life.compiled && queue.inPlugin) throw new errorCodes.TST_ERR_OPENAPI_BOOTING()
      // An onReady hook would wait for itself. A boot that failed rejects all the same.
      await (life.compiled ? Promise.race([life.boot(), null]) : life.boot())
      return host.openapi(options)
    },
  }
}
