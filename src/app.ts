/** touchstone(options): builds the rooms and joins them. The only file that sees all of them. */
import diagnostics from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { checkPlugin, type PluginHost, pluginName, skipsOverride } from './boot/plugin.ts'
import { BootQueue } from './boot/queue.ts'
import { PlanCompiler } from './compile/plan.ts'
import { Context, type FormatErrors } from './declare/context.ts'
import { jsonParser, ParserTable } from './declare/parser-table.ts'
import { type Declared, settle } from './declare/route.ts'
import { describeRoutes, kRoutes } from './declare/route-list.ts'
import { Front } from './front.ts'
import { contextOf, type InstanceHost, tie } from './instance/host.ts'
import {
  defineGetters,
  INTERFACE_VERSION,
  instanceGetters,
  instanceMembers,
  instanceMethods,
} from './instance/members.ts'
import { Life } from './life.ts'
import { NotFoundHandlers } from './not-found.ts'
import { METHODS } from './router.ts'
import { readOptions } from './settings.ts'
import { inject } from './transport/inject.ts'
import { answerClientErrors, closingForce, createServer } from './transport/server.ts'
import type { Instance } from './types/instance.ts'
import type { Properties, UserFunction } from './values.ts'

const { version }: { version: string } = createRequire(import.meta.url)('../../package.json')

/** Makes a server instance: the root context. */
export function create(given?: unknown): Instance {
  const { settings, app, factories, initialConfig } = readOptions(given)
  const routes: Declared[] = []
  const methods = {}
  const instance: Instance = Object.create(methods)

  // ── declare: contexts, and the queue in which plugins speak to them
  const queue = new BootQueue<Instance>({
    root: instance,
    timeout: settings.pluginTimeout,
    nameOf: pluginName,
    open: (parent, plugin, options) => openContext(contextOf(parent), plugin, options),
  })
  const json = jsonParser(settings.onProtoPoisoning, settings.onConstructorPoisoning)
  const root = Context.root(instance, ParserTable.root(settings.bodyLimit, json), factories)
  tie(root)
  root.policy.errors = { handler: null, parent: null }
  root.policy.formatErrors = settings.schemaErrorFormatter?.bind(instance) as FormatErrors | undefined // of any errors
  const notFound = new NotFoundHandlers(root, queue)

  // ── compile: plans
  const compiler = new PlanCompiler({ ...settings, app, serializerOpts: settings.serializerOpts ?? {} })
  const compile = (): void => {
    notFound.compile(compiler, front.router)
    for (const route of routes) route.entry.plan = compiler.compile(route, notFound.planFor(route.context))
  }

  // ── serve: requests
  const front = new Front({ settings, instance, notFound: () => notFound, boot: () => life.boot() })
  const server = createServer(settings, front.listener)
  answerClientErrors(server, app.logger, settings.clientErrorHandler?.bind(instance))
  const life = new Life({
    root,
    app,
    pluginTimeout: settings.pluginTimeout,
    force: closingForce(settings.forceCloseConnections, server),
    server,
    createServer: () => createServer(settings, front.listener),
    load: () => queue.load(),
    compile,
    settled: () => {
      queue.booted = true
    },
  })

  // ── the face that the application sees
  const { router } = front
  const host: InstanceHost = {
    ...settings,
    queue,
    life,
    methods: METHODS,
    add: (method, url, constraints, entry) => router.add(method, url, constraints, entry),
    find: (method, url, constraints) => router.declared(method, url, constraints),
    remove: (method, url, constraints) => router.remove(method, url, constraints),
    declared: (route) => {
      routes.push(route)
      queue.later(() => {
        route.settled = settle(route.context)
      })
    },
    setNotFound: (context, options, handler) => notFound.set(context, options, handler),
    front,
    router,
    inject,
  }
  const parts = {
    root: instance,
    compiler,
    server,
    log: app.logger,
    initialConfig,
    touchstoneVersion: version,
  }
  Object.assign(methods, instanceMethods(host))
  defineGetters(instance, instanceGetters(host, parts))
  Object.assign(instance, instanceMembers(host, parts))
  Object.defineProperty(instance, kRoutes, { value: () => describeRoutes(routes) })

  const channel = diagnostics.channel('fastify.initialization')
  if (channel.hasSubscribers) channel.publish({ fastify: instance })
  return instance
}

/** A new context for a plugin, or the parent's own for a wrapped one. */
function openContext(parent: Context, plugin: UserFunction, options: Properties): Instance {
  checkPlugin(plugin, hostOf(parent))
  const name = pluginName(plugin)
  if (skipsOverride(plugin)) {
    parent.nameChain.push(name)
    return parent.instance
  }
  const child = parent.fork(name, options)
  tie(child)
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
