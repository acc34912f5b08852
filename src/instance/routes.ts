/** The public methods that declare routes, and those that look them up. */
import type { Found } from '../declare/declaration.ts'
import { declareRoute, shorthand } from '../declare/route.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { PrintRoutesOptions } from '../types/app/route-questions.ts'
import { isObject, shown, textOf } from '../values.ts'
import { contextOf, type InstanceHost, itself, refuseStarted } from './host.ts'

type Declaring = 'route' | 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'all'
type Asking =
  | 'hasRoute'
  | 'findRoute'
  | 'printRoutes'
  | 'addConstraintStrategy'
  | 'hasConstraintStrategy'
  | 'getDefaultRoute'
  | 'setDefaultRoute'
  | 'routing'

/** Makes the shorthand of a method. */
export function shorthandsOf(host: InstanceHost) {
  const declare = declaring(host)
  return (method: string) =>
    function (this: Instance, url: unknown, options?: unknown, handler?: unknown) {
      return declare(this, shorthand(method, url, options, handler))
    }
}

function declaring(host: InstanceHost) {
  return (instance: Instance, options: unknown): never => {
    refuseStarted(host, 'Cannot add route!')
    declareRoute(contextOf(instance), options, host)
    return itself(instance)
  }
}

export function routeMethods(host: InstanceHost) {
  const declare = declaring(host)
  const short = shorthandsOf(host)
  return {
    route(this: Instance, options: unknown) {
      return declare(this, options)
    },
    delete: short('DELETE'),
    get: short('GET'),
    head: short('HEAD'),
    patch: short('PATCH'),
    post: short('POST'),
    put: short('PUT'),
    options: short('OPTIONS'),
    all(this: Instance, url: unknown, options?: unknown, handler?: unknown) {
      return declare(this, shorthand([...host.methodsOfAll], url, options, handler))
    },
    withTypeProvider(this: Instance) {
      return itself(this)
    },
  } satisfies Pick<Instance, Declaring | 'withTypeProvider'>
}

/** The methods about all routes. They apply to the whole application, whichever instance they are called on. */
export function routeQuestions(host: InstanceHost) {
  return {
    hasRoute: (asked: unknown) => find(host, asked) !== null,
    findRoute: (asked: unknown) => {
      const found = find(host, asked)
      if (found === null) return null
      const { handler, config } = found.entry
      return { handler, store: config, params: [...found.params] }
    },
    printRoutes: (options?: PrintRoutesOptions) => host.router.print(options),
    addConstraintStrategy: (strategy: unknown) => {
      refuseStarted(host, 'Cannot add constraint strategy!')
      if (!isObject(strategy)) throw new errorCodes.FST_ERR_CONSTRAINT_STRATEGY_INVALID(shown(strategy))
      host.router.addConstraintStrategy(strategy)
    },
    hasConstraintStrategy: (name: string) => host.router.hasConstraintStrategy(name),
    getDefaultRoute: () => host.front.defaultRoute,
    setDefaultRoute: (route: unknown) => host.front.setDefaultRoute(route),
    routing: host.front.routing,
  } satisfies Pick<Instance, Asking>
}

function find(host: InstanceHost, asked: unknown): Found | null {
  const { method, url = '', constraints } = isObject(asked) ? asked : {}
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(
      textOf(method),
      textOf(url),
      `${shown(asked)}; right is { method: 'GET', url: '/path' }`,
    )
  }
  return host.find(method.toUpperCase(), url, isObject(constraints) ? constraints : {})
}
