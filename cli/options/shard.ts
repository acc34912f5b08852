// Parts of the specification that run on machines of their own: a case belongs to one by the hash of its id alone.

import { createHash } from 'node:crypto'
import { UsageError } from './usage.ts'

export interface Shard {
  index: number
  count: number
}

const MOST = 1000

export function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  const right = shard.index >= 1 && shard.index <= shard.count && shard.count <= MOST
  if (!right)
    throw new UsageError(
      `--shard is I/N with I from 1 to N, and N at most ${MOST}, such as 2/5; not "${text}".`,
    )
  return shard
}

/** From 1 to `count`; what other cases there are does not matter. */
export function shardOf(id: string, count: number): number {
  return (createHash('sha256').update(id).digest().readUIntBE(0, 6) % count) + 1
}

export function ofShard<T extends { id: string }>(cases: T[], shard: Shard): T[] {
  return cases.filter((one) => shardOf(one.id, shard.count) === shard.index)
}
