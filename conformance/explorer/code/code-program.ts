// Programs of a case as JavaScript: declarations, handlers and hooks, statement by statement.

import type { FunctionForm, Json, Program, Statement } from '../../../spec/case.ts'
import {
  BOOT_CALLBACK,
  COMPILER,
  ERROR_HANDLER,
  FORMATTER,
  HANDLER,
  hookKind,
  PARSER,
  PLAIN,
  SERIALIZER,
  TRAILER,
} from '../../language/function-kinds.ts'
import { declared, endOf, refuseAwait, shown } from './code-function.ts'
import {
  type Context,
  helper,
  literal,
  NotAsCode,
  need,
  objectCode,
  pathCode,
  valueCode,
} from './code-value.ts'

type Kind = typeof HANDLER

const METHODS = ['get', 'post', 'delete', 'head', 'all']

export function programCode(program: Program, context: Context): string[] {
  return program.flatMap((statement) => statementCode(statement, context))
}

function statementCode(s: Statement, context: Context): string[] {
  for (const key of Object.keys(s)) {
    if (Object.hasOwn(CONTROL, key)) return (CONTROL[key] as Control)(s, context)
    if (!Object.hasOwn(ACTIONS, key)) continue
    const code = (ACTIONS[key] as Action)(s, context)
    const awaited = s.await ? `await ${code}` : code
    if (s.as === undefined) return [awaited]
    context.names.set(s.as, declared(s.as))
    return [`const ${declared(s.as)} = ${awaited}`]
  }
  throw new NotAsCode(`${Object.keys(s)[0]} is clearer as data`)
}

/** A function with the parameters and the style that the case gives it, or its place. */
export function functionCode(form: FunctionForm, context: Context, kind: Kind): string {
  if (!Array.isArray(form) && !('do' in form)) return valueCode(form as unknown as Json, context)
  const program = Array.isArray(form) ? form : form.do
  const style = (Array.isArray(form) ? undefined : form.style) ?? kind.style
  const params = (Array.isArray(form) ? undefined : form.params) ?? kind.params
  const text = JSON.stringify(program)
  const names = new Map(context.names)
  for (const param of params) names.set(param, declared(param))
  const usesArgs = /"args[."]/.test(text)
  const usesThis = /"this[."]/.test(text)
  names.set('this', 'this')
  names.set('args', 'args')
  names.delete('$done')
  if (style === 'callback') names.set('$done', 'done')
  const inner: Context = { ...context, names }
  const list = [...params.map(declared), ...(style === 'callback' ? ['done'] : [])].join(', ')
  const body = [...programCode(program, inner), ...endOf(program, style, names)]
  if (style !== 'async') refuseAwait(body)
  // Named parameters stay, since their number counts; `arguments` has the rest.
  const both = usesArgs && params.length > 0
  if (both) body.unshift('const args = [...arguments]')
  const head = usesArgs && !both ? '...args' : list
  const start =
    usesThis || both
      ? `${style === 'async' ? 'async ' : ''}function (${head}) `
      : `${style === 'async' ? 'async ' : ''}(${head}) => `
  return `${start}{\n${body.join('\n')}\n}`
}

type Action = (s: Statement, context: Context) => string
type Control = (s: Statement, context: Context) => string[]

const target = (context: Context): string => pathCode('app', context)
const reply = (context: Context): string => pathCode('reply', context)
const values = (list: readonly (Json | undefined)[], context: Context): string =>
  list.map((item) => valueCode(item, context)).join(', ')

function method(name: string, kind: Kind): Action {
  return (s, context) =>
    `${target(context)}.${name}(${functionCode(s[name as 'after'] as FunctionForm, context, kind)})`
}

function plain(name: 'decorate' | 'decorateRequest' | 'decorateReply'): Action {
  return (s, context) => `${target(context)}.${name}(${values(s[name] ?? [], context)})`
}

function route(name: string): Action {
  return (s, context) => {
    const options = routeOptions(s, context, s.handlerIn !== undefined)
    const args = [valueCode(s[name as 'get'], context)]
    if (options !== '{}') args.push(options)
    if (s.do && !s.handlerIn) args.push(functionCode(s.do, context, HANDLER))
    return `${target(context)}.${name}(${args.join(', ')})`
  }
}

/** The options of a route: those given, and the shorthands of the form of a case. */
function routeOptions(s: Statement, context: Context, withHandler: boolean): string {
  const parts = Object.entries({ ...s.route, ...s.options }).map(([key, value]) =>
    objectCode({ [key]: value }, (item) => valueCode(item, context)).slice(2, -2),
  )
  if (s.schema !== undefined) parts.push(`schema: ${valueCode(s.schema, context)}`)
  if (s.errorHandler) parts.push(`errorHandler: ${functionCode(s.errorHandler, context, ERROR_HANDLER)}`)
  const hooks = new Map<string, string[]>()
  for (const [name, form] of s.hooks ?? [])
    hooks.set(name, [...(hooks.get(name) ?? []), functionCode(form, context, hookKind(name))])
  for (const [name, list] of hooks)
    parts.push(`${name}: ${list.length === 1 ? list[0] : `[${list.join(', ')}]`}`)
  if (withHandler && s.do) parts.push(`handler: ${functionCode(s.do, context, HANDLER)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function register(s: Statement, context: Context): string {
  const { name: plugin, do: program = [], style = 'async', wrap, prefix, options, form } = s.register ?? {}
  if (form === 'promise' || form === 'module') throw new NotAsCode('a plugin in this form is clearer as data')
  if (plugin !== undefined && context.expects.includes(plugin))
    throw new NotAsCode('the name of the plugin function matters')
  const name = `app${(context.names.get('app') ?? 'app').replace(/^app/, '').length === 0 ? 2 : Number((context.names.get('app') ?? 'app').slice(3)) + 1}`
  const names = new Map(context.names).set('app', name).set('options', 'options')
  const inner: Context = { ...context, names }
  const uses = /"options[."]/.test(JSON.stringify(program)) || style === 'callback'
  const last = program.at(-1) ?? {}
  const calls = style === 'callback' && !('done' in last) && !('throw' in last) && !('hang' in last)
  names.delete('$done')
  if (style === 'callback') names.set('$done', 'done')
  const lines = programCode(program, inner)
  if (style !== 'async') refuseAwait(lines)
  const body = [...lines, ...(calls ? ['done()'] : [])].join('\n')
  const head =
    style === 'callback'
      ? `(${name}, options, done) =>`
      : `${style === 'async' ? 'async ' : ''}(${name}${uses ? ', options' : ''}) =>`
  let fn = `${head} {\n${body}\n}`
  if (wrap)
    fn = `${need(context, 'touchstone', 'plugin')}(${fn}${wrap === true ? '' : `, ${valueCode(wrap as Json, context)}`})`
  const given = {
    ...(options as Record<string, Json> | undefined),
    ...(prefix === undefined ? {} : { prefix }),
  }
  const second =
    options === undefined && prefix === undefined
      ? ''
      : `, ${objectCode(given, (item) => valueCode(item, context))}`
  return `${target(context)}.register(${fn}${second})`
}

function notFound(s: Statement, context: Context): string {
  const handler = functionCode(s.setNotFoundHandler ?? [], context, HANDLER)
  const options = s.options || s.hooks ? `${routeOptions({ ...s, route: {} }, context, false)}, ` : ''
  return `${target(context)}.setNotFoundHandler(${options}${handler})`
}

function parser(s: Statement, context: Context): string {
  const { type, options, do: form } = s.addContentTypeParser ?? { type: '' }
  const args = [valueCode(type, context)]
  if (options !== undefined) args.push(valueCode(options, context))
  if (form) args.push(functionCode(form, context, PARSER))
  return `${target(context)}.addContentTypeParser(${args.join(', ')})`
}

const ACTIONS: Record<string, Action> = {
  decorate: plain('decorate'),
  decorateRequest: plain('decorateRequest'),
  decorateReply: plain('decorateReply'),
  addSchema: (s, context) => `${target(context)}.addSchema(${valueCode(s.addSchema, context)})`,
  addSchemas: (s, context) =>
    `for (const schema of ${valueCode(s.addSchemas, context)}) ${target(context)}.addSchema(schema)`,
  addHook: (s, context) => {
    const [name, form] = s.addHook ?? ['', []]
    return `${target(context)}.addHook(${valueCode(name, context)}, ${functionCode(form, context, hookKind(name))})`
  },
  route: (s, context) => `${target(context)}.route(${routeOptions(s, context, true)})`,
  ...Object.fromEntries(METHODS.map((name) => [name, route(name)])),
  register,
  bearerAuth: (s, context) =>
    `${target(context)}.register(${need(context, 'touchstone', 'bearerAuth')}, ${valueCode(s.bearerAuth as Json, context)})`,
  after: method('after', BOOT_CALLBACK),
  ready: method('ready', BOOT_CALLBACK),
  setValidatorCompiler: method('setValidatorCompiler', COMPILER),
  setSerializerCompiler: method('setSerializerCompiler', COMPILER),
  setSchemaErrorFormatter: method('setSchemaErrorFormatter', FORMATTER),
  setReplySerializer: method('setReplySerializer', SERIALIZER),
  setErrorHandler: method('setErrorHandler', ERROR_HANDLER),
  setNotFoundHandler: notFound,
  addContentTypeParser: parser,
  send: (s, context) => `${reply(context)}.send(${valueCode(s.send, context)})`,
  code: (s, context) => `${reply(context)}.code(${valueCode(s.code, context)})`,
  header: (s, context) => `${reply(context)}.header(${values(s.header ?? [], context)})`,
  type: (s, context) => `${reply(context)}.type(${valueCode(s.type, context)})`,
  redirect: (s, context) => `${reply(context)}.redirect(${values(s.redirect ?? [], context)})`,
  serializer: (s, context) =>
    `${reply(context)}.serializer(${functionCode(s.serializer ?? [], context, SERIALIZER)})`,
  trailer: (s, context) => {
    const [name, form] = s.trailer ?? ['', []]
    return `${reply(context)}.trailer(${valueCode(name, context)}, ${functionCode(form, context, TRAILER)})`
  },
  callNotFound: (_, context) => `${reply(context)}.callNotFound()`,
  hijack: (_, context) => `${reply(context)}.hijack()`,
  set: (s, context) => `${pathCode(s.set?.[0] as Json, context, false)} = ${valueCode(s.set?.[1], context)}`,
  call: (s, context) => {
    const [path = '', ...args] = s.call ?? []
    return `${pathCode(path, context, false)}(${values(args, context)})`
  },
  probe: (s, context) =>
    `${helper(context, 'probes')}[${literal(s.probe?.[0] ?? '')}] = ${shown(s.probe?.[1], context)}`,
  trace: (s, context) => `${helper(context, 'trace')}.push(${shown(s.trace, context)})`,
}

const CONTROL: Record<string, Control> = {
  return: (s, context) => {
    const code = valueCode(s.return, context)
    return context.names.get('$done') === 'done' ? [`done(null, ${code})`, 'return'] : [`return ${code}`]
  },
  throw: (s, context) => [`throw ${valueCode(s.throw, context)}`],
  done: (s, context) => {
    const { error, value } = s.done ?? {}
    const args =
      value !== undefined
        ? [error === undefined ? 'null' : valueCode(error, context), valueCode(value, context)]
        : error === undefined
          ? []
          : [valueCode(error, context)]
    return [`done(${args.join(', ')})`, 'return']
  },
  hang: () => ['return new Promise(() => undefined)'],
  if: (s, context) => {
    const branch = (program: Program = []): string =>
      programCode(program, { ...context, names: new Map(context.names) }).join('\n')
    const other = s.else ? ` else {\n${branch(s.else)}\n}` : ''
    return [`if (${valueCode(s.if, context)}) {\n${branch(s.then)}\n}${other}`]
  },
  let: (s, context) => {
    const [name, value] = s.let ?? ['', null]
    const code = `${s.await ? 'await ' : ''}${valueCode(value, context)}`
    context.names.set(name, declared(name))
    return [`let ${declared(name)} = ${code}`]
  },
  later: (s, context) => {
    const inner = programCode(s.later ?? [], { ...context, names: new Map(context.names) })
    return [`setImmediate(async () => {\n${inner.join('\n')}\n})`]
  },
  tick: (s) =>
    Array.from(
      { length: Math.min(Number(s.tick ?? 1), 100) },
      () => 'await new Promise((resolve) => setImmediate(resolve))',
    ),
  attempt: (s, context) => {
    const name = s.as ?? 'attempted'
    const describe = need(context, 'touchstone/conformance', 'describe')
    context.names.set(name, declared(name))
    const inner = programCode(s.attempt ?? [], { ...context, names: new Map(context.names) })
    if (inner.some((line) => /^(?:return|done\()/.test(line)))
      throw new NotAsCode('an attempt that returns is clearer as data')
    return [
      `let ${declared(name)}`,
      `try {\n${inner.join('\n')}\n${declared(name)} = { returned: undefined }\n} catch (error) {\n${declared(name)} = { threw: error instanceof Error ? ${describe}(error) : error }\n}`,
      ...(s.as ? [`${helper(context, 'probes')}[${literal(s.as)}] = ${describe}(${declared(name)})`] : []),
    ]
  },
}

/** For `$function` within a value. */
export function plainFunction(form: FunctionForm, context: Context): string {
  return functionCode(form, context, PLAIN)
}
