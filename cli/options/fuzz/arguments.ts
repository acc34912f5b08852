// The command line of `touchstone fuzz`, read and checked before anything runs.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Baseline, CHECK_IDS, type Profile, type Recorded, type Runner } from '../../../fuzz/index.ts'
import { COVERAGE, type CoverageMode, MOST_WORKERS, PROFILES } from '../../../fuzz/tools.ts'
import type { ValuesOf } from '../command.ts'
import { seedOf } from '../seed.ts'
import { parseShard, type Shard } from '../shard.ts'
import { countOf, oneOf, timeOf, UsageError } from '../usage.ts'
import { baselineOf } from './baseline.ts'
import { type FuzzConfig, fuzzConfigOf } from './config.ts'
import { type Corpus, corpusOf } from './corpus.ts'
import type { FUZZ_OPTIONS } from './help.ts'
import { type Promotion, promotionOf } from './promote.ts'
import { harOf } from './recording.ts'
import { type FuzzReportFile, reportsOf } from './reports.ts'
import { headersOf, oneModule, type Server, serverOf } from './target.ts'

/** More than any time is enough for. */
export const ENDLESS = 999_999_999

export interface FuzzArguments {
  /** As it was given: a module, or the address of a server. */
  name: string
  module: string | null
  server: Server | null
  maxRequests: number
  maxTime: number | undefined
  seed: number
  timeout: number
  checks: string[]
  only: string | undefined
  profile: Profile
  coverage: CoverageMode
  counted: string | null
  workers: number
  shard: Shard | null
  headers: Record<string, string>
  config: FuzzConfig | null
  corpus: Corpus | null
  baseline: { file: string; content: Baseline } | null
  recording: Recorded[]
  promote: Promotion | null
  framework: string | undefined
  imports: string[]
  reports: FuzzReportFile[]
  snippets: Runner | 'none'
  failOn: 'error' | 'warning'
  deterministic: boolean
  showSecrets: boolean
  verbose: boolean
}

export async function parseFuzz(
  values: ValuesOf<typeof FUZZ_OPTIONS>,
  positionals: string[],
): Promise<FuzzArguments> {
  const server = serverOf(values)
  const name = server ? server.url : oneModule(positionals)
  if (server && positionals.length > 0)
    throw new UsageError(`--url names what is fuzzed, and so does ${positionals[0]}: give one of them.`)
  const config = await fuzzConfigOf(values.config)
  const coverage = oneOf('coverage', values.coverage ?? config?.setup.coverage ?? 'auto', COVERAGE)
  const shard = values.shard === undefined ? null : parseShard(values.shard)
  const known = [...CHECK_IDS, ...Object.keys(config?.setup.checks ?? {})]
  return {
    name,
    module: server ? null : resolve(name),
    server,
    ...limitsOf(values, config),
    workers: workersOf(values, config?.setup.workers, server),
    shard,
    seed: seedOf(values.seed ?? '1'),
    timeout: countOf('timeout', values.timeout, 2000),
    checks: checksOf(values.check, values.skip, known),
    only: onlyOf(values.only, known),
    profile: oneOf('profile', values.profile ?? config?.setup.profile ?? 'lenient', PROFILES),
    coverage,
    counted: countedOf(coverage, server ? null : resolve(name)),
    headers: headersOf(values.header ?? [], values['auth-header']),
    config,
    corpus: values.corpus === undefined ? null : corpusOf(values.corpus),
    baseline:
      values.baseline === undefined ? null : { file: values.baseline, content: baselineOf(values.baseline) },
    recording: values.har === undefined ? [] : harOf(values.har),
    promote: promotionOf(values),
    framework: frameworkOf(values.framework),
    imports: values.import ?? [],
    reports: reportsOf(values.report ?? []),
    snippets: snippetsOf(values),
    failOn: oneOf('fail-on', values['fail-on'] ?? 'error', ['error', 'warning']),
    deterministic: values.deterministic ?? false,
    showSecrets: values['show-secrets'] ?? false,
    verbose: values.verbose ?? false,
  }
}

/** The folder of which V8 counts the branches: that of the package that the module is in. Null where it does not count. */
function countedOf(mode: CoverageMode, module: string | null): string | null {
  const { versions, features, env } = process as {
    versions: Record<string, unknown>
    features: object
    env: object
  }
  const why =
    module === null
      ? 'the branches of a module, and with --url the code runs elsewhere'
      : Object.hasOwn(env, 'NODE_V8_COVERAGE')
        ? 'where nobody else does, and NODE_V8_COVERAGE is set'
        : versions['bun'] || versions['deno'] || !(features as { inspector?: boolean }).inspector
          ? 'with the inspector of Node.js, which this runtime does not have'
          : null
  if (mode === 'on' && why !== null) throw new UsageError(`--coverage on counts ${why}.`)
  if (mode === 'off' || why !== null) return null
  for (let folder = dirname(module!); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) return dirname(module!)
  }
}

/** A finding alone is repeated by the process that found it. */
function workersOf(
  { workers, shard, only, url }: ValuesOf<typeof FUZZ_OPTIONS>,
  configured: number | undefined,
  server: Server | null,
): number {
  if (workers !== undefined && shard !== undefined)
    throw new UsageError(
      '--shard is one part of a run, and --workers makes all of them: give one of the two.',
    )
  const count = countOf('workers', workers, shard === undefined ? (configured ?? 1) : 1)
  if (count < 1 || count > MOST_WORKERS)
    throw new UsageError(`--workers is a number from 1 to ${MOST_WORKERS}, not "${workers}".`)
  if (count > 1 && server)
    throw new UsageError(
      `--workers ${count} needs an application for each, and ${url} is one: what a worker changes would look like a fault to another. ` +
        `Start ${count} servers, and fuzz each with one of --shard 1/${count} to --shard ${count}/${count}.`,
    )
  return only === undefined ? count : 1
}

/** A finding alone comes with its test. */
function snippetsOf({ snippets, only }: ValuesOf<typeof FUZZ_OPTIONS>): FuzzArguments['snippets'] {
  return oneOf('snippets', snippets ?? (only === undefined ? 'none' : 'node'), ['node', 'vitest', 'none'])
}

/** The options go before the configuration. */
function limitsOf(
  values: ValuesOf<typeof FUZZ_OPTIONS>,
  config: FuzzConfig | null,
): Pick<FuzzArguments, 'maxRequests' | 'maxTime'> {
  const { maxRequests, maxTime } = config?.setup ?? {}
  const given = typeof maxTime === 'string' ? timeOf(maxTime) : maxTime
  const time = values['max-time'] === undefined ? given : timeOf(values['max-time'])
  const fallback = maxRequests ?? (time === undefined ? 10_000 : ENDLESS)
  return { maxRequests: countOf('max-requests', values['max-requests'], fallback), maxTime: time }
}

function checksOf(only: string[] | undefined, skip: string[] | undefined, known: string[]): string[] {
  const named = (given: string[] | undefined): string[] => (given ?? []).flatMap((one) => one.split(','))
  for (const id of [...named(only), ...named(skip)])
    if (!known.includes(id)) throw new UsageError(`There is no check "${id}"; there are ${known.join(', ')}.`)
  const chosen = only === undefined ? known : named(only)
  const left = chosen.filter((id) => !named(skip).includes(id))
  if (left.length === 0) throw new UsageError('--check and --skip leave no check: name fewer with --skip.')
  return left
}

function onlyOf(id: string | undefined, known: string[]): string | undefined {
  if (id === undefined || known.includes(id.replace(/-[0-9a-f]{8}$/, ''))) return id
  throw new UsageError(`--only is the id of a finding, such as no-5xx-1a2b3c4d, not "${id}".`)
}

function frameworkOf(text: string | undefined): string | undefined {
  if (text === undefined || /^npm:[^@]\S*@\S+$|^npm:@\S+@\S+$/.test(text)) return text
  throw new UsageError(`--framework is a package such as npm:fastify@4.17.0, not "${text}".`)
}
