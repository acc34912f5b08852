// The folder of `--corpus`: the findings that earlier runs saved there.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { visible } from '../../../conformance/markup/escape.ts'
import { makeFolder, setAside } from '../../../spec/write-file.ts'
import { complain } from '../say.ts'
import { UsageError } from '../usage.ts'
import type { SavedFinding } from './promote.ts'

export interface Corpus {
  folder: string
  findings: SavedFinding[]
}

export function corpusOf(folder: string): Corpus {
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
        if (isWhole && finding.id.startsWith(`${finding.check}-`)) return [finding]
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
