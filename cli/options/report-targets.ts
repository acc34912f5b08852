// The reports that a command line asks for: read from `--report`, checked before anything runs, written at the end.

import { accessSync, appendFileSync, constants, existsSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { FORMATS, type Format, isFormat } from '../../conformance/formats/formats.ts'
import { ndjsonLines, ndjsonSummary } from '../../conformance/formats/ndjson.ts'
import type { JudgedAssertion } from '../../conformance/judge/expectations.ts'
import { didYouMean } from '../../conformance/markup/suggest.ts'
import type { ReportContext } from '../../conformance/report/verdicts.ts'
import type { ConformanceReport } from '../../conformance/run/run.ts'
import { type FileError, fileError, finishFile, writeFile } from '../../spec/write-file.ts'
import { UsageError } from './usage.ts'

export interface ReportTarget {
  format: Format
  /** Without a file the report goes to stdout. */
  file?: string
  /** The file name was chosen here, so it is printed. */
  named?: true
}

export function parseTargets(values: string[], json?: string): ReportTarget[] {
  const targets = withNames(values.flatMap((value) => value.split(',')).map(parseTarget))
  if (json !== undefined) targets.push({ format: 'json', file: json })
  for (const { file } of targets) if (file !== undefined) checkWritable(file)
  const files = targets.flatMap(({ file }) => file ?? [])
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to ${twice}: name a file for each.`)
  return targets
}

const ENDINGS: Record<Format, string> = {
  junit: '.xml',
  ndjson: '.ndjson',
  markdown: '.md',
  github: '.github',
  json: '.json',
  html: '.html',
  sarif: '.sarif',
  badge: '.svg',
}

/** One report without a file goes to stdout; where there are more, each gets a file of its own. */
function withNames(targets: ReportTarget[]): ReportTarget[] {
  if (targets.filter(takesStdout).length < 2) return targets
  return targets.map((target) =>
    takesStdout(target)
      ? { ...target, file: `touchstone-report${ENDINGS[target.format]}`, named: true }
      : target,
  )
}

function parseTarget(text: string): ReportTarget {
  const [name, ...rest] = text.split('=')
  const format = name ?? ''
  if (!isFormat(format))
    throw new UsageError(
      `There is no report format "${format}"; there are ${Object.keys(FORMATS).join(', ')}, as in --report junit=FILE,github.${didYouMean(format, Object.keys(FORMATS))}`,
    )
  if (rest.length === 0) return { format }
  const file = rest.join('=')
  if (file === '') throw new UsageError(`The file is missing after "${format}=".`)
  return { format, file }
}

/** A run may take long, so a file that cannot be written is an error before the run. */
export function checkWritable(file: string): void {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`${file} cannot be written: there is no folder ${folder}.`)
  if (existsSync(file) && statSync(file).isDirectory())
    throw new UsageError(`${file} cannot be written: it is a folder.`)
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK)
    if (!isDevice(file)) accessSync(folder, constants.W_OK) // it is written beside the file, and renamed
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
  }
}

/** Whether a file is a pipe, or a device such as /dev/stdout, which is written as it is. */
function isDevice(file: string): boolean {
  return existsSync(file) && !statSync(file).isFile()
}

/** Annotations may stand among other lines; any other report has stdout for itself. */
export function takesStdout({ format, file }: ReportTarget): boolean {
  return file === undefined && format !== 'github'
}

/**
 * Writes the assertions of NDJSON reports during the run, unless their order must be deterministic. They go to FILE.part: FILE is
 * the report of the last run until this one has ended.
 */
export function streamReports(
  targets: ReportTarget[],
  context: ReportContext,
): ((implementation: string, assertions: JudgedAssertion[], version: string) => void) | undefined {
  const streams = targets.filter((target) => isStreamed(target, context))
  for (const { file } of streams) if (file !== undefined) writeFile(partOf(file), '')
  if (streams.length === 0) return undefined
  return (implementation, assertions, version) => {
    const text = ndjsonLines({ implementation, version }, assertions, context).join('')
    for (const { file } of streams) {
      if (file === undefined) process.stdout.write(text)
      else append(partOf(file), text)
    }
  }
}

function partOf(file: string): string {
  return isDevice(file) ? file : `${file}.part`
}

/** What could not be written during the run, which goes on: it is said at the end. */
const failed = new Map<string, FileError>()

function append(file: string, text: string): void {
  if (failed.has(file)) return
  try {
    appendFileSync(file, text)
  } catch (error) {
    failed.set(file, fileError(file, error))
    if (!isDevice(file)) rmSync(file, { force: true })
  }
}

function finish(file: string): void {
  const failure = failed.get(partOf(file))
  if (failure !== undefined) throw failure
  if (!isDevice(file)) finishFile(partOf(file), file)
}

function isStreamed({ format }: ReportTarget, { deterministic }: ReportContext): boolean {
  return format === 'ndjson' && !deterministic
}

/** `streamed`: the assertions of what is streamed were written by `streamReports`. */
export function writeReports(
  targets: ReportTarget[],
  report: ConformanceReport,
  context: ReportContext,
  streamed = false,
): void {
  for (const target of targets) {
    const { format, file } = target
    if (streamed && isStreamed(target, context)) {
      const summary = ndjsonSummary(report, context)
      if (file === undefined) process.stdout.write(summary)
      else {
        append(partOf(file), summary)
        finish(file)
      }
      continue
    }
    const text = FORMATS[format](report, context)
    if (file === undefined) process.stdout.write(text)
    else writeFile(file, text)
  }
}
