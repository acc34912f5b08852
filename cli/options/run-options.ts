// The options of a run that `conform` and `explore` share, read and checked before anything runs.

import { faultOfConnectable } from '../../conformance/adapters/connectable.ts'
import { IMPLEMENTATIONS } from '../../conformance/adapters/registry.ts'
import { didYouMean } from '../../conformance/markup/suggest.ts'
import { connectableOn, findRuntime, type Runtime } from '../../conformance/run/runtimes.ts'
import { TRANSPORTS } from '../../conformance/wire/modes.ts'
import type { Transport } from '../../spec/case.ts'
import type { ValuesOf } from './command.ts'
import { expectationsOf } from './known-differences.ts'
import { parseTargets } from './report-targets.ts'
import type { RunArguments } from './run-and-report.ts'
import { countOf, UsageError } from './usage.ts'

export const RUN_OPTIONS = {
  filter: { type: 'string', multiple: true },
  implementation: { type: 'string', multiple: true },
  runtime: { type: 'string', multiple: true },
  transport: { type: 'string', multiple: true },
  report: { type: 'string', multiple: true },
  json: { type: 'string' },
  deterministic: { type: 'boolean' },
  spec: { type: 'string' },
  expect: { type: 'string' },
  details: { type: 'string' },
  bail: { type: 'boolean' },
  config: { type: 'string' },
} as const

export const RUN_OPTIONS_HELP = `  --filter PATTERN       enc-*, case[row]#exchange, rule:ENC-1, tag:…, area:…, file:…, source:mission; may be repeated
  --transport NAME,…     inject and socket (default: connections are kept), fresh, pipelined, split (one byte at a time),
                         chunked, h2c and h2 (HTTP/2 without and with TLS), fetch, or all (default of conform for touchstone alone)
  --implementation NAME  the same as an IMPLEMENTATION; may be repeated
  --runtime NAME|PATH    run the implementations on node, node22, bun, deno, or the one at PATH; may be repeated, each is a column
  --expect FILE|FOLDER   your own known differences: one file, or a folder with NAME.json for each implementation
  --report FORMAT[=FILE] write a report: junit, ndjson, markdown, github, json, html, sarif or badge; several with commas, or repeated. One
                         without FILE goes to stdout, and progress to stderr; several without FILE go to touchstone-report.html,
                         touchstone-report.xml and so on; github needs no file
  --json FILE            the same as --report json=FILE
  --deterministic        leave times, durations and assigned ports out of the reports: equal runs write equal bytes
  --spec FOLDER          another specification than the one of this package
  --details N            print at most N causes of unexpected results in full (20); 0 prints their number only
  --bail                 end at the first result that is not as expected
  --config FILE          the options from this file; by default from touchstone.config.js, .mjs or .json, where there is one
`

/** `names` are the implementations beside the options; without any, touchstone is run. */
export function runArguments(values: ValuesOf<typeof RUN_OPTIONS>, names: string[]): RunArguments {
  const named = [...names, ...(values.implementation ?? [])]
  const implementations = named.length > 0 ? [...new Set(named)] : ['touchstone']
  checkImplementations(implementations)
  const connectables = onRuntimes(implementations, values.runtime)
  const transports = parseTransports(values.transport)
  const { expect } = values
  return {
    implementations: connectables,
    filter: values.filter ?? [],
    ...(transports ? { transports } : {}),
    targets: parseTargets(values.report ?? [], values.json),
    deterministic: values.deterministic ?? false,
    folder: values.spec,
    details: countOf('details', values.details, 20),
    bail: values.bail ?? false,
    ...(expect === undefined ? {} : { expectations: expectationsOf(expect, connectables.length) }),
  }
}

/** Each implementation on each runtime; without any, as they are. */
function onRuntimes(implementations: string[], names: string[] | undefined): string[] {
  if (names === undefined) return implementations
  const other = implementations.find((one) => /^(exec|tcp|https?):/.test(one))
  if (other !== undefined)
    throw new UsageError(
      `--runtime runs implementations in JavaScript, and ${other} has a process of its own: start it on the runtime yourself.`,
    )
  const runtimes = names.flatMap((one) => one.split(',')).map((name) => findRuntime(name.trim()))
  const missing = runtimes.find((one) => typeof one === 'string')
  if (missing !== undefined) throw new UsageError(`--runtime: ${missing}`)
  return implementations.flatMap((one) =>
    (runtimes as Runtime[]).map((runtime) => connectableOn(runtime, one)),
  )
}

/** Throws for the first that cannot be tried. */
export function checkImplementations(connectables: string[]): void {
  for (const one of connectables) {
    const fault = faultOfConnectable(one)
    if (fault !== undefined) throw new UsageError(`${fault}${meantBy(one)}`)
  }
}

function meantBy(text: string): string {
  return text.includes(':') ? '' : didYouMean(text, IMPLEMENTATIONS)
}

/** `--transport inject,split`, or `all` of them. */
function parseTransports(given: string[] | undefined): Transport[] | undefined {
  if (given === undefined) return undefined
  const names = given.flatMap((one) => one.split(',').map((name) => name.trim()))
  if (names.includes('all')) return TRANSPORTS
  const unknown = names.find((name) => !TRANSPORTS.some((transport) => transport === name))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no transport "${unknown}"; there are ${TRANSPORTS.join(', ')}, and all.${didYouMean(unknown, TRANSPORTS)}`,
    )
  return TRANSPORTS.filter((transport) => names.includes(transport))
}
