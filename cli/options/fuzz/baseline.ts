// The file of `--baseline`: findings that are known and accepted, and `--ignore`, which writes one into it.

import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Baseline } from '../../../fuzz/index.ts'
import { accepting, EMPTY, faultOfBaseline, isFindingId } from '../../../fuzz/tools.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { checkWritable } from '../report-targets.ts'
import { UsageError } from '../usage.ts'

/** Throws a UsageError that says what is wrong with the file. */
export function baselineOf(file: string): Baseline {
  if (!existsSync(file) || statSync(file).isDirectory())
    throw new UsageError(
      `--baseline: there is no file ${file}. touchstone fuzz --baseline ${file} --ignore ID --why TEXT makes it.`,
    )
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--baseline: ${file} is not JSON: ${(error as Error).message}`)
  }
  const fault = faultOfBaseline(content)
  if (fault !== null) throw new UsageError(`--baseline: ${file}: ${fault}`)
  return content as Baseline
}

interface Given {
  baseline?: string | undefined
  ignore?: string[] | undefined
  why?: string | undefined
}

/** What was written, where `--ignore` asks for that; null without it. */
export function ignored({ baseline: file, ignore, why }: Given): string | null {
  if (ignore === undefined) {
    if (why !== undefined) throw new UsageError('--why needs --ignore ID, which names the finding.')
    return null
  }
  const ids = ignore.flatMap((one) => one.split(','))
  const wrong = ids.find((id) => !isFindingId(id))
  if (wrong !== undefined)
    throw new UsageError(`--ignore is the id of a finding, such as no-5xx-1a2b3c4d, not "${wrong}".`)
  if (why === undefined || why.trim() === '')
    throw new UsageError(`--ignore ${ids.join(',')} needs --why TEXT, which says why it is accepted.`)
  if (file === undefined) throw new UsageError('--ignore needs --baseline FILE, into which it is written.')
  const before = existsSync(file) ? baselineOf(file) : EMPTY
  checkWritable(file)
  writeFile(file, `${JSON.stringify(accepting(before, ids, why), null, 2)}\n`)
  return `${file}: ${ids.join(', ')}`
}
