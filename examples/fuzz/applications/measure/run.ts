/** Measures the fuzzer: how many of the seeded defects it finds, and what it says that is not true. `--help` has the options. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FuzzReport } from 'touchstone/fuzz'
import { APPLICATIONS } from '../all.ts'
import type { FuzzApplication } from '../application.ts'
import { FRAMEWORKS, type FrameworkName } from '../frameworks.ts'
import { fuzzed, type Kept } from './fuzzed.ts'
import { writeModule } from './module.ts'
import { attributeByTest, judgePrinted } from './printed.ts'
import { attribute } from './replay.ts'
import { type Right, rightLines, rightOnly } from './right.ts'
import { defectsWith, type Measured, tableOf } from './table.ts'

const HELP = `node dist/examples/fuzz/applications/measure/run.js [OPTION]…

Fuzzes each application with all of its defects, and without them.

  --application NAME     only this one; may be repeated
  --framework NAME       ${Object.keys(FRAMEWORKS).join(', ')} (touchstone)
  --url                  over a socket, with an OpenAPI document
  --seconds N            the limit of each run (60)
  --right                only the application without defects
  --requests N           with --right: so many of them, with several seeds where one run ends earlier
  --defects              not the application without defects
  --bare                 without the configuration of the application
  --keep FOLDER          the reports of the fuzzer, as files
  --from FOLDER          the reports of an earlier run with --keep, judged now: nothing is fuzzed
  --fuzz                 only fuzzes, for --keep: what is found is judged with --from
  --option WORD          a word that is added to the command; may be repeated
  --report FILE          the result as JSON
  --help

Exit codes: 0 measured, 2 the fuzzer gave no report, 3 wrong usage.
`

interface Settings {
  framework: FrameworkName
  url: boolean
  seconds: number
  bare: boolean
  defects: boolean
  keep?: string | undefined
  from?: string | undefined
  isJudged: boolean
  options: readonly string[]
}

class UsageError extends Error {}

interface Asked {
  applications: readonly FuzzApplication[]
  settings: Settings
  report?: string
  /** How many requests the right applications get; null with the defects. */
  right: number | null
}

function settingsOf(): Asked {
  const { values } = parseArgs({
    options: {
      application: { type: 'string', multiple: true },
      framework: { type: 'string', default: 'touchstone' },
      url: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      right: { type: 'boolean', default: false },
      defects: { type: 'boolean', default: false },
      requests: { type: 'string', default: '50000' },
      bare: { type: 'boolean', default: false },
      keep: { type: 'string' },
      from: { type: 'string' },
      fuzz: { type: 'boolean', default: false },
      option: { type: 'string', multiple: true, default: [] },
      report: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    process.exit(0)
  }
  const named = (wanted: string) => {
    const found = APPLICATIONS.find(({ name }) => name === wanted)
    if (found) return found
    const names = APPLICATIONS.map(({ name }) => name).join(', ')
    throw new UsageError(`There is no application "${wanted}"; there are ${names}.`)
  }
  if (!Object.hasOwn(FRAMEWORKS, values.framework))
    throw new UsageError(
      `There is no framework "${values.framework}"; there are ${Object.keys(FRAMEWORKS).join(', ')}.`,
    )
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new UsageError(`--seconds is a whole number from 1, not "${values.seconds}".`)
  return {
    applications: values.application?.map(named) ?? APPLICATIONS,
    settings: {
      ...{ framework: values.framework as FrameworkName, url: values.url, seconds, options: values.option },
      ...{ bare: values.bare, keep: values.keep, from: values.from, isJudged: !values.fuzz },
      defects: values.defects || values.fuzz || values.from !== undefined,
    },
    right: values.right ? Number(values.requests) : null,
    ...(values.report === undefined ? {} : { report: values.report }),
  }
}

async function measure(
  application: FuzzApplication,
  settings: Settings,
  folder: string,
): Promise<Measured | string> {
  const { framework, url } = settings
  const module = writeModule(folder, application.name, framework)
  const task = { ...settings, application: application.name, module, inPlace: 'all' } as const
  const first = settings.from === undefined ? await fuzzed(folder, task) : earlier(settings.from, application)
  // The defects ended the run: what was found is lost with the report.
  const report = first.report ?? withoutReport(first.output)
  const place = { folder, application, module, report }
  const by = new Map<string, string[]>()
  const several: string[] = []
  const falseAlarms: Measured['falseAlarms'] = []
  const notReproduced: Measured['falseAlarms'] = []
  const wrong: Measured['falseAlarms'] = []
  let [printed, rightTests, skipped] = [0, 0, 0]
  for (const finding of settings.isJudged ? report.findings : []) {
    const { expected, together } = finding
    const byTest = () => attributeByTest(place, finding)
    let verdict = expected || together ? await byTest() : null
    verdict ??= await attribute(application, framework, finding)
    // Its requests use values of earlier answers, which differ from run to run.
    if (verdict.type === 'not reproduced' && finding.links) verdict = (await byTest()) ?? verdict
    // The last answer alone may be the same in the right application, after earlier ones that are not.
    if (verdict.type === 'false alarm' && finding.requests.length > 1) verdict = (await byTest()) ?? verdict
    const about = { id: `${finding.id} ${finding.route}`, why: finding.why }
    if (verdict.type === 'false alarm') falseAlarms.push(about)
    else if (verdict.type === 'not reproduced') notReproduced.push(about)
    else if (verdict.type === 'several') several.push(about.id)
    else for (const id of verdict.defects) by.set(id, [...(by.get(id) ?? []), finding.id])
    const judged = await judgePrinted(place, finding)
    if (judged === undefined) continue
    printed++
    if (judged.skipped) skipped++
    if (judged.wrong === null) rightTests++
    else wrong.push({ id: about.id, why: judged.wrong })
  }
  const right = settings.defects
    ? null
    : await fuzzed(folder, { ...settings, application: application.name, module, inPlace: 'none' })
  if (right && right.report === null) return right.output
  return {
    ...{ application: application.name, framework, over: url ? 'url' : 'inject' },
    ...{ requests: report.requests, seconds: report.seconds, ended: report.ended, work: first.work },
    defects: defectsWith(application.defects, by),
    ...{ findings: report.findings.length, several, notReproduced, falseAlarms },
    tests: { printed, right: rightTests, skipped, wrong },
    silent: report.routes.filter(({ statuses }) => !reached(statuses)).map(({ route }) => route),
    routes: report.routes.length,
    right: {
      requests: right?.report?.requests ?? 0,
      ended: right?.report?.ended ?? 'not run',
      findings: (right?.report?.findings ?? []).map(({ id, route, why }) => ({ id: `${id} ${route}`, why })),
    },
  }
}

/** What an earlier run has kept. */
function earlier(folder: string, { name }: FuzzApplication): Awaited<ReturnType<typeof fuzzed>> {
  const report = JSON.parse(readFileSync(join(folder, `${name}-all.json`), 'utf8')) as Kept
  return { report, output: '', work: report.work ?? null }
}

function withoutReport(output: string): FuzzReport {
  const [said = 'no report'] = output.trim().split('\n').slice(-1)
  return {
    ...{ format: 'touchstone-fuzz/1', target: '', form: null, seed: 1, requests: 0, seconds: 0 },
    ...{ routes: [], findings: [], warnings: [], notes: [], ended: `no report: ${said}` as 'crashed' },
  }
}

function reached(statuses: Readonly<Record<string, number>>): boolean {
  return Object.keys(statuses).some((status) => status.startsWith('2'))
}

async function main(): Promise<number> {
  const { applications, settings, report, right } = settingsOf()
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  try {
    if (right !== null) {
      const rows: Right[] = []
      for (const { name } of applications) {
        const module = writeModule(folder, name, settings.framework)
        rows.push(await rightOnly(folder, { ...settings, application: name, module, inPlace: 'none' }, right))
        if (report !== undefined) writeFileSync(report, `${JSON.stringify(rows, null, 2)}\n`)
        process.stdout.write(rightLines(rows.at(-1)!))
      }
      return 0
    }
    const all: Measured[] = []
    for (const application of applications) {
      process.stderr.write(`${application.name} …\n`)
      const measured = await measure(application, settings, folder)
      if (typeof measured === 'string') {
        process.stderr.write(`touchstone fuzz gave no report of ${application.name}:\n${measured}\n`)
        return 2
      }
      all.push(measured)
      if (report !== undefined) writeFileSync(report, `${JSON.stringify(all, null, 2)}\n`)
    }
    process.stdout.write(`${tableOf(all)}\n`)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage =
    error instanceof UsageError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
  if (!isUsage) throw error
  process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
  process.exitCode = 3
}
