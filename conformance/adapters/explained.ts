// touchstone, where each injected request is explained first: it fails if something else runs than the account says, or in another order.

import { join } from 'node:path'
import { writeFile } from '../../spec/write-file.ts'
import type { Account } from '../../src/explain/account.ts'
import { explain, isExplainable } from '../../src/explain/explain.ts'
import { type Ran, Recorder } from '../../src/explain/trace.ts'
import * as touchstone from '../../src/index.ts'
import { fromFastifyLike } from './fastify-like.ts'

const BEFORE = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'handler']

interface Injectable {
  inject(request: unknown): Promise<unknown>
}
interface Request {
  method: string
  url: string
  headers: Record<string, string>
}

// The plans are made with what listens at ready().
new Recorder(() => false)

/** The folder in EXPLAINED_COUNTS gets the count of each process. */
let compared = 0

const face = touchstone as unknown as {
  default(options?: unknown): Injectable
  plugin: never
  bearerAuth: unknown
}
function factory(...given: unknown[]): Injectable {
  const app = face.default(...(given as [unknown?]))
  const { inject } = app
  const isOwn = (server: object): boolean =>
    server === app || Object.prototype.isPrototypeOf.call(app, server)
  let running = 0
  const explained = async (request: Request): Promise<unknown> => {
    running++
    let recorder: Recorder | null = null
    try {
      const { method, url, headers } = request
      const account = isExplainable(app) ? await explain(app, { method, url, headers }) : null
      const isAlone = running === 1
      recorder = new Recorder(isOwn)
      const answer = await inject.call(app, request)
      await new Promise((done) => setImmediate(done)) // onResponse hooks
      if (account !== null && isAlone && running === 1) compare(account, recorder.ran)
      return answer
    } finally {
      recorder?.stop()
      running--
    }
  }
  // What a program of a case injects stays as it is.
  app.inject = (request) => (isOfCase(request) ? explained(request) : inject.call(app, request))
  return app
}

/** As `fromFastifyLike` writes the request of an exchange. */
const isOfCase = (request: unknown): request is Request =>
  Object.keys(Object(request)).join() === 'method,url,headers,payload'

/** Throws for a request that has run otherwise than its account says. */
function compare(account: Account, ran: readonly Ran[]): void {
  const stages = new Map(account.stages.map(({ stage, runs }) => [stage, told(runs)]))
  const handled = ran.filter(({ stage }) => stage === 'handler').length
  if (handled > 1) return // reply.callNotFound() goes on with another plan
  for (const stage of new Set([...ran.map((one) => one.stage), ...(handled === 1 ? BEFORE : [])])) {
    const here = ran.filter((one) => one.stage === stage)
    const predicted = stage === 'errorHandler' ? told(account.errors) : (stages.get(stage) ?? [])
    const isWhole = handled === 1 && BEFORE.includes(stage)
    const isRight =
      stage === 'errorHandler'
        ? told(here).every((one) => predicted.includes(one))
        : isWhole
          ? String(told(here)) === String(predicted)
          : rounds(here, predicted.length).every(
              (one) => String(told(one)) === String(predicted.slice(0, one.length)),
            )
    if (!isRight)
      throw new Error(
        `${stage} of ${account.asked.url}: ran ${told(here).join(', ')}; explained ${predicted.join(', ')}`,
      )
  }
  const counts = process.env['EXPLAINED_COUNTS']
  if (counts !== undefined) writeFile(join(counts, String(process.pid)), String(++compared))
}

/** Where a hook fails, or the answer cannot be written, the hooks of the answer run once more, for the error reply. */
function rounds(ran: readonly Ran[], whole: number): Ran[][] {
  const all: Ran[][] = [[]]
  for (const one of ran) {
    all.at(-1)!.push(one)
    if (one.error !== undefined || all.at(-1)!.length === whole) all.push([])
  }
  return all
}

const told = (of: readonly { name: string; of: string }[]): string[] =>
  of.map((one) => (one.name === 'basic404' ? 'the default 404 of touchstone' : `${one.name} of ${one.of}`))

export const adapter = fromFastifyLike(factory, {
  name: 'touchstone',
  version: 'explained',
  wrap: face.plugin,
  bearerAuth: face.bearerAuth,
})
