/** A study in a process of its own, within a time. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SchemaOrBoolean } from '../schema/walk.ts'
import { type Study, StudyError, type StudyOptions } from './study.ts'

export interface StudyTask {
  schema: SchemaOrBoolean
  options: StudyOptions
}

export type FromStudy = { study: Study } | { failed: string; compiles: boolean }

/** The schema compiles, and its study came to no end. */
export class StudyEndedError extends Error {
  override name = 'StudyEndedError'
}

/** Studies for at most so many milliseconds. Rejects with a StudyError for a schema that does not compile, or a StudyEndedError. */
export function studyWithin(
  milliseconds: number,
  schema: SchemaOrBoolean,
  options: StudyOptions,
): Promise<Study> {
  const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
    serialization: 'advanced', // what a value becomes may be undefined
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill) // with Ctrl-C
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new StudyEndedError(`studying it took longer than ${milliseconds / 1000} s, and was ended`))
      kill()
    }, milliseconds)
    child.once('message', (answer: FromStudy) => {
      if ('study' in answer) resolve(answer.study)
      else reject(answer.compiles ? new StudyEndedError(answer.failed) : new StudyError(answer.failed))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', kill)
      // After an answer this says nothing.
      reject(
        new StudyEndedError(
          `the process that studied it ended with ${signal ?? code}: its values may fill the memory`,
        ),
      )
    })
    child.send({ schema, options } satisfies StudyTask)
  })
}
