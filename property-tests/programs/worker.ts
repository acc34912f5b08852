/** A child process that runs batches of programs: some programs of the 4.x line end the process that they run in. */
import { writeSync } from 'node:fs'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { attribute } from '../../conformance/contract/faults.ts'
import { Batches, type Result, subjectOf, type Task } from './batch.ts'

export interface FromWorker {
  task: Task
  result: Result
}

/** An error that no program caused is one of this tool. */
function caught(error: unknown): void {
  if (!attribute(error)) process.stderr.write(`unattributed: ${String(error)}\n`)
}
process.on('uncaughtException', caught)
process.on('unhandledRejection', caught)
process.on('SIGINT', () => {}) // the parent ends this process
process.on('disconnect', () => process.exit(0))

const [how, ...peers] = process.argv.slice(2)
const sides = new Map<string, Adapter>()
for (const side of new Set([...peers.map(subjectOf), ...peers])) sides.set(side, await loadBuiltIn(side))

/** Written at once, so that it can be read when the process dies. */
function starting(program: number, side: string): void {
  if (how === 'careful') writeSync(1, `${JSON.stringify({ program, side })}\n`)
}

const batches = new Batches(sides, starting)
process.on('message', async (task: Task) => {
  const message: FromWorker = { task, result: await batches.run(task) }
  process.send?.(message)
})
