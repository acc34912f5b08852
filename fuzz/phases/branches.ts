/** Keeps requests that reach a new branch of the application: V8 is asked after a batch, and the one is found by halves. */
import type { Branches, Fresh } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'

/** Requests of the first batch, and of one after which nothing new was found for long. A look costs about 5 ms. */
const LEAST = 64
const MOST = 512
/** Looks in a row without a new branch after which V8 counts no more: counting costs a fifth of the speed. */
const ENOUGH = 40

interface Batch {
  tried: { plan: RoutePlan; values: Values }[]
  size: number
  idle: number
}
const batches = new WeakMap<Run, Batch>()

/** What ran until now is not new: call it where a phase begins. */
export function begin(run: Run): void {
  run.reach.branches?.look()
  batches.set(run, { tried: [], size: LEAST, idle: 0 })
}

/** Notes a request that was sent; the last one of a batch has the batch looked at. */
export async function tried(run: Run, plan: RoutePlan, values: Values): Promise<void> {
  const { branches } = run.reach
  const batch = batches.get(run)
  if (!branches?.isOn || !batch) return
  batch.tried.push({ plan, values })
  if (batch.tried.length < batch.size) return
  const all = batch.tried
  batch.tried = []
  const fresh = branches.look()
  if (fresh.size > 0) {
    batch.idle = 0
    batch.size = LEAST
    await keepOne(run, branches, fresh, all)
    return
  }
  batch.size = Math.min(MOST, batch.size * 2)
  if (++batch.idle >= ENOUGH) branches.stop()
}

/** V8 has forgotten which request it was: they are sent again, half by half. */
async function keepOne(run: Run, branches: Branches, fresh: Fresh, all: Batch['tried']): Promise<void> {
  const send = async (some: Batch['tried']): Promise<boolean> => {
    for (const { plan, values } of some) {
      run.checkLimits()
      await run.ask(plan, values)
    }
    return branches.sees(fresh)
  }
  let some = all
  while (some.length > 1) {
    const half = some.slice(0, some.length >> 1)
    some = (await send(half)) ? half : some.slice(half.length)
  }
  // It may have depended on what was there then.
  if (await send(some)) run.reach.lead(some[0]!.plan, some[0]!.values)
}
