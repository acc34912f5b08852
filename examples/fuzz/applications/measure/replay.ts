/** Replays a finding with each of the defects removed: which of them it shows, or that it shows none. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Finding } from 'touchstone/fuzz'
import type { FuzzApplication } from '../application.ts'
import type { FrameworkName } from '../frameworks.ts'
import { reproduces } from './observe.ts'
import type { ReplayTask } from './replay-child.ts'

const CHILD = fileURLToPath(new URL('./replay-child.js', import.meta.url))
/** Milliseconds without a word of the child after which its event loop counts as blocked; more for its start, which takes long on a loaded machine. */
const PATIENCE = 8000
const PATIENCE_AT_START = 30_000

export type Verdict =
  /** It is gone without any of these defects. */
  | { type: 'shows'; defects: string[] }
  /** A fresh application does not show it: the requests that the report gives are not all of them. */
  | { type: 'not reproduced' }
  /** It is gone only without several: none of them alone is its cause. */
  | { type: 'several' }
  /** The right application shows it too. */
  | { type: 'false alarm' }

export async function attribute(
  application: FuzzApplication,
  framework: FrameworkName,
  finding: Finding,
): Promise<Verdict> {
  const task = { application: application.name, framework, finding }
  const [all, none] = await replay({ ...task, choices: ['all', 'none'] })
  if (!reproduces(finding, all!)) return { type: 'not reproduced' }
  if (all === none) return { type: 'false alarm' }
  const ids = ordered(application, finding)
  const near = application.defects.filter(({ route }) => route === finding.route).length
  const defects: string[] = []
  // What ends or blocks a process costs one each time: the first cause is enough there.
  const isCostly = finding.check === 'hang' || finding.check === 'crash'
  for (let from = 0; from < ids.length && defects.length === 0; ) {
    const to = isCostly ? from + 1 : from < near ? near : ids.length
    const some = ids.slice(from, to)
    from = to
    const shown = await replay({ ...task, choices: some.map((id) => `all but ${id}`) })
    defects.push(...some.filter((_, at) => shown[at] !== all))
  }
  return defects.length > 0 ? { type: 'shows', defects } : { type: 'several' }
}

/** First the defects of the route of the finding. */
export function ordered({ defects }: FuzzApplication, { route }: Finding): string[] {
  const isAt = (one: { route: string }) => Number(one.route === route)
  return [...defects].sort((left, right) => isAt(right) - isAt(left)).map(({ id }) => id)
}

/** What the requests show with each choice; a choice that ends or blocks the process shows that. */
export async function replay(task: ReplayTask): Promise<string[]> {
  const shown: string[] = []
  while (shown.length < task.choices.length) {
    const { lines, end } = await part({ ...task, choices: task.choices.slice(shown.length) })
    shown.push(...lines)
    if (shown.length < task.choices.length) shown.push(end)
  }
  return shown
}

function part(task: ReplayTask): Promise<{ lines: string[]; end: string }> {
  const child = spawn(process.execPath, ['--no-deprecation', CHILD], { stdio: ['pipe', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let text = ''
    let blocked = false
    const block = (): void => {
      blocked = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(block, PATIENCE_AT_START)
    child.stdout.setEncoding('utf8').on('data', (one) => {
      text += one
      clearTimeout(timer)
      timer = setTimeout(block, PATIENCE)
    })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      const lines = text
        .split('\n')
        .slice(0, -1)
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string)
      resolve({ lines, end: blocked ? 'no answer' : 'the process ended' })
    })
    child.stdin.end(JSON.stringify(task))
  })
}
