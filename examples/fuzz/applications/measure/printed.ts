/** Runs the test that is printed with a finding: right if it fails with the defects and passes on the right application. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, type FuzzReport, testOf } from 'touchstone/fuzz'
import { hasTest } from '../../../../fuzz/tools.ts'
import type { FuzzApplication } from '../application.ts'
import { VARIABLE } from './defects-of.ts'
import { ordered, type Verdict } from './replay.ts'
import { serve } from './served.ts'

/** Where printed tests run. */
export interface Place {
  folder: string
  application: FuzzApplication
  /** What they import; for a server without a form, what it runs. */
  module: string
  report: FuzzReport
}

export interface Judged {
  /** Why the test is wrong; null if it is right. */
  wrong: string | null
  /** It passes on the right application since it ends before its assertion: an earlier request is answered otherwise there. */
  skipped: boolean
}

/** Undefined if no test is printed. */
export async function judgePrinted(place: Place, finding: Finding): Promise<Judged | undefined> {
  if (!hasTest(finding, place.report)) return undefined
  const withDefects = await run(place, finding, 'all')
  if (withDefects.passes) return { wrong: 'it passes with the defects', skipped: false }
  if (withDefects.broken) return { wrong: 'it is no test that runs', skipped: false }
  const { passes, skipped, message } = await run(place, finding, 'none')
  return { wrong: passes ? null : `it fails on the right application: ${message}`, skipped }
}

/**
 * What a finding about a sequence, concurrent requests, a time or pages shows, which no single answer tells, or what needs ids that
 * each run draws anew: its printed test fails with the defects, and passes without one of them. Null if it has none.
 */
export async function attributeByTest(place: Place, finding: Finding): Promise<Verdict | null> {
  if (finding.requests.length === 0) return null
  // What was found on a server is looked for in this process, which is the same application.
  const form = place.report.form ?? ({ name: 'create', kind: 'factory' } as const)
  const here = { ...place, report: { ...place.report, form } }
  return attributeIn(here, finding)
}

async function attributeIn(place: Place, finding: Finding): Promise<Verdict> {
  if ((await run(place, finding, 'all')).passes) return { type: 'not reproduced' }
  if (!(await run(place, finding, 'none')).passes) return { type: 'false alarm' }
  // One of them is enough: each costs a process.
  for (const id of ordered(place.application, finding))
    if ((await run(place, finding, `all but ${id}`)).passes) return { type: 'shows', defects: [id] }
  return { type: 'several' }
}

interface Ran {
  passes: boolean
  skipped: boolean
  broken: boolean
  message: string
}

const ran = new WeakMap<Finding, Map<string, Promise<Ran>>>()

/** The same test is run once with the same defects. */
function run(place: Place, finding: Finding, inPlace: string): Promise<Ran> {
  const known = ran.get(finding) ?? new Map<string, Promise<Ran>>()
  ran.set(finding, known)
  const key = `${inPlace} ${place.report.form?.kind}`
  const running = known.get(key) ?? runAnew(place, finding, inPlace)
  known.set(key, running)
  return running
}

/** In a new process, of a server too. */
async function runAnew(
  { folder, application, module, report }: Place,
  finding: Finding,
  inPlace: string,
): Promise<Ran> {
  const file = join(folder, `${finding.id}.test.mjs`)
  const { NODE_TEST_CONTEXT: _context, ...outer } = process.env
  const env = { ...outer, [VARIABLE]: inPlace }
  const { form } = report
  if (form !== null) {
    writeFileSync(file, testOf(finding, module, 'node', form))
    return runFile(file, env)
  }
  const own = join(folder, 'served')
  mkdirSync(own, { recursive: true })
  const server = await serve(own, { application: application.name, module, env })
  try {
    const setup = report.setup && { ...report.setup, file: server.config }
    writeFileSync(file, testOf(finding, server.address, 'node', null, setup))
    return runFile(file, env)
  } finally {
    server.stop()
  }
}

function runFile(file: string, env: NodeJS.ProcessEnv): Ran {
  const { status, stdout } = spawnSync(process.execPath, ['--no-deprecation', file], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const broken = /SyntaxError|ERR_MODULE_NOT_FOUND|ReferenceError/.test(stdout)
  const [, message = ''] = /error: (?:[|>]-?\n\s+)?(.*)/.exec(stdout) ?? []
  const skipped = /^(#|ℹ) skipped [1-9]/m.test(stdout)
  return { passes: status === 0, skipped, broken, message: message.slice(0, 200) }
}
