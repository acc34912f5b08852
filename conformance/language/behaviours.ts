// The named behaviours of spec/behaviours.json: functions that a program cannot express.

import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import type { Value } from '../../spec/case.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../wire/certificate.ts'
import { CONTEXT } from './async-context.ts'
import { nameLocalhost } from './clients/localhost.ts'
import { countPublished, sendAndEnd, sessionUntilEnd } from './clients/own-clients.ts'
import type { Scope } from './scope.ts'
import { makeStandardSchema } from './standard-schema.ts'

interface Definition {
  schema: unknown
  method: string
  url: string
  httpPart?: string
  httpStatus?: string
  contentType?: string
}

interface SchemaError {
  keyword: string
  instancePath?: string
}

type Listener = (...args: unknown[]) => void
type Make = (options: Record<string, unknown>) => unknown

/** A value that fails where it is asked what it is. */
function unreadable(kind: string): unknown {
  const fail = (): never => {
    throw new TypeError('this value cannot be read')
  }
  if (kind === 'prototype') return new Proxy({}, { getPrototypeOf: fail })
  if (kind === 'tag') return Object.defineProperty({}, Symbol.toStringTag, { get: fail })
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const BEHAVIOURS: Record<string, Make> = {
  'validator/ajv': (options) => {
    const ajv = new Ajv(options as Options)
    return ({ schema }: Definition) => ajv.compile(schema as object)
  },
  'validator/per-part': (options) => {
    const parts = new Map(Object.entries(options).map(([part, own]) => [part, new Ajv(own as Options)]))
    return ({ schema, httpPart }: Definition) => {
      if (!httpPart) throw new Error('Missing httpPart')
      const ajv = parts.get(httpPart)
      if (!ajv) throw new Error(`Missing compiler for ${httpPart}`)
      return ajv.compile(schema as object)
    }
  },
  'server/plain': () => (handler: RequestListener) => createServer(handler),
  'server/bound': () => (handler: RequestListener) =>
    createServer((request, response) => {
      const own: (name: string, listener: Listener) => void = response.on.bind(response)
      const on = (name: string, listener: Listener): void =>
        own(name, (...args) => CONTEXT.run('of the server', listener, ...args))
      if (request.headers['x-bound']) Object.assign(response, { on })
      handler(request, response)
    }),
  'plugin/marked': () =>
    Object.assign(
      async (instance: { decorate(name: string, value: unknown): unknown }) => {
        instance.decorate('marked', true)
      },
      { [Symbol.for('skip-override')]: true },
    ),
  'plugin/written': ({ name = '', code = '', metadata, returns }) => {
    const plugin = async (instance: { pluginName: string; seenName?: string }): Promise<void> => {
      instance.seenName = instance.pluginName
    }
    const own = { name: { value: name }, toString: { value: () => code } }
    Object.defineProperties(plugin, own)
    if (metadata !== undefined) Object.assign(plugin, { [Symbol.for('plugin-meta')]: metadata })
    return returns === 'promise' ? Promise.resolve(plugin) : plugin
  },
  'server/own':
    ({ url = '/' }) =>
    (instance: { routing: RequestListener }) =>
      askOnce(instance.routing, String(url)),
  'server/certificate': () => ({ key: PRIVATE_KEY, cert: CERTIFICATE }),
  'client/tls': () => askOverTls,
  'client/http2-settings': () => settingsOf,
  'client/http2-session': () => sessionUntilEnd,
  'value/unreadable': ({ kind }) => unreadable(String(kind)),
  'client/ends': () => sendAndEnd,
  'dns/localhost': () => nameLocalhost,
  'diagnostics/requests': () => countPublished,
  'diagnostics/subscriber': () => {
    announced ??= subscribe()
    return null
  },
  'diagnostics/announced': () => (instance: object) => announced?.has(instance) ?? false,
  'validator/joi-like':
    () =>
    ({ schema }: Definition) =>
    (data: Record<string, unknown>) => {
      const required = (schema as { required?: string[] }).required ?? []
      const missing = required.filter((key) => data?.[key] === undefined)
      if (missing.length === 0) return { value: { ...data, checked: true } }
      const error = Object.assign(new Error(`"${missing[0]}" is required`), {
        details: missing.map((key) => ({ key })),
      })
      return { error }
    },
  'validator/yup-like':
    () =>
    ({ schema }: Definition) =>
    (data: Record<string, unknown>) => {
      const required = (schema as { required?: string[] }).required ?? []
      const missing = required.filter((key) => data?.[key] === undefined)
      return missing.length === 0
        ? { value: data }
        : { error: missing.map((key) => `${key} is a required field`) }
    },
  'schema/standard': makeStandardSchema,
  'schema/marked': (schema) => marked(schema),
  'schema/mark': () => (schema: object) => Reflect.get(schema, MARK),
  'serializer/json': () => () => (data: unknown) => JSON.stringify(data),
  'serializer/tagged':
    () =>
    ({ method, url, httpStatus, contentType }: Definition) =>
    (data: unknown) =>
      JSON.stringify({ tag: [method, url, httpStatus, contentType ?? null], data }),
  'formatter/keywords': () => (errors: SchemaError[], dataVar: string) =>
    new Error(`${dataVar}: ${errors.map((e) => `${e.instancePath ?? ''} ${e.keyword}`).join(', ')}`),
  'keyword/telling': () => {
    const judge = (wanted: string, data: unknown): boolean => {
      judge.errors = [{ keyword: 'telling', message: `is ${data} and not ${wanted}`, params: {} }]
      return data === wanted
    }
    judge.errors = [] as Partial<ErrorObject>[]
    return judge
  },
  'ajv-plugin/even': () => (ajv: Ajv) =>
    ajv.addKeyword({
      keyword: 'even',
      type: 'number',
      schemaType: 'boolean',
      validate: (wanted: boolean, data: number) => (data % 2 === 0) === wanted,
    }),
  'ajv-plugin/starts-with':
    () =>
    (ajv: Ajv, options: { keyword?: string } = {}) =>
      ajv.addKeyword({
        keyword: options.keyword ?? 'startsWith',
        type: 'string',
        schemaType: 'string',
        validate: (start: string, data: string) => data.startsWith(start),
      }),
  'ajv-plugin/merge': () => (ajv: Ajv) =>
    ajv.addKeyword({
      keyword: 'merged',
      schemaType: 'array',
      macro: (schemas: ObjectSchema[]) => ({
        type: 'object',
        properties: Object.assign({}, ...schemas.map((schema) => schema.properties)),
        required: schemas.flatMap((schema) => schema.required ?? []),
      }),
    }),
  'ajv-plugin/error-message': () => (ajv: Ajv) => {
    if (!ajv.opts.allErrors) throw new Error('own messages need allErrors')
    ajv.addKeyword({ keyword: 'errorMessage', schemaType: 'object' })
    ajv.opts.verbose = true
    const compile = ajv.compile.bind(ajv)
    ajv.compile = ((schema: object) => withOwnMessages(compile(schema))) as Ajv['compile']
  },
}

const MARK = Symbol.for('suite.mark')

/** As builders of schemas do: each object of the schema has its type under a symbol, too. */
function marked(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const own = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, marked(value)]))
  return Object.assign(own, { [MARK]: own['type'] })
}

/** Kept for the whole process: Node.js 20 forgets the subscribers of a channel if one of the same name was collected before. */
const initialization = diagnostics.channel('fastify.initialization')
let announced: WeakSet<object> | undefined

/** The instances that are published from now on, in this process. */
function subscribe(): WeakSet<object> {
  const seen = new WeakSet<object>()
  initialization.subscribe((message) => {
    const { fastify } = message as { fastify: { addHook?: unknown } }
    if (typeof fastify.addHook === 'function') seen.add(fastify)
  })
  return seen
}

/** One request to a server that hands its requests to this function. */
async function askOnce(listener: RequestListener, url: string): Promise<{ status: number; body: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { connection: 'close' } })
    return { status: response.status, body: await response.text() }
  } finally {
    server.close()
  }
}

/** One request of HTTP/1 over TLS. */
function askOverTls(address: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const agent = new https.Agent({ rejectUnauthorized: false })
    const request = https.get(address, { agent }, async (response) => {
      try {
        const pieces: Buffer[] = []
        for await (const piece of response) pieces.push(piece as Buffer)
        resolve({ status: response.statusCode, body: Buffer.concat(pieces).toString() })
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', reject)
  })
}

/** What a server of HTTP/2 tells its client of itself. */
async function settingsOf(address: string): Promise<http2.Settings> {
  const session = http2.connect(address, { rejectUnauthorized: false })
  try {
    const [settings] = (await once(session, 'remoteSettings')) as [http2.Settings]
    return settings
  } finally {
    session.destroy()
  }
}

interface ObjectSchema {
  properties?: object
  required?: string[]
}

/** The messages of `errorMessage` in the schema that was broken: by keyword, and for `required` by property. */
function ownMessage({ keyword, params, parentSchema, message }: ErrorObject): string | undefined {
  const own = (parentSchema as { errorMessage?: Record<string, unknown> } | undefined)?.errorMessage?.[
    keyword
  ]
  if (typeof own === 'string') return own
  const missing: unknown = params['missingProperty']
  return (own as Record<string, string> | undefined)?.[String(missing)] ?? message
}

function withOwnMessages(validate: ValidateFunction): ValidateFunction {
  const judge = (data: unknown): boolean => {
    if (validate(data)) return true
    judge.errors = validate.errors?.map((error) => ({ ...error, message: ownMessage(error) ?? '' })) ?? null
    return false
  }
  judge.errors = null as ErrorObject[] | null
  return Object.assign(judge, { schema: validate.schema, schemaEnv: validate.schemaEnv }) as ValidateFunction
}

export const BEHAVIOUR_NAMES: readonly string[] = Object.keys(BEHAVIOURS)

export function makeBehaviour(operand: Value, scope: Scope): unknown {
  const [name, options] = Array.isArray(operand) ? operand : [operand, {}]
  const make = BEHAVIOURS[String(name)]
  if (!make) throw new Error(`no behaviour ${String(name)}`)
  return make((scope.evaluate(options ?? {}) ?? {}) as Record<string, unknown>)
}
