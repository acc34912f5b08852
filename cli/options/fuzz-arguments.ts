// The command line of `touchstone fuzz`, read and checked before anything runs.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { visible } from '../../conformance/markup/escape.ts'
import {
  CHECK_IDS,
  CHECKS,
  faultOfIdentities,
  type Identity,
  isCheckId,
  type Runner,
} from '../../fuzz/index.ts'
import { makeFolder, setAside } from '../../spec/write-file.ts'
import type { ValuesOf } from './command.ts'
import { type Promotion, promotionOf, type SavedFinding } from './fuzz-promote.ts'
import { checkWritable } from './report-targets.ts'
import { complain } from './say.ts'
import { seedOf } from './seed.ts'
import { countOf, timeOf, UsageError } from './usage.ts'

export const FUZZ_HELP = `touchstone fuzz ./app.js [OPTION]…
touchstone fuzz --url http://127.0.0.1:3000 --openapi openapi.json [OPTION]…

Reads the routes and schemas of an application, sends valid and invalid requests, and reports faults. The module exports
an instance, a function that makes one, or a plugin (app, options), as its default or as "app", "create" or "build".

  --max-requests N       (10000, and no limit with --max-time)
  --max-time TIME        such as 30s or 10m; no limit by default
  --seed N               equal seeds send equal requests (1)
  --timeout MS           until a request counts as unanswered, in milliseconds (2000)
  --check ID,…           only these checks; may be repeated
  --skip ID,…            all checks but these
  --only ID              end with this finding and report no other, as a replay line does
  --auth-header VALUE    the authorization of every request, such as "Bearer KEY"
  --header "NAME: VALUE" a header of every request; may be repeated
  --config FILE          JSON with "identities": headers, or logins whose tokens are used
  --corpus FOLDER        first send what is saved there, and save new findings
  --promote ID           write a test of this finding of the corpus, and send nothing
  --to FILE              the file of that test (ID.test.mjs in the corpus)
  --framework npm:NAME@VERSION
                         the framework that a plugin is registered on, such as npm:fastify@4.17.0
  --import MODULE        a module to import before the application, such as a TypeScript loader
  --url URL --openapi FILE
                         a server in any language, by its OpenAPI document: 3.0 or 3.1, JSON or YAML; FILE may be an http address
  --report FORMAT[=FILE] json, junit, html, har; several with commas, or repeated; without FILE to touchstone-fuzz.json, .xml, …
  --snippets node|vitest|none
                         the test that is printed with a finding (node)
  --fail-on error|warning
                         whether warnings make the run fail (error)
  --deterministic        no times in the reports: equal runs give equal bytes
  --verbose              show the output of the application
  --help

Checks:
${CHECK_IDS.map((id) => `  ${id.padEnd(23)}${CHECKS[id].rule}`).join('\n')}

Exit codes: 0 nothing found, 1 something found, 2 the application does not boot or crashed, 3 wrong usage,
5 a file could not be written, 6 no route was reached, 130 interrupted.
`

export const FUZZ_OPTIONS = {
  'max-requests': { type: 'string' },
  'max-time': { type: 'string' },
  seed: { type: 'string' },
  timeout: { type: 'string' },
  check: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  only: { type: 'string' },
  'auth-header': { type: 'string' },
  header: { type: 'string', multiple: true },
  config: { type: 'string' },
  corpus: { type: 'string' },
  promote: { type: 'string' },
  to: { type: 'string' },
  framework: { type: 'string' },
  import: { type: 'string', multiple: true },
  url: { type: 'string' },
  openapi: { type: 'string' },
  report: { type: 'string', multiple: true },
  snippets: { type: 'string' },
  'fail-on': { type: 'string' },
  deterministic: { type: 'boolean' },
  verbose: { type: 'boolean' },
} as const

/** More than any time is enough for. */
export const ENDLESS = 999_999_999

export type FuzzFormat = 'json' | 'junit' | 'html' | 'har'
const ENDINGS: Record<FuzzFormat, string> = { json: '.json', junit: '.xml', html: '.html', har: '.har' }

export interface FuzzArguments {
  /** As it was given: a module, or the address of a server. */
  name: string
  module: string | null
  server: { url: string; openapi: string } | null
  maxRequests: number
  maxTime: number | undefined
  seed: number
  timeout: number
  checks: string[]
  only: string | undefined
  headers: Record<string, string>
  config: { file: string; identities: Identity[] } | null
  corpus: { folder: string; findings: SavedFinding[] } | null
  promote: Promotion | null
  framework: string | undefined
  imports: string[]
  reports: { format: FuzzFormat; file: string }[]
  snippets: Runner | 'none'
  failOn: 'error' | 'warning'
  deterministic: boolean
  verbose: boolean
}

export function parseFuzz(values: ValuesOf<typeof FUZZ_OPTIONS>, positionals: string[]): FuzzArguments {
  const server = serverOf(values.url, values.openapi)
  const name = server ? server.url : oneModule(positionals)
  if (server && positionals.length > 0)
    throw new UsageError(`--url names what is fuzzed, and so does ${positionals[0]}: give one of them.`)
  return {
    name,
    module: server ? null : resolve(name),
    server,
    maxRequests: countOf(
      'max-requests',
      values['max-requests'],
      values['max-time'] === undefined ? 10_000 : ENDLESS,
    ),
    maxTime: values['max-time'] === undefined ? undefined : timeOf(values['max-time']),
    seed: seedOf(values.seed ?? '1'),
    timeout: countOf('timeout', values.timeout, 2000),
    checks: checksOf(values.check, values.skip),
    only: onlyOf(values.only),
    headers: headersOf(values.header ?? [], values['auth-header']),
    config: values.config === undefined ? null : configOf(values.config),
    corpus: values.corpus === undefined ? null : corpusOf(values.corpus),
    promote: promotionOf(values),
    framework: frameworkOf(values.framework),
    imports: values.import ?? [],
    reports: reportsOf(values.report ?? []),
    snippets: oneOf('snippets', values.snippets ?? 'node', ['node', 'vitest', 'none']),
    failOn: oneOf('fail-on', values['fail-on'] ?? 'error', ['error', 'warning']),
    deterministic: values.deterministic ?? false,
    verbose: values.verbose ?? false,
  }
}

function oneModule(positionals: string[]): string {
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

function serverOf(url: string | undefined, openapi: string | undefined): FuzzArguments['server'] {
  if (url === undefined && openapi === undefined) return null
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
  return { url, openapi }
}

function checksOf(only: string[] | undefined, skip: string[] | undefined): string[] {
  const named = (given: string[] | undefined): string[] => (given ?? []).flatMap((one) => one.split(','))
  for (const id of [...named(only), ...named(skip)])
    if (!isCheckId(id)) throw new UsageError(`There is no check "${id}"; there are ${CHECK_IDS.join(', ')}.`)
  const chosen = only === undefined ? CHECK_IDS : named(only)
  const left = chosen.filter((id) => !named(skip).includes(id))
  if (left.length === 0) throw new UsageError('--check and --skip leave no check: name fewer with --skip.')
  return left
}

function onlyOf(id: string | undefined): string | undefined {
  if (id === undefined || isCheckId(id.replace(/-[0-9a-f]{8}$/, ''))) return id
  throw new UsageError(`--only is the id of a finding, such as no-5xx-1a2b3c4d, not "${id}".`)
}

function headersOf(given: string[], authorization: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const one of given) {
    const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/.exec(one) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--header is a line such as "x-tenant: a", not "${one}".`)
    headers[name.toLowerCase()] = value
  }
  return authorization === undefined ? headers : { ...headers, authorization }
}

function configOf(file: string): NonNullable<FuzzArguments['config']> {
  if (!existsSync(file) || statSync(file).isDirectory())
    throw new UsageError(`--config: there is no file ${file}.`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--config: ${file} is not JSON: ${(error as Error).message}`)
  }
  const { identities, ...rest } = (content ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(rest).filter((key) => key !== '$schema')
  if (unknown !== undefined)
    throw new UsageError(`--config: ${file} has "${unknown}"; there is "identities".`)
  const fault = faultOfIdentities(identities)
  if (fault !== null) throw new UsageError(`--config: ${file}: ${fault}`)
  return { file, identities: identities as Identity[] }
}

function frameworkOf(text: string | undefined): string | undefined {
  if (text === undefined || /^npm:[^@]\S*@\S+$|^npm:@\S+@\S+$/.test(text)) return text
  throw new UsageError(`--framework is a package such as npm:fastify@4.17.0, not "${text}".`)
}

function reportsOf(given: string[]): FuzzArguments['reports'] {
  const reports = given
    .flatMap((one) => one.split(','))
    .map((one) => {
      const [format = '', ...rest] = one.split('=')
      if (!Object.hasOwn(ENDINGS, format))
        throw new UsageError(
          `There is no report format "${format}"; there are ${Object.keys(ENDINGS).join(', ')}.`,
        )
      const known = format as FuzzFormat
      if (rest.length > 0 && rest.join('=') === '')
        throw new UsageError(`The file is missing after "${format}=".`)
      return { format: known, file: rest.length > 0 ? rest.join('=') : `touchstone-fuzz${ENDINGS[known]}` }
    })
  for (const { file } of reports) checkWritable(file)
  const twice = reports.find(({ file }, at) => reports.findIndex((one) => one.file === file) !== at)
  if (twice) throw new UsageError(`Two reports would be written to ${twice.file}: name a file for each.`)
  return reports
}

function corpusOf(folder: string): NonNullable<FuzzArguments['corpus']> {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`--corpus is a folder, and ${folder} is a file.`)
  makeFolder(folder)
  const findings = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      try {
        const finding = JSON.parse(text) as SavedFinding
        const texts = [finding.id, finding.route, finding.why]
        const isWhole = texts.every((one) => typeof one === 'string') && Array.isArray(finding.requests)
        if (isWhole && isCheckId(finding.check)) return [finding]
      } catch {
        return putAside(join(folder, file)) // older versions, and other programs, leave half a file when they are killed
      }
      throw new UsageError(
        `${join(folder, file)} is not a finding that touchstone fuzz saved: remove it from the folder.`,
      )
    })
  return { folder, findings }
}

function putAside(file: string): [] {
  const aside = setAside(file)
  const now = aside === null ? '' : `, and is ${aside} now`
  complain(`${visible(file)} is no whole JSON and is left out${visible(now)}.\n`)
  return []
}

function oneOf<T extends string>(option: string, value: string, right: readonly T[]): T {
  if (right.includes(value as T)) return value as T
  throw new UsageError(`--${option} is one of ${right.join(', ')}, not "${value}".`)
}
