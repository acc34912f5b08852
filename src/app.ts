/** touchstone(options): creates the parts of an application and connects them. The only file that imports all of them. */
import diagnostics from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { pluginName } from './boot/plugin.ts'
import { BootQueue } from './boot/queue.ts'
import { codePolicy } from './compile/keywords/generated-code.ts'
import { reportUnsafe, warn } from './compile/keywords/unsafe-patterns.ts'
import { PlanCompiler } from './compile/plan.ts'
import { Context, type FormatErrors } from './declare/context.ts'
import type { Declared } from './declare/declaration.ts'
import { OptionChecks } from './declare/option-names.ts'
import { jsonParser, ParserTable } from './declare/parser-table.ts'
import { Settling } from './declare/route.ts'
import { describeRoutes, kRoutes } from './declare/route-list.ts'
import { Engine } from './engine/engine.ts'
import { NodeSide } from './engine/node-side.ts'
import { understands } from './engine/reasons.ts'
import { type Explained, kExplain } from './explain/account.ts'
import { Front } from './front.ts'
import { inject } from './inject/inject.ts'
import { contextOf, type InstanceHost, tie } from './instance/host.ts'
import { laterMembers } from './instance/later-members.ts'
import { defineGetters, instanceGetters, instanceMembers, instanceMethods } from './instance/members.ts'
import { openContext } from './instance/open.ts'
import { Life } from './life.ts'
import { NotFoundHandlers } from './not-found.ts'
import { METHODS, METHODS_OF_ALL } from './router/router.ts'
import { SafeLog } from './safe-log.ts'
import { PortRequest } from './serve/members/port-request.ts'
import type { Application } from './serve/plan.ts'
import { Request } from './serve/request.ts'
import { nextId } from './serve/request-id.ts'
import type { Wire } from './serve/wire/wire.ts'
import { readOptions, type Settings } from './settings.ts'
import { Connections } from './transport/connections.ts'
import { closingForce, createServer } from './transport/server.ts'
import type { Instance } from './types/app/instance.ts'
import type { HttpMethod } from './types/http.ts'

const { version }: { version: string } = createRequire(import.meta.url)('../../package.json')

/** Creates a server instance, which is the root context. */
export function create(given?: unknown): Instance {
  const { settings, app, factories, initialConfig } = readOptions(given)
  const routes: Declared[] = []
  const methods = {}
  const instance: Instance = Object.create(methods)

  // ── declare: the root context, and the queue that loads plugins
  const queue: BootQueue<Instance> = new BootQueue<Instance>({
    root: instance,
    timeout: settings.pluginTimeout,
    syncPlugins: settings.syncPlugins,
    nameOf: pluginName,
    open: (parent, plugin, options, name) =>
      openContext(contextOf(parent), plugin, options, name, queue, settings.line),
  })
  const root = rootOf(instance, settings, factories)
  const notFound = new NotFoundHandlers(root, queue)

  // ── compile: plans
  const reports = reportsOf(settings, app)
  const compiler = new PlanCompiler({ ...settings, app, ...reports })
  const compile = (): void => {
    notFound.compile(compiler, front.router)
    for (const route of routes) route.entry.plan = compiler.compile(route, notFound.planFor(route.context))
    if (settings.codeGeneration === 'ready') front.router.complete()
  }

  // ── serve: requests
  const onClientError = settings.clientErrorHandler?.bind(instance)
  const front = new Front({ settings, app, instance, notFound: () => notFound, boot: () => life.boot() })
  const engines: Engine[] = []
  const connections = new Connections(
    { reply: settings.bodyTimeout, session: settings.http2SessionTimeout },
    (socket) => engines.some((engine) => engine.isBusy(socket)),
  )
  const watched = (): Server => {
    const node = isForEngine(settings) ? new NodeSide() : null
    const made = connections.watch(createServer(settings, front.listener, app, onClientError, node))
    if (node) engines.push(new Engine(made, node, front, new SafeLog(app.logger)))
    return made
  }
  const server = watched()
  const life = new Life({
    root,
    app,
    pluginTimeout: settings.pluginTimeout,
    force: closingForce(settings.forceCloseConnections, server),
    server,
    connections,
    closeTimeout: settings.closeTimeout,
    createServer: watched,
    load: () => queue.load(),
    compile,
    seal: () => reports.code.seal(),
  })

  // ── the public instance
  const host = hostOf({
    settings,
    app,
    queue,
    life,
    front,
    notFound,
    routes,
    checks: checksOf(app, settings, given),
  })
  const parts = { root: instance, compiler, server, log: app.logger, initialConfig, version }
  addMethods(methods, host)
  defineGetters(instance, instanceGetters(host, parts))
  const members = instanceMembers(host, parts)
  Object.assign(instance, members)
  Object.defineProperty(instance, kRoutes, { value: () => describeRoutes(routes) })
  const explained = (): Explained => ({
    root,
    routes,
    settings,
    strategies: front.router.strategies,
    missed: notFound.all,
    bodyLimit: settings.bodyLimit,
    members: new Set(Object.keys(members)),
    head: (url, constraints) => front.router.declared('HEAD', url, constraints)?.entry ?? null,
    notFound: (url) => front.router.notFound(url)?.entry ?? null,
    judged: (route) => compiler.judged(route),
  })
  Object.defineProperty(instance, kExplain, { value: explained })
  return announce(instance)
}

function addMethods(methods: object, host: InstanceHost): void {
  Object.assign(methods, instanceMethods(host))
  defineGetters(methods, laterMembers(host))
}

function reportsOf(settings: Settings, app: ReturnType<typeof readOptions>['app']) {
  return { unsafe: reportUnsafe(settings, app), code: codePolicy(settings, app) }
}

/** Levels are known where the logger tells them, as pino does. */
function checksOf(
  app: ReturnType<typeof readOptions>['app'],
  { trustProxy, trustHops }: Settings,
  given: unknown,
): OptionChecks {
  const { levels }: { levels?: { values?: object } } = Object(app.logger)
  const known = app.logged && levels?.values ? [...Object.keys(levels.values), 'silent'] : null
  if (typeof trustProxy === 'number' && trustProxy > 0 && !trustHops)
    warn(
      app,
      'TSTWRN004',
      { trustProxy },
      `trustProxy is ${trustProxy}: a number trusts nobody here. Give addresses, or trustHops: true`,
    )
  const checks = new OptionChecks((code, fields, message) => warn(app, code, fields, message), known)
  const { routerOptions = {} } = Object(given)
  checks.check('factory', Object(given))
  checks.check('routerOptions', Object(routerOptions))
  return checks
}

function rootOf(instance: Instance, settings: Settings, factories: Context['factories']): Context {
  const { onProtoPoisoning: proto, onConstructorPoisoning: construct, jsonDepthLimit, bodyLimit } = settings
  const json = jsonParser(proto, construct, jsonDepthLimit, settings.codedJsonErrors)
  const parsers = ParserTable.root(bodyLimit, json)
  const requests = settings.portInHostname ? Request : PortRequest
  const root = Context.root(instance, parsers, factories, requests)
  tie(root)
  root.policy.errors = { handler: null, parent: null }
  root.policy.formatErrors = settings.schemaErrorFormatter?.bind(instance) as FormatErrors | undefined // the public type has narrower parameters
  return root
}

/** Whether the engine reads the connections. Options that only node's HTTP knows, and servers of other kinds, are for node. */
function isForEngine({ engine, http2, serverFactory, http, https }: Settings): boolean {
  return engine !== 'node' && !http2 && !serverFactory && understands(http) && understands(https)
}

// Kept: if the channel is collected, Node.js 20 can forget one of the same name, with its subscribers.
const initialization = diagnostics.channel('fastify.initialization')

/** Publishes the new instance on the diagnostics channel that tracers of Fastify subscribe to. */
function announce(instance: Instance): Instance {
  if (initialization.hasSubscribers) initialization.publish({ fastify: instance })
  return instance
}

interface Rooms {
  readonly settings: Settings
  readonly app: Application
  readonly queue: BootQueue<Instance>
  readonly life: Life
  readonly front: Front
  readonly notFound: NotFoundHandlers
  readonly routes: Declared[]
  readonly checks: OptionChecks
}

/** `fetch`, whose room is loaded for the first request. */
function fetchOf({ settings, app, life, front }: Pick<Rooms, 'settings' | 'app' | 'life' | 'front'>) {
  const host = {
    log: new SafeLog(app.logger),
    clientAddress: settings.clientAddress,
    get started() {
      return life.started
    },
    boot: () => life.boot(),
    receive: (wire: Wire) => front.receive(wire),
  }
  let loaded: typeof import('./transport/fetch/fetch.ts') | null = null
  return async (request: unknown, platform: readonly unknown[]): Promise<Response> => {
    loaded ??= await import('./transport/fetch/fetch.ts')
    return loaded.answer(host, request, platform)
  }
}

/** What the public methods need of the application. */
function hostOf({ settings, app, queue, life, front, notFound, routes, checks }: Rooms): InstanceHost {
  const { router } = front
  const settling = new Settling(queue)
  const methods: HttpMethod[] = [...METHODS]
  const methodsOfAll = new Set(METHODS_OF_ALL[settings.line])
  return {
    ...settings,
    childLogger: app.childLogger,
    nextId: () => nextId(app),
    checks,
    queue,
    life,
    front,
    router,
    inject: (request, callback, boot) => inject(front, request, callback, boot),
    fetch: fetchOf({ settings, app, life, front }),
    methods,
    methodsOfAll,
    addMethod: (method, hasBody) => {
      if (!methods.includes(method)) methods.push(method)
      if (method !== 'QUERY') methodsOfAll.add(method)
      if (hasBody) app.bodyMethods = new Set(app.bodyMethods).add(method)
    },
    add: (method, url, constraints, entry) => router.add(method, url, constraints, entry),
    find: (method, url, constraints) => router.declared(method, url, constraints),
    isOwnStrategy: (name) => router.isOwnStrategy(name),
    remove: (method, url, constraints) => router.remove(method, url, constraints),
    declared: (route) => {
      routes.push(route)
      settling.add(route)
    },
    setNotFound: (context, options, handler) => notFound.set(context, options, handler),
    openapi: async (options) => (await import('./openapi/document.ts')).writeDocument(routes, options),
  }
}
