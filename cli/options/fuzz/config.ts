// The key "fuzz" of the configuration file.

import { resolve } from 'node:path'
import type { Setup } from '../../../fuzz/index.ts'
import { faultOfSetup } from '../../../fuzz/tools.ts'
import { configFile, readConfig } from '../config.ts'
import { UsageError } from '../usage.ts'

export interface FuzzConfig {
  /** As it was named. */
  file: string
  /** With --config. */
  isNamed: boolean
  /** Absolute: the process of the application loads its functions from there. */
  path: string
  setup: Setup
}

/** Null without a file, or where the file of the working folder says nothing of fuzz. */
export async function fuzzConfigOf(named: string | undefined): Promise<FuzzConfig | null> {
  const file = configFile(named)
  if (file === null) return null
  const { fuzz } = await readConfig(file)
  if (fuzz === undefined && named === undefined) return null
  if (fuzz === undefined)
    throw new UsageError(`--config: ${file} has no key "fuzz", such as { "fuzz": { "identities": [] } }.`)
  const fault = faultOfSetup(fuzz)
  if (fault !== null) throw new UsageError(`${file}: ${fault}`)
  return { file, isNamed: named !== undefined, path: resolve(file), setup: fuzz as Setup }
}
