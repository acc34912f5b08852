// Values that JSON cannot hold, made from JSON: errors, bytes, streams, promises and other odd things to send or throw.

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Stream } from 'node:stream'
import { runInNewContext } from 'node:vm'

type Make = (operand: unknown) => unknown

export const SPECIAL: Record<string, Make> = {
  $undefined: () => undefined,
  $number: (operand) => Number(operand),
  $bigint: (operand) => BigInt(operand as string),
  $date: (operand) => new Date(operand as string),
  $buffer: (operand) => Buffer.from(String(operand)),
  $bytes: (operand) => Buffer.from(String(operand), 'base64'),
  $typedArray: (operand) => typedArray(operand as [string, number[]]),
  $regexp: (operand) =>
    Array.isArray(operand) ? new RegExp(operand[0], operand[1]) : new RegExp(String(operand)),
  $repeat: (operand) => {
    const [text, times] = operand as [string, number]
    return text.repeat(times)
  },
  $error: (operand) => makeError(typeof operand === 'string' ? { message: operand } : (operand as ErrorForm)),
  $frozen: (operand) => Object.freeze(operand),
  $nullPrototype: (operand) => Object.assign(Object.create(null), operand),
  $inherits: (operand) => {
    const [inherited, own] = operand as [object, object]
    return Object.assign(Object.create(inherited), own)
  },
  $circular: () => {
    const value: Record<string, unknown> = {}
    value['self'] = value
    return value
  },
  $map: (operand) => new Map(operand as [unknown, unknown][]),
  $set: (operand) => new Set(operand as unknown[]),
  $toJSON: (operand) => ({ toJSON: typeof operand === 'function' ? operand : () => operand }),
  $thenable: (operand) => {
    const value: Record<string, unknown> = {}
    // Set afterwards, so that the literal is not taken for a promise.
    value['then'] = (resolve: (v: unknown) => void) => resolve(operand)
    return value
  },
  $promise: (operand) => makePromise(operand as { resolve?: unknown; reject?: unknown }),
  $throwingGetter: (operand) => {
    const [key, message] = operand as [string, string]
    return Object.defineProperty({}, key, {
      enumerable: true,
      get: () => {
        throw new Error(message)
      },
    })
  },
  $stream: (operand) => makeStream(operand as StreamForm),
  $webStream: (operand) => webStream(operand as StreamForm),
  $response: (operand) => {
    const { status = 200, headers = {}, body = null } = operand as ResponseForm
    return new Response(body, { status, headers })
  },
  $pipe: () => freePipe(),
  $fn: (operand) => sampleFunction(String(operand)),
}

/** A path on which a server can listen: of a socket of the file system, on Windows of a pipe. */
function freePipe(): string {
  const name = `touchstone-${randomUUID()}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name)
}

interface ResponseForm {
  status?: number
  headers?: Record<string, string>
  body?: string | null
}

interface ErrorForm {
  message?: string
  name?: string
  class?: string
  cause?: unknown
  props?: object
  frozen?: boolean
  statusCode?: unknown
  status?: unknown
  code?: unknown
  headers?: unknown
}

const CLASSES: Record<string, ErrorConstructor> = {
  Error,
  TypeError,
  RangeError,
  SyntaxError,
  OtherRealmError: runInNewContext('Error'),
}

function makeError(form: ErrorForm): Error {
  const Class = CLASSES[form.class ?? 'Error'] ?? Error
  const error =
    form.cause === undefined ? new Class(form.message) : new Class(form.message, { cause: form.cause })
  if (form.name !== undefined) error.name = form.name
  for (const key of ['statusCode', 'status', 'code', 'headers'] as const) {
    if (form[key] !== undefined) (error as unknown as Record<string, unknown>)[key] = form[key]
  }
  Object.assign(error, form.props)
  return form.frozen ? Object.freeze(error) : error
}

function makePromise(form: { resolve?: unknown; reject?: unknown }): Promise<unknown> {
  return 'reject' in form ? Promise.reject(form.reject) : Promise.resolve(form.resolve)
}

function typedArray([name, items]: [string, number[]]): unknown {
  const classes: Record<string, (from: number[]) => unknown> = {
    Uint8Array: (from) => Uint8Array.from(from),
    Uint16Array: (from) => Uint16Array.from(from),
    Int8Array: (from) => Int8Array.from(from),
    Float32Array: (from) => Float32Array.from(from),
    ArrayBuffer: (from) => Uint8Array.from(from).buffer,
    DataView: (from) => new DataView(Uint8Array.from(from).buffer),
  }
  return classes[name]?.(items)
}

interface StreamForm {
  chunks?: unknown[]
  /** null: it says that it failed, and not of what. */
  error?: string | null
  hang?: boolean
  /** its chunks are values, as they are */
  objects?: boolean
  /** one of before Node.js 0.10, which has pipe and on, and no state */
  old?: boolean
}

function* piecesOf(form: StreamForm): Generator<unknown> {
  yield* form.chunks ?? []
}

function makeStream(form: StreamForm): Stream {
  if (form.old) return oldStream(form)
  const pieces = piecesOf(form)
  return new Readable({
    objectMode: form.objects === true,
    read() {
      const { value, done } = pieces.next()
      if (!done) this.push(value)
      else if (form.error === null) setImmediate(() => this.emit('error', null))
      else if (form.error !== undefined) {
        const error: unknown = form.error
        setImmediate(() => this.destroy(error instanceof Error ? error : new Error(String(error))))
      } else if (!form.hang) this.push(null)
    },
  })
}

function oldStream(form: StreamForm): Stream {
  const stream = new Stream()
  setImmediate(() => {
    for (const piece of piecesOf(form)) stream.emit('data', piece)
    if (form.error !== undefined) stream.emit('error', new Error(String(form.error)))
    else if (!form.hang) stream.emit('end')
  })
  return stream
}

function webStream(form: StreamForm): unknown {
  const pieces = piecesOf(form)
  return new ReadableStream({
    pull(controller) {
      const { value, done } = pieces.next()
      if (!done) controller.enqueue(Buffer.from(value as string))
      else if (form.error !== undefined) controller.error(form.error === null ? null : new Error(form.error))
      else if (!form.hang) controller.close()
    },
  })
}

/** Functions for arguments whose kind matters and whose work does not. */
function sampleFunction(kind: string): unknown {
  const [, isAsync, arity] = /^(async-)?arity-(\d+)$/.exec(kind) ?? []
  if (arity !== undefined) {
    const made = isAsync ? async () => undefined : () => undefined
    return Object.defineProperty(made, 'length', { value: Number(arity) })
  }
  if (kind === 'async') return async () => undefined
  if (kind === 'callback') return (...args: unknown[]) => (args.at(-1) as () => void)()
  return () => undefined
}
