// The application of a fixture in plain words: what each context declares, and what its functions do.

import type { App, FunctionForm, Json, Program, Statement } from '../../../spec/case.ts'
import { valueWords } from './value-words.ts'

/** Lines of a nested list. */
export function applicationWords(app: App): string[] {
  return app.do.flatMap((statement) => statementWords(statement, ''))
}

function statementWords(s: Statement, prefix: string): string[] {
  for (const key of Object.keys(s)) {
    const say = SAYINGS[key]
    if (say) return say(s, prefix)
  }
  return [`- ${valueWords(s as Json)}`]
}

type Saying = (s: Statement, prefix: string) => string[]

const METHODS = ['get', 'post', 'delete', 'head', 'all'] as const

function headed(head: string, ...bodies: string[][]): string[] {
  const inner = bodies.flat().map((line) => `  ${line}`)
  return inner.length === 0 ? [`- ${head}.`] : [`- ${head}:`, ...inner]
}

function programWords(program: Program, prefix: string): string[] {
  return program.flatMap((statement) => statementWords(statement, prefix))
}

/** What a function does; how it is written is left to the framework, but for its style where the case is about that. */
function functionWords(form: FunctionForm | undefined, prefix: string): string[] {
  if (form === undefined) return []
  if (Array.isArray(form)) return programWords(form, prefix)
  if (!('do' in form)) return [`- ${valueWords(form as Json)}`]
  const { style, params } = form
  const facts = [
    ...(style === undefined
      ? []
      : [style === 'callback' ? 'it calls back when it is done' : `it is ${style}`]),
    ...(params === undefined ? [] : [`its parameters are called ${params.join(', ')}`]),
  ]
  return [...facts.map((fact) => `- (${fact})`), ...programWords(form.do, prefix)]
}

function routeWords(method: string, url: string, s: Statement, prefix: string): string[] {
  const own = Object.entries(s.route ?? {}).filter(
    ([name]) => !['method', 'url', 'path', 'handler', 'schema'].includes(name),
  )
  const options = [...own, ...Object.entries(s.options ?? {})]
  return headed(
    `\`${method} ${joined(prefix, url)}\``,
    Array.isArray(s.route?.['method']) ? ['- (its methods are given as a list)'] : [],
    options.flatMap(([name, value]) => optionWords(name, value, prefix)),
    schemaWords(s.schema ?? s.route?.['schema']),
    (s.hooks ?? []).flatMap(([name, form]) => headed(`its own hook ${name}`, functionWords(form, prefix))),
    s.errorHandler === undefined
      ? []
      : headed('its own error handler', functionWords(s.errorHandler, prefix)),
    functionWords(s.do, prefix),
  )
}

/** A hook may stand among the options, as a function or as a list of them. */
function optionWords(name: string, value: Json, prefix: string): string[] {
  const forms = [value].flat().map((one) => (Object(one) as { $function?: FunctionForm }).$function)
  if (!/^(on|pre)[A-Z]/.test(name) || forms.includes(undefined))
    return [`- its option ${name} is ${valueWords(value)}`]
  return forms.flatMap((form) => headed(`its own hook ${name}`, functionWords(form, prefix)))
}

function schemaWords(schema: Json | undefined): string[] {
  if (schema === undefined) return []
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema))
    return [`- its schema is ${valueWords(schema)}`]
  return Object.entries(schema).flatMap(([part, value]) => {
    if (part !== 'response') return [`- schema of the ${PARTS[part] ?? part}: ${code(value)}`]
    if (Object.keys(Object(value))[0]?.startsWith('$'))
      return [`- schema of a response: ${valueWords(value)}`]
    return Object.entries(Object(value) as { [status: string]: Json }).map(
      ([status, one]) => `- schema of a response with the status ${status}: ${code(one)}`,
    )
  })
}

const PARTS: Record<string, string> = {
  body: 'body',
  querystring: 'query string',
  query: 'query string',
  params: 'path parameters',
  headers: 'headers',
}

/** A schema that a library builds has functions. */
const code = (value: Json): string => {
  const text = JSON.stringify(value)
  return text.includes('"$function"') ? valueWords(value) : `\`${text}\``
}

/** A url below a prefix, as it is asked. */
export function joined(prefix: string, url: string): string {
  if (prefix === '') return url || '/'
  if (prefix.endsWith('/') && url.startsWith('/')) return prefix + url.slice(1)
  return url === '' || url.startsWith('/') ? `${prefix}${url}` : `${prefix}/${url}`
}

function pluginWords(s: Statement, prefix: string): string[] {
  const { name = '', prefix: own, wrap, options, do: program = [], style } = s.register ?? {}
  const below = typeof own === 'string' ? joined(prefix, own) : prefix
  const title = name === '' ? '' : ` "${name}"`
  const head =
    wrap === undefined || wrap === false
      ? `a plugin${title} with a context of its own${typeof own === 'string' ? `, below ${below}` : ''}`
      : `a plugin${title} without a context of its own: what it declares belongs to the context around it${wrap === true ? '' : ` (metadata ${valueWords(wrap as Json)})`}`
  const facts = [
    ...(options === undefined ? [] : [`- its options are ${valueWords(options)}`]),
    ...(style === undefined ? [] : [`- (it is ${style})`]),
  ]
  return headed(head, facts, programWords(program, below))
}

function parserWords(s: Statement, prefix: string): string[] {
  const { type, options, do: form } = s.addContentTypeParser ?? { type: '' }
  const more = options === undefined ? '' : `, with the options ${valueWords(options)}`
  return headed(`a body parser of ${valueWords(type)}${more}`, functionWords(form, prefix))
}

function notFoundWords(s: Statement, prefix: string): string[] {
  const hooks = (s.hooks ?? []).flatMap(([name, form]) =>
    headed(`its own hook ${name}`, functionWords(form, prefix)),
  )
  return headed(
    prefix === '' ? 'the not-found handler' : `the not-found handler below ${prefix}`,
    hooks,
    functionWords(s.setNotFoundHandler, prefix),
  )
}

function ifWords(s: Statement, prefix: string): string[] {
  return [
    ...headed(`if ${valueWords(s.if)}`, programWords(s.then ?? [], prefix)),
    ...(s.else ? headed('otherwise', programWords(s.else, prefix)) : []),
  ]
}

const setter =
  (title: string, key: keyof Statement): Saying =>
  (s, prefix) =>
    headed(title, functionWords(s[key] as FunctionForm, prefix))

const plain =
  (tell: (s: Statement) => string): Saying =>
  (s) => [`- ${tell(s)}${s.as === undefined ? '' : `; its result is called ${s.as}`}`]

const decorated = (what: string, [name, value, needs]: Json[] = []): string =>
  `${what} has the member ${String(name)}${value === undefined ? '' : `: ${valueWords(value)}`}${needs === undefined ? '' : ` (it needs ${valueWords(needs)})`}`

const SAYINGS: Record<string, Saying> = {
  ...Object.fromEntries(
    METHODS.map((method): [string, Saying] => [
      method,
      (s, prefix) => routeWords(method.toUpperCase(), String(s[method]), s, prefix),
    ]),
  ),
  route: (s, prefix) => {
    const { method = 'GET', url, path } = s.route ?? {}
    return routeWords([method].flat().map(String).join(', '), String(url ?? path ?? ''), s, prefix)
  },
  register: pluginWords,
  addContentTypeParser: parserWords,
  setNotFoundHandler: notFoundWords,
  if: ifWords,
  addHook: (s, prefix) => headed(`a hook ${String(s.addHook?.[0])}`, functionWords(s.addHook?.[1], prefix)),
  after: setter('once the plugins before it have loaded', 'after'),
  ready: setter('once the application is ready', 'ready'),
  setErrorHandler: setter('the error handler', 'setErrorHandler'),
  setSchemaErrorFormatter: setter('the formatter of validation errors', 'setSchemaErrorFormatter'),
  setReplySerializer: setter('the serializer of all replies', 'setReplySerializer'),
  serializer: setter('the serializer of this reply', 'serializer'),
  attempt: (s, prefix) =>
    headed(
      `attempts this, and keeps what it threw or returned as ${s.as ?? 'nothing'}`,
      programWords(s.attempt ?? [], prefix),
    ),
  trailer: (s, prefix) =>
    headed(`a trailer ${valueWords(s.trailer?.[0])}`, functionWords(s.trailer?.[1], prefix)),
  decorate: plain((s) => decorated('the application', s.decorate)),
  decorateRequest: plain((s) => decorated('each request', s.decorateRequest)),
  decorateReply: plain((s) => decorated('each reply', s.decorateReply)),
  addSchema: plain((s) => `a shared schema: ${code(s.addSchema as Json)}`),
  addSchemas: plain((s) => `shared schemas: ${code(s.addSchemas as Json)}`),
  bearerAuth: plain((s) => `the bearer-token plugin, with ${valueWords(s.bearerAuth as Json)}`),
  send: plain((s) => `answers ${valueWords(s.send)}`),
  code: plain((s) => `sets the status to ${valueWords(s.code)}`),
  header: plain((s) => `sets the header ${valueWords(s.header?.[0])} to ${valueWords(s.header?.[1])}`),
  type: plain((s) => `sets the content type to ${valueWords(s.type)}`),
  redirect: plain((s) => redirectWords(s.redirect ?? [])),
  callNotFound: plain(() => 'hands the request to the not-found handler'),
  return: plain((s) => `returns ${valueWords(s.return)}`),
  throw: plain((s) => `throws ${valueWords(s.throw)}`),
  trace: plain((s) => `notes ${valueWords(s.trace)}`),
  tick: plain(() => 'waits for a turn of the event loop'),
  let: plain((s) => `${s.let?.[0]} is ${valueWords(s.let?.[1])}`),
  set: plain((s) => `sets ${[s.set?.[0]].flat().join('.')} to ${valueWords(s.set?.[1])}`),
  call: plain((s) => {
    const [path = '', ...args] = s.call ?? []
    return `calls ${path}(${args.map(valueWords).join(', ')})`
  }),
}

function redirectWords(args: Json[]): string {
  const [first, second] = args
  return second === undefined
    ? `redirects to ${valueWords(first)}`
    : `redirects to ${valueWords(second)} with the status ${valueWords(first)}`
}
