/** touchstone(options): builds the rooms and joins them. The only file that sees all of them. */
import diagnostics from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { checkPlugin, type PluginHost, pluginName, skipsOverride } from './boot/plugin.ts'
import { BootQueue, type PluginFunction } from './boot/queue.ts'
import { PlanCompiler } from './compile/plan.ts'
import { Context } from './declare/context.ts'
import { type InstanceHost, instanceMethods, kContext } from './declare/instance.ts'
import { jsonParser, ParserTable, type Poisoning } from './declare/parser-table.ts'
import { type Declared, settle } from './declare/route.ts'
import { describeRoutes, kRoutes } from './declare/route-list.ts'
import { errorCodes, shown } from './errors.ts'
import { createFront } from './front.ts'
import { Life } from './life.ts'
import { NotFoundHandlers } from './not-found.ts'
import { readOptions } from './options.ts'
import { METHODS, type RouteEntry } from './router.ts'
import { inject } from './transport/inject.ts'
import { createServer, defaultClientError, listenArguments } from './transport/server.ts'
import type { Fn, Loose } from './types/plan.ts'

/** The version of the interface that plugins check against. */
export const INTERFACE_VERSION = '4.17.0'

const { version: OWN_VERSION } = createRequire(import.meta.url)('../../package.json') as { version: string }

type Callback = ((error: unknown, value?: unknown) => void) | undefined

/** Makes a server instance: the root context. */
export function create(given?: unknown): Loose {
  const { options, app, ajv, factories, initialConfig } = readOptions(given)
  const pluginTimeout = options['pluginTimeout'] as number
  const routes: Declared[] = []

  const methods: Loose = {}
  const instance: Loose = Object.create(methods)

  // ── morning: contexts, and the queue in which plugins speak to them
  const queue: BootQueue<Loose> = new BootQueue<Loose>({
    root: instance,
    timeout: pluginTimeout,
    nameOf: pluginName,
    open: (parent, plugin, chosen) => openContext(contextOf(parent) ?? root, plugin, chosen),
  })
  const host: InstanceHost = {
    queue,
    methods: METHODS,
    bodyLimit: app.bodyLimit,
    exposeHeadRoutes: options['exposeHeadRoutes'] as boolean,
    ignoreTrailingSlash: options['ignoreTrailingSlash'] as boolean,
    ignoreDuplicateSlashes: options['ignoreDuplicateSlashes'] as boolean,
    get started() {
      return life.started
    },
    add: (method, url, constraints, entry) => front.router.add(method, url, constraints, entry as RouteEntry),
    find: (method, url, constraints) => front.router.declared(method, url, constraints),
    remove: (method, url, constraints) => front.router.remove(method, url, constraints),
    declared: (route) => {
      routes.push(route)
      queue.later(() => {
        route.settled = settle(route.context)
      })
    },
    onClose: (fn, instance) => life.onClose(fn, instance),
    setNotFound: (context, chosen, handler) => notFound.set(context, chosen, handler),
  }
  Object.assign(methods, instanceMethods(host))
  const json = jsonParser(
    options['onProtoPoisoning'] as Poisoning,
    options['onConstructorPoisoning'] as Poisoning,
  )
  const root = Context.root(instance, ParserTable.root(app.bodyLimit, json), factories)
  root.policy.errors = { handler: null, parent: null }
  const formatter = options['schemaErrorFormatter'] as Fn | undefined
  root.policy.formatErrors = formatter?.bind(instance)
  const notFound = new NotFoundHandlers(root, queue)

  // ── noon: plans
  const compiler = new PlanCompiler({
    app,
    ajv,
    serializerOpts: (options['serializerOpts'] ?? {}) as Loose,
    jsonShorthand: options['jsonShorthand'] as boolean,
  })
  const compile = (): void => {
    notFound.compile(compiler, front.router)
    for (const route of routes) {
      ;(route.entry as RouteEntry).plan = compiler.compile(route, notFound.planFor(route.context))
    }
  }

  // ── evening: requests
  const front = createFront({ options, instance, notFound: () => notFound, boot: () => life.boot() })
  const { listener } = front
  const server = createServer(options, listener)
  const force = closingForce(options['forceCloseConnections'], server)
  const clientError = options['clientErrorHandler'] as Fn | undefined
  server.on('clientError', (error, socket) => {
    if (clientError) clientError.call(instance, error, socket)
    else defaultClientError(app.logger, error, socket as never)
  })
  const life = new Life({
    root,
    app,
    pluginTimeout,
    force,
    server,
    createServer: () => createServer(options, listener),
    load: () => queue.load(),
    compile,
    settled: () => {
      queue.booted = true
    },
  })

  const injectRequest = (request: unknown, callback: Callback): unknown => {
    if (life.closing) return settled(Promise.reject(new errorCodes.FST_ERR_REOPENED_CLOSE_SERVER()), callback)
    if (life.started) return inject(listener, request, callback)
    if (request === undefined) {
      return inject((raw, res) => {
        life.boot().then(
          () => listener(raw, res),
          (error: Error) => res.destroy(error),
        )
      })
    }
    return settled(
      life.boot().then(() => inject(listener, request)),
      callback,
    )
  }

  defineGetters(instance, {
    then: (self) => queue.thenable(self),
    prefix: (self) => contextOf(self)!.prefix,
    pluginName: (self) => contextOf(self)!.pluginName,
    version: () => INTERFACE_VERSION,
    touchstoneVersion: () => OWN_VERSION,
    validatorCompiler: (self) =>
      contextOf(self)!.validatorCompiler ?? compiler.madeValidator(contextOf(self)!),
    serializerCompiler: (self) =>
      contextOf(self)!.serializerCompiler ?? compiler.madeSerializer(contextOf(self)!),
    errorHandler: (self) => contextOf(self)!.effective('errors')!.handler ?? answerWithError,
  })
  Object.defineProperty(instance, kContext, { value: root })
  Object.defineProperty(instance, kRoutes, { value: () => describeRoutes(routes) })
  Object.assign(instance, {
    server,
    log: app.logger,
    initialConfig,
    errorCodes,
    routing: listener,
    addresses: () => life.addresses,
    hasRoute: (asked: Loose) => {
      const { method, url, constraints } = placeOf(asked)
      return front.router.finds(method, url, constraints)
    },
    findRoute: (asked: Loose) => {
      const { method, url, constraints = {} } = placeOf(asked)
      return front.router.declared(method, url, constraints)
    },
    getDefaultRoute: () => front.defaultRoute,
    setDefaultRoute: (route: unknown) => front.setDefaultRoute(route),
    printRoutes: (chosen?: Loose) => front.router.print(chosen),
    addConstraintStrategy: (strategy: unknown) => {
      if (life.started)
        throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING('Cannot add constraint strategy!')
      if (typeof strategy !== 'object' || strategy === null) {
        throw new errorCodes.FST_ERR_CONSTRAINT_STRATEGY_INVALID(shown(strategy))
      }
      front.router.addConstraintStrategy(strategy)
    },
    hasConstraintStrategy: (name: string) => front.router.hasConstraintStrategy(name),
    ready: (callback?: Callback) => {
      checkCallback('ready', callback)
      return settled(
        life.boot().then(() => instance),
        callback,
      )
    },
    listen: (...args: unknown[]) => {
      const { options: place, callback } = listenArguments(args)
      return settled(life.listen(place), callback as Callback)
    },
    close: (callback?: Callback) => {
      checkCallback('close', callback)
      return settled(life.close(), callback)
    },
    inject: injectRequest,
    [Symbol.for('nodejs.asyncDispose')]: () => life.close(),
  })

  const channel = diagnostics.channel('fastify.initialization')
  if (channel.hasSubscribers) channel.publish({ fastify: instance })
  return instance
}

function contextOf(instance: Loose): Context | undefined {
  return (instance as { [kContext]?: Context })[kContext]
}

/** A new context for a plugin, or the parent's own for a wrapped one. */
function openContext(parent: Context, plugin: PluginFunction, options: Loose): Loose {
  checkPlugin(plugin, hostOf(parent))
  const name = pluginName(plugin)
  if (skipsOverride(plugin)) {
    parent.nameChain.push(name)
    return parent.instance
  }
  const child = parent.fork(name, options)
  Object.defineProperty(child.instance, kContext, { value: child })
  for (const hook of parent.hooks.list('onRegister')) hook.call(parent.instance, child.instance, options)
  return child.instance
}

function hostOf({ instance, registered, requests, replies }: Context): PluginHost {
  const has = {
    fastify: (name: PropertyKey) => name in instance,
    request: (name: PropertyKey) => requests.has(name),
    reply: (name: PropertyKey) => replies.has(name),
  }
  return { version: INTERFACE_VERSION, registered, has: (kind, name) => has[kind](name) }
}

/** The default error handler as a function: plugins call it through `instance.errorHandler`. */
function answerWithError(error: unknown, _request: unknown, reply: { send(error: unknown): unknown }): void {
  reply.send(error)
}

function defineGetters(instance: Loose, getters: Record<string, (self: Loose) => unknown>): void {
  for (const [name, get] of Object.entries(getters)) {
    Object.defineProperty(instance, name, {
      configurable: true,
      get(this: Loose) {
        return get(this)
      },
    })
  }
}

function placeOf(asked: unknown): { method: string; url: string; constraints: Loose | undefined } {
  const { method, url = '', constraints } = (asked ?? {}) as Loose
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(
      shown(method),
      shown(url),
      `${shown(asked)}, not { method, url }`,
    )
  }
  return { method, url, constraints: constraints as Loose | undefined }
}

/** 'idle' by default, where the server can tell which connections are. */
function closingForce(option: unknown, server: object): boolean | 'idle' {
  const canTell = typeof (server as { closeIdleConnections?: unknown }).closeIdleConnections === 'function'
  if (option === 'idle' && !canTell) throw new errorCodes.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  return typeof option === 'boolean' ? option : canTell ? 'idle' : false
}

function checkCallback(name: string, callback: unknown): void {
  if (callback !== undefined && callback !== null && typeof callback !== 'function') {
    throw new errorCodes.FST_ERR_PLUGIN_CALLBACK_NOT_FN(name, shown(callback))
  }
}

/** A promise, or the callback that its caller preferred. */
function settled<T>(promise: Promise<T>, callback: Callback): Promise<T> | undefined {
  if (typeof callback !== 'function') return promise
  promise.then(
    (value) => process.nextTick(callback, null, value),
    (error) => process.nextTick(callback, error),
  )
  return undefined
}
