/** A process that replays the requests of one finding with one choice of defects after the other; each line is what they showed. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Finding } from 'touchstone/fuzz'
import { APPLICATIONS } from '../all.ts'
import { FRAMEWORKS, type FrameworkName } from '../frameworks.ts'
import { defectsOf } from './defects-of.ts'
import { observe } from './observe.ts'

export interface ReplayTask {
  application: string
  framework: FrameworkName
  finding: Finding
  choices: string[]
}

const { application: name, framework, finding, choices } = JSON.parse(readFileSync(0, 'utf8')) as ReplayTask
const application = APPLICATIONS.find((one) => one.name === name)!
process.stdout.write('\n') // it has started
for (const choice of choices) {
  const defects = defectsOf(application, choice)
  const shown = await observe(finding, () => application.build(FRAMEWORKS[framework], defects))
  // What the application does after its answer belongs to it.
  if (finding.check === 'crash') await wait(50)
  process.stdout.write(`${JSON.stringify(shown)}\n`)
}
process.exit(0)
