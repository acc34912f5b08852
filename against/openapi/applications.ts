// The applications of the specification that have a schema: their documents are judged by validators of others.

import { fromFastifyLike } from '../../conformance/adapters/fastify-like.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import { loadSuite } from '../../spec/load.ts'
import * as framework from '../../src/index.ts'

export interface Described {
  /** The id of the case. */
  readonly id: string
  /** Of the instance that the case has made first. */
  readonly app: ReturnType<typeof framework.default>
}

/** How long an application may take to boot: some cases are about those that never do. */
const LONGEST_BOOT = 1000

/** Boots one application after the other, and closes each. `isWanted` gets the number of the application. */
export async function* applicationsOf(isWanted: (index: number) => boolean): AsyncGenerator<Described> {
  const seen = new Set<string>()
  let index = 0
  for (const { id, body } of loadSuite().cases) {
    const text = JSON.stringify(body.app)
    if (!/"schema"|addSchema/.test(text) || seen.has(text)) continue
    seen.add(text)
    if (!isWanted(index++)) continue
    let first: Described['app'] | undefined
    const factory = (...args: never[]): unknown => {
      const made = framework.default(...args)
      first ??= made
      return made
    }
    const adapter = fromFastifyLike(factory, {
      ...{
        name: 'touchstone',
        version: '0.0.0',
        wrap: framework.plugin as never,
        bearerAuth: framework.bearerAuth,
      },
    })
    try {
      const application = await adapter.build(body.app, createRecorder())
      const booted = await inTime(application.ready())
      if (booted && first !== undefined) yield { id, app: first }
    } catch {
      // A case about an application that does not boot.
    } finally {
      await inTime(Promise.resolve(first?.close()).catch(() => undefined))
    }
  }
}

/** Whether a promise is fulfilled in time. */
async function inTime(promise: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((done) => {
    timer = setTimeout(done, LONGEST_BOOT, false)
  })
  try {
    return await Promise.race([Promise.resolve(promise).then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
