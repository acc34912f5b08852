/** The files that a fuzzed process imports: an application on one framework, whose defects the environment chooses. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameworkName } from '../frameworks.ts'
import { VARIABLE } from './defects-of.ts'

/** Writes a module that exports `create`, and `createOn` for the server of the measurement; returns its path. */
export function writeModule(folder: string, application: string, framework: FrameworkName): string {
  const file = join(folder, `${application}-on-${framework}.mjs`)
  const from = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const text = `import { APPLICATIONS } from ${from('../all.js')}
import { FRAMEWORKS } from ${from('../frameworks.js')}
import { defectsOf } from ${from('./defects-of.js')}

const application = APPLICATIONS.find(({ name }) => name === ${JSON.stringify(application)})
const defects = defectsOf(application, process.env.${VARIABLE} ?? 'all')
const framework = FRAMEWORKS[${JSON.stringify(framework)}]
export const create = () => application.build(framework, defects)
export const createOn = (changed) => application.build(changed(framework), defects)
`
  writeFileSync(file, text)
  return file
}
