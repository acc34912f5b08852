/**
 * The tests of one application: a client reaches a 2xx on every route of every framework, and each defect shows where it is
 * and only there. What is true of a defect is written by hand here; the fuzzer is judged by it and has no part in it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type FuzzApplication, KINDS, withAllDefects } from './application.ts'
import { Client } from './client.ts'
import { FRAMEWORKS, type FrameworkName } from './frameworks.ts'

/** Sends the requests that show a defect; true if it shows. The application is fresh. */
export type Proof = (client: Client) => Promise<boolean>

export interface Proofs {
  /** Reaches every route with a 2xx. Asserts what it likes on the way. */
  walk(client: Client): Promise<void>
  /** By the id of the defect. */
  defects: Readonly<Record<string, Proof>>
}

const NAMES = Object.keys(FRAMEWORKS) as FrameworkName[]
const NONE: ReadonlySet<string> = new Set()

export function prove(application: FuzzApplication, { walk, defects }: Proofs): void {
  const { name } = application
  const shows = async (id: string, framework: FrameworkName, inPlace: ReadonlySet<string>) => {
    const app = application.build(FRAMEWORKS[framework], inPlace)
    try {
      return await defects[id]!(new Client(app))
    } finally {
      await app.close()
    }
  }
  test(`${name}: the defects are told as they have to be, and each has its proof`, () => {
    const ids = application.defects.map(({ id }) => id)
    assert.deepEqual([...ids].sort(), Object.keys(defects).sort())
    assert.equal(new Set(ids).size, ids.length)
    for (const { id, kind, route, what } of application.defects) {
      assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(KINDS.includes(kind), kind)
      assert.match(route, /^[A-Z]+ \//)
      assert.match(what, /^[A-Z].*\.$/)
    }
  })
  for (const framework of NAMES)
    test(`${name} on ${framework}: every route has a 2xx`, async () => {
      assert.deepEqual(await walked(application, framework, walk), [])
    })
  const all = withAllDefects(application)
  const without = (id: string) => new Set([...all].filter((one) => one !== id))
  for (const framework of NAMES) {
    test(`${name} on ${framework}: every defect shows among all, and none in the right application`, async () => {
      for (const id of all) {
        assert.equal(await shows(id, framework, all), true, `${id} among all`)
        assert.equal(await shows(id, framework, NONE), false, `${id} in the right application`)
      }
    })
    if (framework !== 'touchstone') continue
    test(`${name} on ${framework}: no defect gives the proof of another, and none needs another`, async () => {
      for (const id of all) {
        assert.equal(await shows(id, framework, new Set([id])), true, `${id} alone`)
        assert.equal(await shows(id, framework, without(id)), false, `all but ${id}`)
      }
    })
  }
}

/** The routes that the walk did not reach with a 2xx, and those that do not exist. */
async function walked(
  application: FuzzApplication,
  framework: FrameworkName,
  walk: Proofs['walk'],
): Promise<string[]> {
  const declared: { method: string; url: string }[] = []
  const app = application.build((options) => {
    const made = FRAMEWORKS[framework](options)
    made.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') declared.push({ method: one, url })
    })
    return made
  }, NONE)
  const reached: { method: string; path: string }[] = []
  try {
    const told = (method: string, url: string, status: number) => {
      assert.ok(status < 500, `${method} ${url}: ${status}`)
      if (status < 300) reached.push({ method, path: url.split('?')[0]! })
    }
    await app.ready()
    await walk(new Client(app, {}, told))
  } finally {
    await app.close()
  }
  assert.ok(declared.length >= 20, `${declared.length} routes`)
  const routes = new Set(declared.map(({ method, url }) => `${method} ${url}`))
  const missing = application.defects.map(({ route }) => route).filter((route) => !routes.has(route))
  const silent = declared.filter(
    ({ method, url }) => !reached.some((one) => one.method === method && patternOf(url, declared)(one.path)),
  )
  return [
    ...silent.map(({ method, url }) => `no 2xx: ${method} ${url}`),
    ...missing.map((route) => `no such route: ${route}`),
  ]
}

/** Whether a path is one of a route: a fixed route stands before one with a parameter. */
function patternOf(url: string, declared: readonly { url: string }[]): (path: string) => boolean {
  const fixed = new Set(declared.map((one) => one.url).filter((one) => !one.includes(':')))
  const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
  return (path) => pattern.test(path) && (path === url || !fixed.has(path))
}

/** The exceptions and rejections that nothing caught while `run` ran, and in the turns of the event loop after it. */
export async function uncaughtIn(run: () => Promise<unknown>): Promise<unknown[]> {
  const uncaught: unknown[] = []
  const names = ['unhandledRejection', 'uncaughtException'] as const
  const before = names.map((name) => process.listeners(name as 'uncaughtException'))
  for (const name of names) {
    process.removeAllListeners(name)
    process.on(name, (error: unknown) => uncaught.push(error))
  }
  try {
    await run()
    for (let turns = 0; turns < 5; turns++) await soon()
  } finally {
    for (const [at, name] of names.entries()) {
      process.removeAllListeners(name)
      for (const listener of before[at]!) process.on(name, listener as never)
    }
  }
  return uncaught
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** By how many bytes the process is larger after `run` than before it, garbage collected. */
export async function growthOf(run: () => Promise<unknown>): Promise<number> {
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  await run()
  await soon()
  return used() - before
}

/** The time of the processor that `run` takes, in milliseconds: other processes do not change it. */
export async function costOf(run: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}
