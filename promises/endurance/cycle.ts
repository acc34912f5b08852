/** One cycle: a server starts, is loaded by all kinds of clients, and closes at a random moment. */
import { setTimeout as sleep } from 'node:timers/promises'
import { hostile } from './clients/hostile.ts'
import * as http1 from './clients/http1.ts'
import * as http2 from './clients/http2.ts'
import type { Random } from './clients/random.ts'
import type { End, Place, Wanted } from './clients/wanted.ts'
import { type Closed, isHttp2, type Kind, secure } from './kinds.ts'
import type { ServerProcess } from './process.ts'

/** What happened to the requests of good clients. */
export interface Tally {
  /** they reached onRequest */
  accepted: number
  /** the whole answer arrived */
  whole: number
  /** not accepted: no connection, or a 503 while the server closes */
  refused: number
  /** accepted, and there was no whole answer */
  cut: number
}

export interface Cycle {
  tally: Tally
  closed: Closed
  /** the requests that were cut, and what arrived of them */
  cut: string[]
}

const FAST = 5
const SLOW = 2
const HOSTILE = 3
/** milliseconds until close() is called */
const LONGEST = 500
/** Milliseconds that close() may take. The answers under way take less, and so does closeTimeout. */
const CLOSES_WITHIN = 20_000

export async function cycle(kind: Kind, server: ServerProcess, random: Random): Promise<Cycle> {
  const over = new AbortController()
  const place: Place = { port: await server.start(), secure: secure(kind), over: over.signal }
  const ends: { wanted: Wanted; end: End }[] = []
  const note = (wanted: Wanted, end: End): void => void ends.push({ wanted, end })
  const { fast, slow } = isHttp2(kind) ? http2 : http1
  const good = [
    ...Array.from({ length: FAST }, () => fast(place, random, note)),
    ...Array.from({ length: SLOW }, () => slow(place, random, note)),
  ]
  const bad = Array.from({ length: HOSTILE }, () => hostile(place, isHttp2(kind), random))
  await sleep(random.upTo(LONGEST))
  let closed: Closed
  try {
    closed = await server.close(CLOSES_WITHIN)
  } finally {
    over.abort()
    await Promise.all([...good, ...bad]) // what has left the server may still be on its way
  }
  return { ...tallied(ends, closed), closed }
}

function tallied(ends: readonly { wanted: Wanted; end: End }[], closed: Closed): Omit<Cycle, 'closed'> {
  const accepted = new Set(closed.accepted)
  const tally: Tally = { accepted: accepted.size, whole: 0, refused: 0, cut: 0 }
  const cut: string[] = []
  for (const { wanted, end } of ends) {
    if (end === 'whole') tally.whole++
    else if (end === 'refused' || (end === 'none' && !accepted.has(wanted.id))) tally.refused++
    else {
      tally.cut++
      cut.push(`${wanted.method} ${wanted.url}: ${end === 'none' ? 'no answer' : 'a part of the answer'}`)
    }
  }
  return { tally, cut }
}
