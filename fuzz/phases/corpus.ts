/** What earlier runs have found, asked again before anything else. */
import type { Finding } from '../engine/finding.ts'
import type { Run } from '../engine/run.ts'

/** Findings of routes that are gone are left out; the report says which. */
export async function replay(run: Run, corpus: readonly Finding[]): Promise<void> {
  run.phase = 'corpus'
  for (const { route, values, id } of corpus) {
    if (values === undefined) continue // a phase of its own finds it again
    const plan = run.plans.find(({ name }) => name === route)
    if (plan) await run.try(plan, values)
    else run.target.notes.push(`The corpus has ${id} of ${route}, and that route no longer exists.`)
  }
}
