/** What an exercise is: an application as a package's README shows it, and what is asked of it. */
import { readdirSync } from 'node:fs'
import type { Touchstone } from '../../src/index.ts'

/** A response, as far as it is compared. */
export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

export interface Bench {
  /** The factory of the framework. */
  fastify: Touchstone
  /** Loads the package, or one that it needs, from where its tests would; `load.esm` imports it. */
  load: ((name: string) => unknown) & { esm(name: string): Promise<unknown> }
  /** Notes a response with the named headers, or any value: both frameworks have to show the same. */
  see(value: unknown, headers?: readonly string[]): unknown
}

/** Throws where an answer is wrong. */
export type Exercise = (bench: Bench) => Promise<void>

const FOLDER = new URL('../../../ecosystem/exercises/', import.meta.url)

/** All exercises by the name of their package. */
export async function readExercises(): Promise<Map<string, Exercise>> {
  const all = new Map<string, Exercise>()
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.js'))) {
    const module = (await import(new URL(file, FOLDER).href)) as { default: Record<string, Exercise> }
    for (const [name, exercise] of Object.entries(module.default)) all.set(name, exercise)
  }
  return all
}
