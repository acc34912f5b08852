// Tells a case's application, requests and answers as short readable lines, for the pages of the specification.

import type { App, Exchange, Expectation, FunctionForm, Json, Program, SendForm, Statement } from '../case.ts'

const ROUTES = new Set(['get', 'post', 'delete', 'head', 'all'])
/** Keys whose value is a function, told by its statements below the line. */
const FUNCTIONS = new Set([
  'after',
  'ready',
  'setValidatorCompiler',
  'setSerializerCompiler',
  'setSchemaErrorFormatter',
  'setReplySerializer',
  'setErrorHandler',
  'setNotFoundHandler',
  'serializer',
])
const OPTION_KEYS = new Set([
  'as',
  'await',
  'then',
  'else',
  'do',
  'options',
  'schema',
  'hooks',
  'errorHandler',
  'handlerIn',
])

export function appLines(app: App): string[] {
  const options = app.options === undefined ? [] : [`options ${valueText(app.options)}`]
  const late = app.afterReady ? ['after ready', ...indent(programLines(app.afterReady))] : []
  return [...options, ...programLines(app.do), ...late]
}

export function programLines(program: Program): string[] {
  // A matrix may put a whole program in this place.
  if (!Array.isArray(program)) return [valueText(program as Json)]
  return program.flatMap((statement) => statementLines(statement))
}

function statementLines(statement: Statement): string[] {
  const key = Object.keys(statement).find((name) => !OPTION_KEYS.has(name))
  if (key === undefined) return [valueText(statement as Json)]
  const value = (statement as Record<string, Json>)[key] as Json
  const tail = `${statement.as === undefined ? '' : ` as ${statement.as}`}${statement.await ? ', awaited' : ''}`
  if (ROUTES.has(key)) return routeLines(`${key.toUpperCase()} ${String(plain(value))}`, statement)
  if (key === 'route') return routeLines(`route ${valueText(value)}`, statement)
  if (key === 'register') return registerLines('register', statement, tail)
  if (key === 'addHook')
    return headed(`hook ${valueText(statement.addHook?.[0] as Json)}`, statement.addHook?.[1] as FunctionForm)
  if (key === 'trailer')
    return headed(
      `trailer ${valueText(statement.trailer?.[0] as Json)}`,
      statement.trailer?.[1] as FunctionForm,
    )
  if (key === 'addContentTypeParser') return parserLines('parser', statement)
  if (key === 'if') return ifLines(statement)
  if (key === 'attempt') return [`attempt${tail}`, ...indent(programLines(statement.attempt ?? []))]
  if (key === 'later') return ['later', ...indent(programLines(statement.later ?? []))]
  if (FUNCTIONS.has(key)) {
    const more = statement.options || statement.hooks ? [...routeParts(statement)] : []
    return [...headed(key + tail, value as FunctionForm), ...indent(more)]
  }
  const made = key === 'return' ? (value as { $function?: FunctionForm } | null)?.$function : undefined
  if (made !== undefined) return headed('return function', made)
  const shown = Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value)
  return [`${key} ${shown}${tail}`]
}

function headed(head: string, form: FunctionForm): string[] {
  const { text, lines } = functionParts(form)
  return [`${head}${text}`, ...indent(lines)]
}

function functionParts(form: FunctionForm | undefined): { text: string; lines: string[] } {
  if (form === undefined) return { text: '', lines: [] }
  if (Array.isArray(form)) return { text: '', lines: programLines(form) }
  if ('do' in form) {
    const style = form.style === undefined ? '' : `, ${form.style}`
    const params = form.params === undefined ? '' : ` (${listText(form.params)})`
    return { text: params + style, lines: programLines(form.do) }
  }
  return { text: ` ${valueText(form as Json)}`, lines: [] }
}

/** A list of names. A matrix may put the whole list in its place. */
function listText(names: readonly string[] | Json): string {
  return Array.isArray(names) ? names.join(', ') : valueText(names as Json)
}

function routeLines(head: string, statement: Statement): string[] {
  const { text, lines } = functionParts(statement.do)
  return [head + text, ...indent([...routeParts(statement), ...lines])]
}

function routeParts(statement: Statement): string[] {
  const { options, schema, hooks, errorHandler, handlerIn } = statement
  return [
    ...(options === undefined ? [] : [`options ${valueText(options)}`]),
    ...(schema === undefined ? [] : [`schema ${valueText(schema as Json)}`]),
    ...hookLines(hooks),
    ...(errorHandler === undefined ? [] : headed('errorHandler', errorHandler)),
    ...(handlerIn === undefined ? [] : ['the handler is in the options']),
  ]
}

function hookLines(hooks: Statement['hooks']): string[] {
  if (hooks === undefined) return []
  // A matrix may put the whole list in this place.
  if (!Array.isArray(hooks)) return [`hooks ${valueText(hooks as Json)}`]
  return hooks.flatMap(([name, form]) => headed(valueText(name).slice(1, -1), form))
}

function registerLines(head: string, statement: Statement, tail: string): string[] {
  const { name = 'plugin', wrap, prefix, options, style, form, do: program = [] } = statement.register ?? {}
  const facts = [
    ...(wrap === undefined || wrap === false
      ? []
      : [wrap === true ? 'wrapped' : `wrapped ${valueText(wrap as Json)}`]),
    ...(prefix === undefined ? [] : [`prefix ${String(plain(prefix as Json))}`]),
    ...(options === undefined ? [] : [`options ${valueText(options)}`]),
    ...(style === undefined ? [] : [style]),
    ...(form === undefined ? [] : [`as a ${form}`]),
  ]
  return [`${head} ${[name, ...facts].join(', ')}${tail}`, ...indent(programLines(program))]
}

function parserLines(head: string, statement: Statement): string[] {
  const { type, options, do: form } = statement.addContentTypeParser ?? { type: '' }
  const more = options === undefined ? '' : `, ${valueText(options)}`
  return headed(`${head} ${valueText(type)}${more}`, form ?? [])
}

function ifLines(statement: Statement): string[] {
  const otherwise = statement.else ? ['else', ...indent(programLines(statement.else))] : []
  return [
    `if ${valueText(statement.if as Json)}`,
    ...indent(programLines(statement.then ?? [])),
    ...otherwise,
  ]
}

function indent(lines: string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function plain(value: Json): Json {
  return typeof value === 'string' ? filledIn(value) : valueText(value)
}

/** A value or a matcher on one line: `{$get: "request.body"}` is `request.body`, any other operator is `name(operand)`. */
export function valueText(value: Json): string {
  if (value === null || typeof value !== 'object') return filledIn(JSON.stringify(value))
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  const keys = Object.keys(value)
  const [key = ''] = keys
  if (keys.length === 1 && key === '$get') return String(value[key])
  if (keys.length === 1 && (key === '$m' || key === '$m?')) return `‹${filledIn(String(value[key]))}›`
  if (keys.length === 1 && key === '$function') return functionText(value[key] as unknown as FunctionForm)
  if (keys.length === 1 && /^\$[a-z]/.test(key) && key !== '$ref' && key !== '$id') {
    return `${key.slice(1)}(${valueText(value[key] as Json)})`
  }
  return `{${keys.map((name) => `${nameText(name)}: ${valueText(value[name] as Json)}`).join(', ')}}`
}

function functionText(form: FunctionForm): string {
  const { text, lines } = functionParts(form)
  return `function${text} { ${onOneLine(lines)} }`
}

/** Indented lines on one line: what is deeper stands in braces. */
function onOneLine(lines: string[]): string {
  let text = ''
  let depth = 0
  for (const line of lines) {
    const own = (line.length - line.trimStart().length) / 2
    const between = own > depth ? ' { ' : `${' }'.repeat(depth - own)}; `
    text += text === '' ? line.trim() : between + line.trim()
    depth = own
  }
  return text + ' }'.repeat(depth)
}

/** A place that the rows of a matrix fill in. */
function filledIn(text: string): string {
  return text.replace(/\{\{([\w.-]+)\}\}/g, '‹$1›')
}

function nameText(name: string): string {
  const filled = filledIn(name)
  return /^[\w$‹›.-]+$/.test(filled) ? filled : JSON.stringify(filled)
}

export function requestText(exchange: Exchange): string {
  const { send, operation, awaits } = exchange
  if (awaits !== undefined) return `the end of ${awaits}`
  if (send !== undefined) return sendText(send)
  if (typeof operation === 'string') return operation
  if (operation === undefined) return ''
  if ('do' in operation) return `run: ${onOneLine(programLines(operation.do))}`
  return valueText(operation as unknown as Json)
}

function sendText(send: SendForm): string {
  if ('$m' in send) return valueText(send as unknown as Json)
  if (send.raw !== undefined) return `raw ${valueText(send.raw as Json)}`
  const body = send.json ?? send.text ?? send.chunks
  const parts = [
    String(plain((send.method ?? 'GET') as Json)),
    String(plain(send.url as Json)),
    ...(send.contentType === undefined ? [] : [`(${plain(send.contentType as Json)})`]),
    ...(send.headers === undefined ? [] : [valueText(send.headers)]),
    ...(body === undefined ? [] : [valueText(body as Json)]),
    ...(send.on === undefined ? [] : [`on ${send.on}`]),
    ...(send.abortWhen === undefined ? [] : [`left when ${send.abortWhen}`]),
    ...(send.restWhen === undefined ? [] : [`the rest when ${send.restWhen}`]),
    ...(send.readWhen === undefined ? [] : [`read when ${send.readWhen}`]),
  ]
  return parts.join(' ')
}

export function answerText(expect: Expectation): string {
  if ('$m' in expect) return valueText(expect as unknown as Json)
  const { status, json, text, ...rest } = expect
  const parts = [
    ...(status === undefined ? [] : [valueText(status)]),
    ...(json === undefined ? [] : [valueText(json)]),
    ...(text === undefined ? [] : [valueText(text)]),
    ...Object.entries(rest).map(([name, value]) => `${name} ${valueText(value as Json)}`),
  ]
  return parts.join(', ')
}
