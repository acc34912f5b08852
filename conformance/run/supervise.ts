// Runs one implementation in child processes, and starts another when one dies, until each case has a verdict.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Transport } from '../../spec/case.ts'
import type { LoadedCase } from '../../spec/load.ts'
import { countdown } from '../contract/deadline.ts'
import type { AssertionResult, Cell } from '../contract/result.ts'
import { gistOf } from '../protocol/gist.ts'
import { transportsOf } from '../wire/modes.ts'
import type { ChildMessage, KnownMessage, ParentMessage } from './messages.ts'
import { nodeFor } from './nodes.ts'

export interface SuperviseOptions {
  implementation: string
  cases: LoadedCase[]
  transports: Transport[]
  concurrency: number
  folder?: string
  jsonSchemaSuite?: string
  fixtures?: string[]
  /** The factor for all time limits of an adapter in another process. */
  timeScale?: number
  /** The assertions that are known to fail: their failures are not retried. */
  known?: (implementation: string, version: string) => string[]
  /** A case begins. */
  started?: (id: string) => void
  /** With what is known so far of the implementation. */
  progress?: (results: AssertionResult[], run: ImplementationRun) => void
  signal?: AbortSignal
}

export interface ImplementationRun {
  implementation: string
  version: string
  results: AssertionResult[]
  /** The adapter itself did not load, or its process broke the protocol. */
  failure?: string
  crashes: number
  milliseconds: number
}

/** Milliseconds without a message after which a process counts as hanging; no case takes that long. */
const SILENCE_LIMIT = 30_000
/** How long a process may take to end after SIGTERM. */
const PATIENCE = 1000
/** The implementation is given up after so many crashes in a row without a verdict in between. */
const DEATHS_IN_A_ROW = 20

export async function supervise(options: SuperviseOptions): Promise<ImplementationRun> {
  const began = performance.now()
  const run: ImplementationRun = {
    implementation: options.implementation,
    version: '',
    results: [],
    crashes: 0,
    milliseconds: 0,
  }
  const node = nodeFor(options.implementation)
  if ('missing' in node) return { ...run, failure: node.missing }
  const supervision: Supervision = { execPath: node.path, options, run, isOver: () => isOver(options, run) }
  const open = openOf(options.cases)
  // The cases that ran when a process died run again one at a time, so that the crash can be attributed; the others go on meanwhile.
  let alone = Promise.resolve()
  for (let deaths = 0; open.size > 0 && !supervision.isOver(); ) {
    const before = open.size
    const life = await oneLife(supervision, open, options.concurrency)
    if (!isCrash(life, options)) continue
    run.crashes++
    const suspects = take(open, life.running)
    alone = alone.then(() => runAlone(supervision, suspects))
    deaths = open.size < before ? 0 : deaths + 1
    if (deaths >= DEATHS_IN_A_ROW)
      run.failure = `its process died ${deaths} times without a verdict: ${life.fault}`
  }
  await alone
  run.milliseconds = Math.round(performance.now() - began)
  return run
}

interface Supervision {
  execPath: string
  options: SuperviseOptions
  run: ImplementationRun
  /** The run has failed, or is given up. */
  isOver: () => boolean
}

/** The cases without a verdict, by name. */
type Open = Map<string, LoadedCase>

const openOf = (cases: readonly LoadedCase[]): Open => new Map(cases.map((one) => [one.id, one]))

const isOver = ({ signal }: SuperviseOptions, { failure }: ImplementationRun): boolean =>
  failure !== undefined || signal?.aborted === true

interface Life {
  ended: boolean
  /** Cases that had begun and not ended. */
  running: string[]
  fault: string
}

/** A process that was ended from outside did not crash. */
const isCrash = (life: Life, { signal }: SuperviseOptions): boolean => !life.ended && signal?.aborted !== true

/** Moves these cases out of `open`. */
function take(open: Open, ids: readonly string[]): Open {
  const cases = ids.flatMap((id) => open.get(id) ?? [])
  for (const { id } of cases) open.delete(id)
  return openOf(cases)
}

/** Runs cases one at a time. A crash is the verdict of the one that ran. */
async function runAlone(supervision: Supervision, open: Open): Promise<void> {
  const { options, run } = supervision
  for (let deaths = 0; open.size > 0 && !supervision.isOver(); ) {
    const life = await oneLife(supervision, open, 1)
    if (!isCrash(life, options)) continue
    run.crashes++
    // The others have begun before, and wait for a second try.
    const [last] = take(open, life.running.slice(-1)).values()
    if (last) report(run, options, crashOf(last, life.fault, options.transports))
    deaths = last ? 0 : deaths + 1
    if (deaths >= DEATHS_IN_A_ROW)
      run.failure = `its process died ${deaths} times without a verdict: ${life.fault}`
  }
}

function crashOf(one: LoadedCase, fault: string, wanted: Transport[]): AssertionResult[] {
  const transports = transportsOf(one.body, wanted)
  const cell: Cell = { outcome: 'crash', reason: `the process died: ${fault}`, milliseconds: 0 }
  // The transport is unknown, so the crash counts for the whole case.
  const cells = Object.fromEntries(transports.map((transport) => [transport, cell]))
  return one.body.exchanges.map((exchange) => ({
    id: `${one.id}#${exchange.id}`,
    case: one.id,
    exchange: exchange.id,
    cells,
  }))
}

function report(run: ImplementationRun, options: SuperviseOptions, results: AssertionResult[]): void {
  run.results.push(...results)
  options.progress?.(results, run)
}

function oneLife({ execPath, options, run }: Supervision, open: Open, concurrency: number): Promise<Life> {
  const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
    execPath,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
    // Thousands of short-lived applications: a larger young generation avoids most copying.
    execArgv: ['--no-warnings', '--no-deprecation', '--max-semi-space-size=64'],
  })
  const life: Life = { ended: false, running: [], fault: '' }
  return new Promise((resolve) => {
    let pace = options.timeScale ?? 1
    let heard = watch(child, life, pace)
    let stderr = ''
    child.stderr?.on('data', (piece: Buffer) => {
      stderr = (stderr + String(piece)).slice(-500)
    })
    const stop = (): void => end(child)
    options.signal?.addEventListener('abort', stop, { once: true })
    child.on('message', (message: ChildMessage) => {
      heard()
      if (message.kind === 'hello') {
        pace = Math.max(1, message.pace)
        child.send({ known: options.known?.(message.name, message.version) ?? [] } satisfies KnownMessage)
      }
      heard = watch(child, life, pace)
      hear(message, options, run, open, life)
      if (life.ended || run.failure) child.disconnect()
    })
    // It does not start, or has ended before a message reached it: Ctrl-C ends it beside this process.
    child.on('error', (error) => {
      life.fault ||= error.message
      if (child.pid === undefined) child.emit('exit', null, null)
    })
    child.on('exit', (code, signal) => {
      heard()
      options.signal?.removeEventListener('abort', stop)
      life.fault ||= gistOf(stderr) || `exit ${signal ?? code}`
      resolve(life)
    })
    child.send(orderFor(options, open, concurrency))
  })
}

/** What a process is told to run. */
function orderFor(
  { implementation, folder, jsonSchemaSuite, fixtures, transports, timeScale }: SuperviseOptions,
  open: Open,
  concurrency: number,
): ParentMessage {
  return {
    implementation,
    ids: [...open.keys()],
    files: [...new Set([...open.values()].map(({ file }) => file))],
    transports,
    concurrency,
    ...(folder === undefined ? {} : { folder }),
    ...(jsonSchemaSuite === undefined ? {} : { jsonSchemaSuite }),
    ...(fixtures === undefined ? {} : { fixtures }),
    ...(timeScale === undefined ? {} : { timeScale }),
  }
}

/** Ends a process that says nothing; what is given prevents that. Messages that wait while this process is busy count. */
function watch(child: ChildProcess, life: Life, pace: number): () => void {
  const limit = SILENCE_LIMIT * Math.max(1, pace)
  return countdown(limit, () => {
    life.fault = `it said nothing for ${limit / 1000} s`
    end(child)
  })
}

/** SIGTERM first, so that it can end its adapter; SIGKILL if it hangs in a loop. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM')
  const kill = (): void => void child.kill('SIGKILL')
  const timer = setTimeout(kill, PATIENCE)
  process.once('exit', kill) // at the second Ctrl-C
  child.once('exit', () => {
    clearTimeout(timer)
    process.off('exit', kill)
  })
}

function hear(
  message: ChildMessage,
  options: SuperviseOptions,
  run: ImplementationRun,
  open: Open,
  life: Life,
): void {
  switch (message.kind) {
    case 'hello':
    case 'named':
      run.implementation = message.name
      run.version = message.version
      return
    case 'unusable':
      run.failure = message.message
      life.ended = true
      return
    case 'started':
      life.running.push(message.id)
      options.started?.(message.id)
      return
    case 'alive':
      return
    case 'finished':
      life.running = life.running.filter((id) => id !== message.id)
      if (open.delete(message.id)) report(run, options, message.results)
      return
    case 'fault':
      life.fault = message.message
      return
    case 'end':
      life.ended = true
  }
}
