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
  const open = new Map(options.cases.map((one) => [one.id, one]))
  let suspects: string[] = []
  let deaths = 0
  while (open.size > 0 && !run.failure && !options.signal?.aborted) {
    const before = open.size
    // The cases that ran when a process died run again one at a time, so that the crash can be attributed.
    const ids = suspects.length > 0 ? suspects : [...open.keys()]
    const concurrency = suspects.length > 0 ? 1 : options.concurrency
    const life = await oneLife(node.path, options, run, open, ids, concurrency)
    suspects = suspectsAfter(life, suspects, concurrency, options, run, open)
    deaths = open.size < before ? 0 : deaths + 1
    if (deaths >= DEATHS_IN_A_ROW)
      run.failure = `its process died ${deaths} times without a verdict: ${life.fault}`
  }
  run.milliseconds = Math.round(performance.now() - began)
  return run
}

interface Life {
  ended: boolean
  /** Cases that had begun and not ended. */
  running: string[]
  fault: string
}

function suspectsAfter(
  life: Life,
  suspects: string[],
  concurrency: number,
  options: SuperviseOptions,
  run: ImplementationRun,
  open: Map<string, LoadedCase>,
): string[] {
  // A process that was ended from outside did not crash.
  if (life.ended || options.signal?.aborted) return []
  run.crashes++
  if (concurrency > 1) return life.running
  // The others have begun before, and wait for a second try.
  const last = life.running.at(-1) ?? ''
  const one = open.get(last)
  if (one) report(run, open, options, last, crashOf(one, life.fault, options.transports))
  return suspects.filter((id) => open.has(id))
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

function report(
  run: ImplementationRun,
  open: Map<string, LoadedCase>,
  options: SuperviseOptions,
  id: string,
  results: AssertionResult[],
): void {
  if (!open.delete(id)) return
  run.results.push(...results)
  options.progress?.(results, run)
}

function oneLife(
  execPath: string,
  options: SuperviseOptions,
  run: ImplementationRun,
  open: Map<string, LoadedCase>,
  ids: string[],
  concurrency: number,
): Promise<Life> {
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
    child.send(orderFor(options, open, ids, concurrency))
  })
}

/** What a process is told to run. */
function orderFor(
  { implementation, folder, jsonSchemaSuite, fixtures, transports, timeScale }: SuperviseOptions,
  open: ReadonlyMap<string, LoadedCase>,
  ids: string[],
  concurrency: number,
): ParentMessage {
  return {
    implementation,
    ids,
    files: [...new Set(ids.map((id) => open.get(id)?.file ?? ''))],
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
  open: Map<string, LoadedCase>,
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
      report(run, open, options, message.id, message.results)
      return
    case 'fault':
      life.fault = message.message
      return
    case 'end':
      life.ended = true
  }
}
