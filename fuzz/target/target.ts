/** What is fuzzed, as the engine sees it: routes that it can read, and a way to ask. An instance, or a server somewhere. */

import type { Schema, SchemaOrBoolean } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import type { AnswerLink } from './openapi-links.ts'

/** A request as it travels: everything encoded, header names in lower case. */
export interface WireRequest {
  method: string
  /** Path and query, percent-encoded. */
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** How a server in any language reads bodies, as far as its document does not say. */
export interface Reading {
  /** `none`: a value is taken as it is; `ajv`: by the table of ajv; `any`: a scalar may become one of another type. */
  readonly coercion: 'none' | 'ajv' | 'any'
  /** What happens to properties that a closed object does not declare; `any`: that is not known. */
  readonly additional: 'remove' | 'keep' | 'refuse' | 'any'
}

/** One route: its schemas in their full form, with the shared ones that their references see. */
export interface TargetRoute {
  readonly method: string
  /** As it was declared: `/users/:id`. */
  readonly url: string
  /** JSON Schemas only; what is none stands in `opaque`. */
  readonly schemas: Readonly<Partial<Record<Part, SchemaOrBoolean>>>
  /** Body schemas by media type, where the route tells them apart; `schemas.body` is then the one for JSON. */
  readonly bodyTypes?: readonly string[]
  /** Types for which the application has parsers, as far as it tells. */
  readonly parsedTypes?: readonly string[]
  /** Parts whose schema only the application's own validator can read. */
  readonly opaque: readonly Part[]
  /** By status (`200`, `2xx`, `default`); null where none is declared. */
  readonly responses: Readonly<Record<string, unknown>> | null
  readonly shared: Readonly<Record<string, Schema>>
  /** Its handler also gets requests that break its schema. */
  readonly attachValidation: boolean
  /** How a body is read, where it is not as ajv does with the options of the framework. */
  readonly reading?: Reading
  /** The way to its context, where the target knows contexts. */
  readonly context: string
  /** Meant to be open, whatever its neighbours are. */
  readonly isPublic: boolean
  /** Of the operation, as OpenAPI has them. */
  readonly tags?: readonly string[]
  /** `examples` of an OpenAPI operation and the like, beside those in the schemas. */
  readonly examples?: readonly Readonly<Partial<Record<Part, unknown>>>[]
  /** What other routes take of its answers, as the document says. */
  readonly links?: readonly AnswerLink[]
}

/** What can be seen of an exchange from within; a server somewhere shows nothing of it. */
export interface Seen {
  /** The route that was reached, as declared; null where none was. */
  route: string | null
  /** Validation was passed: the handler was on its turn. */
  handled: boolean
  /** What a serializer was given, where one was. */
  payload?: { value: unknown }
  /** The error that an error handler was given. */
  error?: { name: string; message: string; code?: string; validation?: unknown[]; stack?: string }
  /** The parts before they were validated, when they were asked for. */
  parts?: Partial<Record<Part, unknown>>
}

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly seen?: Seen
  /** What checks of the configuration say of it. */
  readonly own?: { check: string; why: string }[]
  /** A property that each object of the process had afterwards; it is taken away again. */
  readonly polluted?: string
}

export interface AskOptions {
  /** Milliseconds until the request counts as unanswered. */
  readonly timeout: number
  /** Copies what was read from the wire to `seen.parts`. */
  readonly capture?: boolean
}

/** No answer came in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The server ended, or hangs: nothing more can be asked. */
export class TargetGone extends Error {
  override name = 'TargetGone'
  readonly request: WireRequest
  /** It still takes connections. */
  readonly hangs: boolean

  constructor(message: string, request: WireRequest, hangs: boolean) {
    super(message)
    this.request = request
    this.hangs = hangs
  }
}

/** How a module gives its application, for tests that import it. */
export interface ExportForm {
  /** The name of the export. */
  name: string
  kind: 'instance' | 'factory' | 'plugin'
  /** What a plugin was registered on, where it is not touchstone: `fastify`. */
  framework?: string
}

/** What `inject` of an instance takes, as far as functions of a configuration need it. */
export interface InjectOptions {
  method?: string
  url: string
  headers?: Readonly<Record<string, unknown>>
  payload?: unknown
  body?: unknown
}

export interface Injected {
  statusCode: number
  headers: Readonly<Record<string, unknown>>
  payload: string
  body: string
  json(): unknown
}

/** An instance, or a server under its interface. */
export interface Injectable {
  inject(options: InjectOptions | string): Promise<Injected>
}

export interface Target {
  /** Where it came out of a module. */
  readonly form?: ExportForm
  /** The instance, where it is in this process. */
  readonly app?: object
  /** What the reports call it. */
  readonly name: string
  /** What could not be done to it, in sentences for the report. */
  readonly notes: string[]
  /** Rejects where the application does not boot. */
  routes(): Promise<readonly TargetRoute[]>
  /** How often the server has ended and was started again by whatever watches it. */
  readonly restarts?: number
  /** How often what `fresh` gives was this application itself, after a reset. */
  readonly resets?: number
  /** Rejects with `NoAnswer` after the time is up. */
  ask(request: WireRequest, options: AskOptions): Promise<Answer>
  /** The same request over a connection, where `ask` does without one. Header names travel as they are written. */
  askOverSocket?(request: WireRequest, options: AskOptions): Promise<Answer>
  /** Bytes of resident memory of a server on this machine; null where they cannot be read. */
  memory?(): number | null
  /** Keeps a server busy for a moment: what is sent in the same turn is there for it at the same time. */
  rush?(): Promise<void>
  /** Another application, as this one was at its start, where that can be made. */
  fresh?(): Promise<Target>
  close(): Promise<void>
}
