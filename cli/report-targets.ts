// The reports that a command line asks for: read from `--report`, checked before anything runs, written at the end.

import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { FORMATS, type Format, isFormat } from '../conformance/report/formats.ts'
import type { ReportContext } from '../conformance/report/verdicts.ts'
import type { ConformanceReport } from '../conformance/run.ts'
import { UsageError } from './usage.ts'

export interface ReportTarget {
  format: Format
  /** None: stdout. */
  file?: string
}

export function parseTargets(values: string[], json?: string): ReportTarget[] {
  const targets = values.flatMap((value) => value.split(',')).map(parseTarget)
  if (json !== undefined) targets.push({ format: 'json', file: json })
  for (const { file } of targets) if (file !== undefined) checkWritable(file)
  const [first, second] = targets.filter(takesStdout)
  if (first && second)
    throw new UsageError(
      `Only one report can go to stdout, and ${first.format} and ${second.format} both would: name a file, ${second.format}=FILE.`,
    )
  const files = targets.flatMap(({ file }) => file ?? [])
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to ${twice}: name a file for each.`)
  return targets
}

function parseTarget(text: string): ReportTarget {
  const [name, ...rest] = text.split('=')
  const format = name ?? ''
  if (!isFormat(format))
    throw new UsageError(
      `There is no report format "${format}"; there are ${Object.keys(FORMATS).join(', ')}, as in --report junit=FILE,github.`,
    )
  if (rest.length === 0) return { format }
  const file = rest.join('=')
  if (file === '') throw new UsageError(`The file is missing after "${format}=".`)
  return { format, file }
}

/** A run may take long: what cannot be written is said before it. */
function checkWritable(file: string): void {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`${file} cannot be written: there is no folder ${folder}.`)
  if (existsSync(file) && statSync(file).isDirectory())
    throw new UsageError(`${file} cannot be written: it is a folder.`)
  try {
    accessSync(existsSync(file) ? file : folder, constants.W_OK)
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
  }
}

/** Annotations are told among other lines; anything else has stdout for itself. */
export function takesStdout({ format, file }: ReportTarget): boolean {
  return file === undefined && format !== 'github'
}

export function checkBadge(targets: ReportTarget[], implementations: number): void {
  if (implementations > 1 && targets.some(({ format }) => format === 'badge'))
    throw new UsageError(
      `A badge is about one implementation, and there are ${implementations}: ask for it alone.`,
    )
}

export function writeReports(
  targets: ReportTarget[],
  report: ConformanceReport,
  context: ReportContext,
): void {
  for (const { format, file } of targets) {
    const text = FORMATS[format](report, { toolVersion: version(), ...context })
    if (file === undefined) process.stdout.write(text)
    else writeFile(file, text)
  }
}

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
  }
}

export function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
