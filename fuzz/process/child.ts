// The process of the application under test: loads it, fuzzes it, and reports each finding at once.

import { openSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { moduleOfPackage, parsePackage } from '../../conformance/adapters/package-adapter.ts'
import { MissingPackageError } from '../../conformance/contract/optional.ts'
import {
  FuzzUsageError,
  fuzz,
  NoApplication,
  OpenApiError,
  type Progress,
  readOpenApi,
  reportLate,
  type Setup,
  SetupError,
  type Target,
  targetOfModule,
  UrlTarget,
  UrlTargetError,
  type WireRequest,
} from '../index.ts'
import { type Branches, configured } from '../tools.ts'
import { countBranches } from './coverage.ts'
import { type ChildTask, type FromChild, LENGTH_DIGITS, type ToChild } from './messages.ts'

const stop = new AbortController()
const task = await new Promise<ChildTask>((resolve) => {
  process.on('message', (message: ToChild) => {
    if (message.type === 'stop') stop.abort()
    else resolve(message.task)
  })
})

function tell(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) resolve()
    else process.send!(message, () => resolve())
  })
}

// The parent is gone.
process.on('disconnect', () => process.exit(0))
let isFuzzing = false
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, async (error: unknown) => {
    // Another application can be made for what is sent next, so that the run goes on.
    if (isFuzzing) {
      reportLate(error)
      return
    }
    await tell({
      type: 'died',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
    process.exit(70)
  })
setInterval(() => void tell({ type: 'alive' }), 250).unref()

const current = openSync(task.current, 'w')

/** Writes the request before it is sent, because a crashed process cannot report it. The length marks its end. */
function note(request: WireRequest, route: string, progress: () => Progress): void {
  const text = JSON.stringify({ request, route, progress: progress() })
  writeSync(current, `${String(Buffer.byteLength(text)).padStart(LENGTH_DIGITS)}${text}`, 0)
}

async function load(): Promise<Target | null> {
  try {
    if (task.server) return await serverOf(task.server)
    // V8 counts the blocks of functions that it compiles from then on.
    const { counted } = task.fuzz ?? {}
    const notes: string[] = []
    if (counted !== undefined) branches = await countBranches(counted, (why) => notes.push(why))
    const module = (await import(pathToFileURL(task.module as string).href)) as Record<string, unknown>
    const framework = task.framework === undefined ? undefined : await frameworkOf(task.framework)
    const frameworkName = task.framework && parsePackage(task.framework.replace(/^npm:/, ''))?.name
    const target = await targetOfModule(module, {
      name: task.name,
      reload,
      ...(framework ? { framework } : {}),
      ...(frameworkName ? { frameworkName } : {}),
    })
    target.notes.push(...notes)
    return target
  } catch (error) {
    const type = error instanceof NoApplication ? 'no-application' : isUsage(error) ? 'usage' : 'no-boot'
    await tell({ type, message: isUsage(error) ? (error as Error).message : messageOf(error) })
    return null
  }
}

let branches: Branches | null = null

let loaded = 0

/** The module under another address: node evaluates it once more. What it imports stays as it is. */
async function reload(): Promise<Record<string, unknown>> {
  const url = pathToFileURL(task.module as string)
  url.searchParams.set('touchstone-fuzz', String(++loaded))
  return (await import(url.href)) as Record<string, unknown>
}

async function serverOf({ url, openapi, reading }: NonNullable<ChildTask['server']>): Promise<Target> {
  try {
    return new UrlTarget(url, await readOpenApi(openapi), reading)
  } catch (error) {
    if (error instanceof OpenApiError) error.message = `--openapi ${openapi}: ${error.message}`
    throw error
  }
}

function isUsage(error: unknown): boolean {
  const kinds = [FuzzUsageError, OpenApiError, UrlTargetError, MissingPackageError]
  return kinds.some((kind) => error instanceof kind)
}

async function frameworkOf(name: string): Promise<(options?: object) => unknown> {
  const module = (await moduleOfPackage(name.replace(/^npm:/, ''))) as Record<string, unknown>
  const factory = module['default'] ?? module['fastify']
  if (typeof factory !== 'function') throw new NoApplication(`${name} exports no factory.`)
  return factory as (options?: object) => unknown
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frame = error.stack?.split('\n').find((line) => task.module !== null && line.includes(task.module))
  return frame === undefined ? error.message : `${error.message}\n${frame}`
}

/** What the configuration says: functions are loaded here. The process that watches this one has checked it. */
async function setupOf(): Promise<Setup | null> {
  const { config } = task
  if (config === undefined) return null
  const setup =
    config.setup ??
    ((await import(pathToFileURL(config.path).href)) as { default: { fuzz: Setup } }).default.fuzz
  return setup.rate === undefined ? setup : { ...setup, rate: setup.rate / (task.workers ?? 1) }
}

async function run(given: Target, setup: Setup | null): Promise<void> {
  const target = setup === null ? given : configured(given, setup, task.fuzz?.maxTime)
  let booted = false
  const { routes } = target
  // A failed boot is reported differently from a failed run.
  target.routes = async () => {
    const found = await routes.call(target)
    booted = true
    await tell({ type: 'booted', form: target.form ?? null })
    return found
  }
  const { fuzz: asked, probe } = task
  try {
    if (probe) {
      await target.routes()
      await target.ask(probe, { timeout: 2000 }).catch(() => undefined)
      await tell({ type: 'survived' })
      return
    }
    const { maxTime, checks, only, corpus, without, shard, counted: _folder, ...rest } = asked!
    isFuzzing = target.fresh !== undefined
    let toldAt = 0
    const report = await fuzz(target, {
      ...rest,
      ...(setup === null ? {} : { setup }),
      ...(maxTime === undefined ? {} : { maxTime }),
      ...(checks === undefined ? {} : { checks: checks as never }),
      ...(only === undefined ? {} : { only }),
      ...(corpus === undefined ? {} : { corpus }),
      ...(without === undefined ? {} : { without }),
      ...(shard === undefined ? {} : { shard }),
      ...(branches === null ? {} : { branches }),
      signal: stop.signal,
      onRequest: note,
      onFinding: (finding) => void tell({ type: 'finding', finding }),
      onProgress: (progress, tallies) => {
        if (performance.now() - toldAt < 100) return
        toldAt = performance.now()
        void tell({ type: 'progress', progress, routes: tallies() })
      },
    })
    await tell({ type: 'report', report })
  } catch (error) {
    if (isUsage(error)) await tell({ type: 'usage', message: (error as Error).message })
    else if (error instanceof SetupError) await tell({ type: 'setup', message: error.message })
    else if (task.server) await tell({ type: 'unreachable', message: messageOf(error) })
    else if (booted) throw error
    else await tell({ type: 'no-boot', message: messageOf(error) })
  }
}

const target = await load()
if (target !== null) await run(target, await setupOf())
// Timers and connections of the application do not keep the process alive.
process.exit(0)
