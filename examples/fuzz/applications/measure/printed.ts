/** Runs the test that is printed with a finding: right if it fails with the defects and passes on the right application. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, type FuzzReport, testOf } from 'touchstone/fuzz'
import type { FuzzApplication } from '../application.ts'
import { VARIABLE } from './defects-of.ts'
import { ordered, type Verdict } from './replay.ts'

/** Why a printed test is wrong; null if it is right, undefined if none is printed. */
export function judgePrinted(
  folder: string,
  finding: Finding,
  { form }: FuzzReport,
  module: string,
): string | null | undefined {
  if (form === null || finding.unstable) return undefined
  const file = join(folder, `${finding.id}.test.mjs`)
  writeFileSync(file, testOf(finding, module, 'node', form))
  const withDefects = run(file, 'all')
  if (withDefects.passes) return 'it passes with the defects'
  if (withDefects.broken) return 'it is no test that runs'
  const right = run(file, 'none')
  return right.passes ? null : `it fails on the right application: ${right.message}`
}

/**
 * What a finding about a sequence, concurrent requests, a time or pages shows, which no single answer tells, or what needs ids that
 * each run draws anew: its printed test fails with the defects, and passes without one of them.
 */
export function attributeByTest(
  folder: string,
  application: FuzzApplication,
  finding: Finding,
  module: string,
  form: NonNullable<FuzzReport['form']>,
): Verdict {
  const file = join(folder, `${finding.id}.test.mjs`)
  writeFileSync(file, testOf(finding, module, 'node', form))
  if (run(file, 'all').passes) return { type: 'not reproduced' }
  if (!run(file, 'none').passes) return { type: 'false alarm' }
  const defects = ordered(application, finding).filter((id) => run(file, `all but ${id}`).passes)
  return defects.length > 0 ? { type: 'shows', defects } : { type: 'several' }
}

function run(file: string, inPlace: string): { passes: boolean; broken: boolean; message: string } {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--no-deprecation', file], {
    env: { ...env, [VARIABLE]: inPlace },
    encoding: 'utf8',
    timeout: 30_000,
  })
  const broken = /SyntaxError|ERR_MODULE_NOT_FOUND|ReferenceError/.test(stdout)
  const [, message = ''] = /error: (?:\|-\n\s+)?(.*)/.exec(stdout) ?? []
  return { passes: status === 0, broken, message: message.slice(0, 200) }
}
