// What is fuzzed, as the command line names it: a module, or a server with its document, and the headers that go with each request.

import { existsSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { Reading } from '../../../fuzz/index.ts'
import { oneOf, UsageError } from '../usage.ts'
import { FUZZ_HELP } from './help.ts'

export interface Server {
  url: string
  openapi: string
  reading: Reading
}

export function oneModule(positionals: string[]): string {
  const [name, ...others] = positionals
  if (name === undefined) throw new UsageError('touchstone fuzz takes a module.', FUZZ_HELP)
  if (others.length > 0)
    throw new UsageError(`touchstone fuzz takes one module, not also ${others.join(', ')}.`)
  const file = resolve(name)
  if (!existsSync(file))
    throw new UsageError(`There is no file ${name}: name the module that exports the application.`)
  if (statSync(file).isDirectory()) throw new UsageError(`${name} is a folder: name the module in it.`)
  return name
}

/** Files that node reads by itself from 22.18 on, by leaving their types out. */
export function checkTypes(file: string, imports: string[]): void {
  if (!/^\.[cm]?ts$/.test(extname(file)) || imports.length > 0) return
  if ((process.features as { typescript?: unknown }).typescript) return
  const loaders = [...process.execArgv, process.env['NODE_OPTIONS'] ?? '']
  if (loaders.some((one) => /--(import|loader|require|experimental-strip-types)\b|^-r\b/.test(one))) return
  throw new UsageError(
    `${file} is TypeScript, which node ${process.versions.node} does not read: use node 22.18 or newer, name the compiled ` +
      'file, or name a loader with --import.',
  )
}

interface ServerValues {
  url?: string | undefined
  openapi?: string | undefined
  coercion?: string | undefined
  additional?: string | undefined
}

export function serverOf({ url, openapi, coercion, additional }: ServerValues): Server | null {
  if (url === undefined && openapi === undefined) {
    const [option] = Object.entries({ coercion, additional }).find(([, value]) => value !== undefined) ?? []
    if (option === undefined) return null
    throw new UsageError(
      `--${option} says how a server reads bodies, and goes with --url: of a module the options are read from it.`,
    )
  }
  if (url === undefined)
    throw new UsageError(
      '--openapi describes a server, and --url is missing: add its address, such as --url http://127.0.0.1:3000.',
    )
  if (openapi === undefined) throw new UsageError('--url needs --openapi FILE, which describes the routes.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url is an address such as http://127.0.0.1:3000, not "${url}".`)
  const isAddress = /^https?:\/\//i.test(openapi)
  if (!isAddress && !existsSync(openapi)) throw new UsageError(`--openapi: there is no file ${openapi}.`)
  if (isAddress && !URL.canParse(openapi))
    throw new UsageError(
      `--openapi is a file, or an address such as http://127.0.0.1:3000/openapi.json, not "${openapi}".`,
    )
  const reading = {
    coercion: oneOf('coercion', coercion ?? 'any', ['none', 'ajv', 'any']),
    additional: oneOf('additional', additional ?? 'any', ['remove', 'keep', 'refuse', 'any']),
  } as const
  return { url, openapi, reading }
}

export function headersOf(given: string[], authorization: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const one of given) {
    const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/.exec(one) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--header is a line such as "x-tenant: a", not "${one}".`)
    headers[name.toLowerCase()] = value
  }
  return authorization === undefined ? headers : { ...headers, authorization }
}
