// The form of a case as TypeScript types: one small language, told in JSON, for applications, requests and answers.
// The prose is FORMAT.md, the schema that files are checked against is schema/case.v1.json.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** JSON in which an object with one known `$` key stands for something that JSON cannot say (see FORMAT.md, Values). */
export type Value = Json

/** JSON in which an object with one known `$` key is a matcher (see FORMAT.md, Matchers). */
export type Matcher = Json

/** Places at which a path begins: `request`, `reply`, `app`, `error`, `payload`, `options`, `args`, `this`, or a local. */
export type Path = string | string[]

/** The authority that decides a case. */
export type Source = 'mission' | 'interface' | 'touchstone' | OtherSource
/** Not of `spec/`: cases of the official JSON Schema Test Suite, where a folder of it is given; texts of errors of fixtures. */
export type OtherSource = 'json-schema' | 'texts'
export type Level = 'MUST' | 'SHOULD'
export type Polarity = 'positive' | 'negative'
/** `socket` keeps its connection; the others are ways of using one, in which every answer must be the same. */
export type Transport =
  | 'inject'
  | 'socket'
  | 'fresh'
  | 'pipelined'
  | 'split'
  | 'chunked'
  | 'h2c'
  | 'h2'
  | 'fetch'
export type Style = 'async' | 'sync' | 'callback'

/** A function of the application: its statements, or these with the way they are wrapped. */
export type FunctionForm = Program | FunctionObject | { $behaviour: Value } | { $fn: string }

export interface FunctionObject {
  do: Program
  style?: Style
  /** Names under which the arguments are visible; the length of the function is the number of names. */
  params?: string[]
  /** The name that the function has; none where it is left out. */
  name?: string
}

export type Program = Statement[]

/** A plugin to register. */
export interface PluginForm {
  do?: Program
  name?: string
  style?: Style
  /** Lift the encapsulation with the implementation's plugin wrapper; an object is the wrapper's metadata. */
  wrap?: boolean | { [key: string]: Value }
  prefix?: string
  options?: Value
  /** The shape in which the function is handed over. */
  form?: 'function' | 'promise' | 'module'
}

/** One statement. Exactly one of the keys of the first three groups is present; the last group are options. */
export interface Statement {
  // declarations, on `app`
  decorate?: Value[]
  decorateRequest?: Value[]
  decorateReply?: Value[]
  addSchema?: Value
  addSchemas?: Value
  addHook?: [name: Value, hook: FunctionForm]
  get?: string
  post?: string
  delete?: string
  head?: string
  all?: string
  route?: { [key: string]: Value }
  register?: PluginForm
  after?: FunctionForm
  ready?: FunctionForm
  setValidatorCompiler?: FunctionForm
  setSerializerCompiler?: FunctionForm
  setSchemaErrorFormatter?: FunctionForm
  setReplySerializer?: FunctionForm
  setErrorHandler?: FunctionForm
  setNotFoundHandler?: FunctionForm
  addContentTypeParser?: { type: Value; options?: Value; do?: FunctionForm }
  bearerAuth?: { [key: string]: Value }
  // replies
  send?: Value
  code?: Value
  header?: [name: Value, value: Value]
  type?: Value
  redirect?: Value[]
  serializer?: FunctionForm
  trailer?: [name: Value, fn: FunctionForm]
  callNotFound?: true
  hijack?: true
  // control
  return?: Value
  throw?: Value
  done?: { error?: Value; value?: Value }
  hang?: true
  if?: Value
  let?: [name: string, value: Value]
  set?: [path: Path, value: Value]
  call?: [path: string, ...args: Value[]]
  attempt?: Program
  probe?: [name: string, value: Value]
  trace?: Value
  open?: string
  wait?: string
  tick?: number
  later?: Program
  within?: Value
  // options of the above
  as?: string
  await?: boolean
  then?: Program
  else?: Program
  do?: FunctionForm
  options?: { [key: string]: Value }
  schema?: Value
  hooks?: [name: string, hook: FunctionForm][]
  errorHandler?: FunctionForm
  handlerIn?: 'options'
}

export interface App {
  /** Options of the instance factory. */
  options?: Value
  /** What is declared on the root instance before it boots. */
  do: Program
  /** What is done to the root instance once it is ready. */
  afterReady?: Program
  /** The fixture of which this is a part. Set by tools, not by files. */
  fixture?: string
}

/** A request that both transports can carry, or, with `raw`, bytes for the socket alone. */
export interface SendForm {
  method?: string
  url?: Value
  headers?: { [name: string]: Value }
  json?: Value
  text?: Value
  contentType?: string
  /** Send the body with `transfer-encoding: chunked` in these pieces. */
  chunks?: Value[]
  /** Bytes (latin1), written one element after the other; socket only. */
  raw?: string | string[]
  /** Break the connection once this gate is open, instead of awaiting the answer; socket only. */
  abortWhen?: string
  /** The name of the connection, which other requests and `connections` name too; it is opened where there is none. */
  on?: string
  /** Send the head and the first piece of the body, and the rest once this gate is open; socket only. */
  restWhen?: string
  /** Take nothing of the answer before this gate is open; socket only. */
  readWhen?: string
}

export type Operation =
  | 'boot'
  | 'ready'
  | 'close'
  | { listen: Value }
  | { open: string }
  | { do: Program }
  /** Opens a connection of this name, and sends nothing; socket only. */
  | { connect: string }
  /** The client ends the connection of this name; socket only. */
  | { disconnect: string }

export interface Expectation {
  status?: Matcher
  headers?: { [name: string]: Matcher }
  trailers?: { [name: string]: Matcher }
  json?: Matcher
  text?: Matcher
  base64?: Matcher
  trace?: Matcher
  probes?: { [name: string]: Matcher }
  log?: Matcher
  lines?: Matcher
  /** The operation ended well, with this value. */
  resolves?: Matcher
  /** The operation failed, with this error: `{name, code, message, statusCode, …}`. */
  rejects?: Matcher
  /** The answer broke off before its end. */
  broken?: true
  /** The connection was closed by the server after the answer; socket only. */
  closed?: boolean
  /** The exchanges with `until` that have not ended and that no other has awaited. */
  pending?: string[]
  /** Whether named connections are open, as their client sees it; socket only. */
  connections?: { [name: string]: 'open' | 'closed' }
}

/** Why a case or an exchange cannot be asked over HTTP/2, or over HTTP/2 with TLS; an exchange also over fetch. */
export type Exceptions = { [Over in 'h2c' | 'h2' | 'fetch']?: string }

export interface Exchange {
  id: string
  polarity: Polarity
  rules?: string[]
  /** It is asked in that line of Fastify only: the same request means something else in the other. */
  line?: 4
  /** `http2`: what only several streams of one connection show */
  transports?: ('inject' | 'socket' | 'http2')[]
  except?: Exceptions
  /** Neighbours with the same name run at the same time, each started after the one before it. */
  parallel?: string
  /** Begin only once this gate is open. */
  when?: string
  /** Do the same so many times; each time must match. */
  times?: number
  /** Send the request so many times: the first and the last must match, those between must have the same status. */
  repeat?: number
  /** Begin, and go on with the next exchange once this gate is open. How it ends is for the one that `awaits` it. */
  until?: string
  /** Instead of `send` or `operation`: the end of this earlier exchange with `until`. */
  awaits?: string
  send?: SendForm
  operation?: Operation
  expect: Expectation
}

export interface Case {
  id: string
  rules: string[]
  source: Source
  level: Level
  prose: string
  ruling?: string
  /** The line of Fastify whose meaning it has, where the same call means something else in the other. */
  line?: 4 | 5
  requires?: string[]
  tags?: string[]
  matrix?: { [axis: string]: Value[] }
  /** `manual`: the exchanges boot the application themselves, by operations. */
  boot?: 'manual'
  transports?: ('inject' | 'socket')[]
  except?: Exceptions
  /** How long an exchange may take. Set by tools, not by files. */
  timeoutMs?: number
  app: App
  exchanges: Exchange[]
}

/** Rows of values; a cell that is `✗` is empty. */
export interface Table {
  columns: string[]
  rows: Json[][]
}

/** Exchanges of one shape: `each`, filled in with each row of the table, which is one of the file or stands here. */
export interface ExchangeTable {
  table: string | Table
  each: (Exchange | ExchangeChoice)[]
}

/** Of two exchanges one, by whether the row (or the matrix) has this value. */
export interface ExchangeChoice {
  if: string
  then: Exchange
  else?: Exchange
}

/** A case as it is written: its matrix and its tables are filled in when it is read. */
export interface CaseSource extends Omit<Case, 'level' | 'matrix' | 'exchanges'> {
  /** MUST where it is left out. */
  level?: Level
  matrix?: { [axis: string]: Value[] | Table | string }
  exchanges: (Exchange | ExchangeTable)[]
}

/** One value, and what becomes of it: by itself it stays as it is. */
export interface ValueTest {
  /** The id of its exchange, in words; a schema with one test needs none. */
  description?: string
  /** The value; there is none where it is left out. */
  data?: Value
  /** How the value stands in the query string or the path, where that is not its usual spelling. */
  sent?: string
  /** The value as the handler sees it, or the answer as JSON. */
  becomes?: Matcher
  /** The message of the answer that refuses it; `true` where only the status counts. */
  refused?: Matcher
  /** The JSON text of what it becomes, or the whole answer, to the byte. */
  text?: string
  /** A value that is not refused shows what the rule leaves alone. */
  polarity?: 'negative'
  /** Asked once more after all others; `often`: after the route has written the value some hundred times. */
  again?: true | 'often'
}

/** A schema and its tests. */
export interface ValueGroup {
  /** The begin of the ids of its exchanges, in words. */
  description?: string
  /** Further rules. */
  rules?: string[]
  schema: Value
  tests: ValueTest[]
}

/** A case whose application is only schemas, and its exchanges values under them. */
export interface ValueCase extends Omit<CaseSource, 'matrix' | 'boot' | 'app' | 'exchanges'> {
  /** What the schemas are of: `body`, `querystring` or `response` as a whole, or a property such as `body.v`, `params.v`, `headers.x`. */
  in: string
  /** Options of the factory. */
  options?: Value
  /** Shared schemas. */
  shared?: Value[]
  /** The schema, where there is one. */
  schema?: Value
  tests?: ValueTest[]
  /** Several schemas, each with a route of its own. */
  values?: ValueGroup[]
}

export interface RetiredCase {
  id: string
  retired: true
  reason: string
}

export interface CaseFile {
  format: 1
  group: string
  /** Tables that several cases of the file use. */
  tables?: { [name: string]: Table }
  cases: (CaseSource | ValueCase | RetiredCase)[]
}

/** Keys of JSON Schema and its extensions, which are not words of the format. */
export const SCHEMA_KEYS: ReadonlySet<string> = new Set(
  '$id $ref $schema $defs $async $merge $patch $data $comment'.split(' '),
)
