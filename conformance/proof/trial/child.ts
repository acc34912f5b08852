// The side of the child process of a trial: takes its order, changes the modules that it names, and answers once.

import { register } from 'node:module'
import { attribute } from '../../contract/faults.ts'
import type { Order, Result } from './trial.ts'

/**
 * `work` imports touchstone only when it is called: the loader has to be in place before. It tells when it goes on with `alive`. What
 * nothing catches ends the trial, unless `foreign` says that it may come from something else than touchstone.
 */
export function answerTrial<Task, Answer>(
  work: (task: Task, alive: () => void) => Promise<Answer>,
  foreign: (error: unknown) => boolean = () => false,
): void {
  const send = (result: Result<Answer>): void => {
    process.send?.(result, () => process.exit(0))
  }
  const die = (error: unknown): void => {
    if (!attribute(error) && !foreign(error)) send({ kind: 'died', why: messageOf(error) })
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  process.on('disconnect', () => process.exit(0))
  process.removeAllListeners('warning')
  process.once('message', async ({ replaced, task }: Order<Task>) => {
    if (replaced.length > 0) register('./loader.js', import.meta.url, { data: replaced })
    try {
      send({ kind: 'answer', answer: await work(task, () => void process.send?.({ kind: 'alive' })) })
    } catch (error) {
      send({ kind: 'died', why: messageOf(error) })
    }
  })
}

function messageOf(error: unknown): string {
  return String((error as Error | null)?.message ?? error)
}
