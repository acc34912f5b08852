// Loads an application, explains a request to it, and prints the account as text or JSON.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explain, isExplainable } from '../../../src/explain/explain.ts'
import type { Asked } from '../../../src/explain/lookup.ts'
import { type Ran, Recorder } from '../../../src/explain/trace.ts'
import { touchstone } from '../../../src/index.ts'
import { complain, say } from '../../options/say.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { textOf } from './text.ts'

export interface Values {
  json?: boolean | undefined
  header?: string[] | undefined
  host?: string | undefined
  trace?: boolean | undefined
}

const MISSED = 1

export async function runExplain(values: Values, positionals: string[]): Promise<number> {
  const [file, method, url, ...more] = positionals
  if (file === undefined || method === undefined || url === undefined || more.length > 0)
    throw new UsageError(
      'explain takes a module, a method and a url, as in touchstone explain ./app.js GET /users/7.',
    )
  if (!url.startsWith('/')) throw new UsageError(`The url is '${url}': it begins with /, as in /users/7.`)
  const asked: Asked = { method: method.toUpperCase(), url, headers: headersOf(values) }
  // The plans are made with what listens when the application boots.
  const recorder = values.trace === true ? new Recorder() : null
  try {
    const app = await load(file)
    const account = await explain(app, asked)
    const sent = recorder === null ? null : await send(app, asked, recorder)
    say(
      values.json === true ? `${JSON.stringify({ ...account, ...sent }, null, 2)}\n` : textOf(account, sent),
    )
    await app.close()
    return account.found ? EXIT.ok : MISSED
  } catch (error) {
    if (error instanceof UsageError) throw error
    complain(`${file} cannot be explained: ${error instanceof Error ? error.message : String(error)}\n`)
    return EXIT.adapter
  } finally {
    recorder?.stop()
  }
}

function headersOf({ header = [], host }: Values): Record<string, string> {
  const pairs = header.map((one) => {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/s.exec(one) ?? []
    if (name === undefined)
      throw new UsageError(`--header is '${one}': write it as name:value, such as accept-version:1.x.`)
    return [name.toLowerCase(), value ?? '']
  })
  return { ...(host === undefined ? {} : { host }), ...Object.fromEntries(pairs) }
}

export interface Sent {
  readonly status: number
  readonly ran: readonly Ran[]
}

async function send(app: Application, asked: Asked, recorder: Recorder): Promise<Sent> {
  recorder.clear()
  const { statusCode } = await app.inject(asked)
  await new Promise((done) => setImmediate(done)) // onResponse hooks run when the answer has left
  return { status: statusCode, ran: [...recorder.ran] }
}

type Application = Parameters<typeof explain>[0] & { close(): PromiseLike<unknown> }

const NAMES = ['default', 'app', 'create', 'build']

async function load(file: string): Promise<Application> {
  const module: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href)
  const holders = [module, Object(module['default'])]
  for (const holder of holders)
    for (const name of NAMES) {
      const value: unknown = await Reflect.get(holder, name)
      if (isApplication(value)) return value
      if (typeof value === 'function') return made(value, name)
    }
  throw new Error(
    `it exports ${Object.keys(module).join(', ') || 'nothing'}: export an instance of touchstone, a function that makes one, or a plugin (app, options), as the default export or as app, create or build`,
  )
}

/** A function with parameters is a plugin, unless its name says that it makes the application. */
async function made(value: Function, name: string): Promise<Application> {
  const isPlugin = value.length > 0 && name !== 'create' && name !== 'build'
  const app: unknown = isPlugin ? touchstone().register(value as never) : await value()
  if (isApplication(app)) return app
  throw new Error(`${name}() returned no instance of touchstone`)
}

const isApplication = (value: unknown): value is Application => isExplainable(value) && 'close' in value
