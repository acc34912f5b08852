// `touchstone fuzz --promote`: writes a finding of a corpus as a test, which stays when the corpus is emptied.

import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type ExportForm, type Finding, type Runner, type SetupCalls, testOf } from '../../../fuzz/index.ts'
import { makeFolder, writeFile } from '../../../spec/write-file.ts'
import { UsageError } from '../usage.ts'

/** A finding as a corpus keeps it. */
export type SavedFinding = Finding & { form?: ExportForm; setup?: SetupCalls }

export interface Promotion {
  id: string
  /** The file of the test; undefined: ID.test.mjs in the corpus. */
  to: string | undefined
}

/** Writes the test and returns its file. Throws a UsageError if there is no such finding, or the file exists. */
export function promote(
  { id, to }: Promotion,
  corpus: { folder: string; findings: SavedFinding[] },
  module: string,
  runner: Runner,
): string {
  const matching = corpus.findings.filter((one) => one.id.startsWith(id))
  const [finding] = matching
  if (!finding || matching.length > 1) {
    const ids = (matching.length > 1 ? matching : corpus.findings).map((one) => one.id).join(', ')
    const why = matching.length > 1 ? `begins ${matching.length} ids of` : 'is not a finding of'
    throw new UsageError(
      `--promote ${id} ${why} ${corpus.folder}; right would be ${ids || 'one, once something is found'}.`,
    )
  }
  if (finding.unstable)
    throw new UsageError(
      `--promote ${finding.id}: it is not confirmed, so no test would show it: ${finding.reason ?? 'it was seen once.'}`,
    )
  const file = to ?? join(corpus.folder, `${finding.id}.test.mjs`)
  if (existsSync(file)) throw new UsageError(`${file} is there already: name another file with --to.`)
  makeFolder(dirname(file))
  const { form, setup } = finding
  const loaded = setup && { ...setup, file: between(file, setup.file) }
  writeFile(file, testOf(finding, between(file, module), runner, form, loaded))
  return file
}

/** How a file imports another one. */
function between(from: string, to: string): string {
  const place = relative(dirname(resolve(from)), resolve(to)).replaceAll('\\', '/')
  return place.startsWith('.') ? place : `./${place}`
}

/** What the options of a promotion ask for; null without one. */
export function promotionOf(given: {
  promote?: string | undefined
  to?: string | undefined
  corpus?: string | undefined
  url?: string | undefined
  snippets?: string | undefined
}): Promotion | null {
  const { promote: id, to, corpus, url, snippets } = given
  if (id === undefined && to === undefined) return null
  if (id === undefined)
    throw new UsageError('--to needs --promote ID, which names the finding that becomes a test.')
  if (corpus === undefined) throw new UsageError('--promote needs --corpus FOLDER, which holds the finding.')
  if (url !== undefined)
    throw new UsageError('--promote writes a test with inject: name the module, not --url.')
  if (snippets === 'none')
    throw new UsageError('--promote writes a test for --snippets node or vitest, not for none.')
  return { id, to }
}
