// The statements that declare: each is one call on an instance, made as an application would make it.

import type { FunctionForm, PluginForm, Statement } from '../../spec/case.ts'
import {
  BOOT_CALLBACK,
  COMPILER,
  ERROR_HANDLER,
  FORMATTER,
  HANDLER,
  hookKind,
  PARSER,
  PLUGIN,
  SERIALIZER,
} from './function-kinds.ts'
import type { FunctionKind, Scope } from './scope.ts'

function onApp(scope: Scope, method: string, ...args: unknown[]): unknown {
  // The value of a decorator is meant to be shared.
  if (!method.startsWith('decorate'))
    for (const arg of args) scope.world.given.keep(`what was given to ${method}`, arg)
  return scope.call(`app.${method}`, args)
}

type Declare = (s: Statement, scope: Scope) => unknown

export const DECLARATIONS: Record<string, Declare> = {
  decorate: (s, scope) => onApp(scope, 'decorate', ...(s.decorate ?? []).map((a) => scope.evaluate(a))),
  decorateRequest: (s, scope) =>
    onApp(scope, 'decorateRequest', ...(s.decorateRequest ?? []).map((a) => scope.evaluate(a))),
  decorateReply: (s, scope) =>
    onApp(scope, 'decorateReply', ...(s.decorateReply ?? []).map((a) => scope.evaluate(a))),
  addSchema: (s, scope) => onApp(scope, 'addSchema', scope.evaluate(s.addSchema)),
  addSchemas: (s, scope) => {
    for (const schema of scope.evaluate(s.addSchemas) as unknown[]) onApp(scope, 'addSchema', schema)
  },
  addHook: (s, scope) => {
    const [nameForm, form] = s.addHook ?? ['', []]
    const name = scope.evaluate(nameForm)
    return onApp(scope, 'addHook', name, scope.makeFunction(form, hookKind(name)))
  },
  route: (s, scope) =>
    onApp(scope, 'route', routeOptions(s, scope, scope.evaluate(s.route as never) as object)),
  register: (s, scope) => {
    const { fn, options } = makePlugin(s.register ?? {}, scope)
    return options === undefined ? onApp(scope, 'register', fn) : onApp(scope, 'register', fn, options)
  },
  bearerAuth: (s, scope) =>
    onApp(scope, 'register', scope.world.bearerAuth, scope.evaluate(s.bearerAuth as never)),
  setNotFoundHandler: (s, scope) => {
    const handler = scope.makeFunction(s.setNotFoundHandler ?? [], HANDLER)
    if (!s.options && !s.hooks) return onApp(scope, 'setNotFoundHandler', handler)
    const options = { ...(scope.evaluate((s.options ?? {}) as never) as object), ...hooksOf(s, scope) }
    return onApp(scope, 'setNotFoundHandler', options, handler)
  },
  addContentTypeParser: (s, scope) => {
    const { type, options, do: form } = s.addContentTypeParser ?? { type: '' }
    const args = [scope.evaluate(type)]
    if (options !== undefined) args.push(scope.evaluate(options))
    if (form) args.push(scope.makeFunction(form, PARSER))
    return onApp(scope, 'addContentTypeParser', ...args)
  },
  ...Object.fromEntries(
    ['get', 'post', 'delete', 'head', 'all'].map((method) => [method, shorthand(method)]),
  ),
  ...Object.fromEntries(
    (
      [
        ['after', BOOT_CALLBACK],
        ['ready', BOOT_CALLBACK],
        ['setValidatorCompiler', COMPILER],
        ['setSerializerCompiler', COMPILER],
        ['setSchemaErrorFormatter', FORMATTER],
        ['setReplySerializer', SERIALIZER],
        ['setErrorHandler', ERROR_HANDLER],
      ] as const
    ).map(([method, kind]) => [method, setter(method, kind)]),
  ),
}

function setter(method: 'after' | 'ready' | 'setErrorHandler' | string, kind: FunctionKind): Declare {
  return (s, scope) => {
    const form = s[method as 'after'] as FunctionForm
    return onApp(scope, method, scope.makeFunction(form, kind))
  }
}

function shorthand(method: string): Declare {
  return (s, scope) => {
    const url = scope.evaluate(s[method as 'get'] as never)
    const options = routeOptions(s.handlerIn ? s : { ...s, do: undefined as never }, scope, {})
    const args: unknown[] = [url]
    if (Object.keys(options).length > 0) args.push(options)
    if (s.do && !s.handlerIn) args.push(scope.makeFunction(s.do, HANDLER))
    return onApp(scope, method, ...args)
  }
}

/** The options of a route: those given, and the shorthands `schema`, `hooks`, `errorHandler` and `do`. */
function routeOptions(s: Statement, scope: Scope, given: object): Record<string, unknown> {
  const options: Record<string, unknown> = {
    ...given,
    ...(scope.evaluate((s.options ?? {}) as never) as object),
  }
  if (s.schema !== undefined) options['schema'] = scope.evaluate(s.schema)
  if (s.errorHandler) options['errorHandler'] = scope.makeFunction(s.errorHandler, ERROR_HANDLER)
  Object.assign(options, hooksOf(s, scope))
  if (s.do) options['handler'] = scope.makeFunction(s.do, HANDLER)
  return options
}

function hooksOf(s: Statement, scope: Scope): Record<string, unknown> {
  const hooks: Record<string, unknown> = {}
  for (const [name, form] of s.hooks ?? []) {
    const fn = scope.makeFunction(form, hookKind(name))
    const before = hooks[name]
    hooks[name] = before === undefined ? fn : Array.isArray(before) ? [...before, fn] : [before, fn]
  }
  return hooks
}

/** A plugin as `register` takes it: the function in the wanted shape, and the options. */
export function makePlugin(form: PluginForm, scope: Scope): { fn: unknown; options: unknown } {
  const kind = { ...PLUGIN, ...(form.name === undefined ? {} : { name: form.name }) }
  const made = scope.makeFunction(
    form.style ? { do: form.do ?? [], style: form.style } : (form.do ?? []),
    kind,
  )
  const wrapped = form.wrap
    ? scope.world.wrap(made, form.wrap === true ? undefined : scope.evaluate(form.wrap))
    : made
  const shapes = { function: wrapped, promise: null, module: { default: wrapped } }
  const fn = form.form === 'promise' ? Promise.resolve(wrapped) : shapes[form.form ?? 'function']
  const given = form.options === undefined ? undefined : scope.evaluate(form.options)
  const options =
    form.prefix === undefined
      ? given
      : { ...(given as object | undefined), prefix: scope.evaluate(form.prefix) }
  return { fn, options }
}
