/** `app.fetch`: takes a `Request`, and promises its `Response`. */
import type { SafeLog } from '../../safe-log.ts'
import type { Wire } from '../../serve/wire/wire.ts'
import type { Options } from '../../types/options/options.ts'
import { disown } from '../../values.ts'
import { FetchWire } from './fetch-wire.ts'
import { faultOf, targetOf } from './headers.ts'

/** What it needs of the application. */
export interface FetchHost {
  readonly log: SafeLog
  readonly clientAddress: Options['clientAddress']
  /** whether requests can be received; otherwise they wait for `boot` */
  readonly started: boolean
  boot(): Promise<void>
  receive(wire: Wire): void
}

/** Hosts whose `clientAddress` has failed: it is logged once. */
const failing = new WeakSet<object>()

/** Answers one request. */
export function answer(host: FetchHost, given: unknown, platform: readonly unknown[]): Promise<Response> {
  const fault = faultOf(given)
  if (fault !== null) return Promise.reject(fault)
  const request: Request = Object(given)
  if (request.signal?.aborted) return Promise.reject(request.signal.reason)
  return new Promise((answered, failed) => {
    const wire: FetchWire = new FetchWire({
      request,
      target: targetOf(request.url)!, // faultOf has refused others
      platform,
      log: host.log,
      address: () => addressOf(host, request, platform),
      answered,
      failed,
    })
    const enter = (): void => {
      if (!wire.over) wire.runInAsyncScope(receive, undefined, host, wire)
    }
    if (host.started) enter()
    else host.boot().then(enter, (error: unknown) => wire.abandon(error))
  })
}

function receive(host: FetchHost, wire: FetchWire): void {
  host.receive(wire)
}

/** What `clientAddress` says. Where it fails, no address is known. */
function addressOf(host: FetchHost, request: Request, platform: readonly unknown[]): string | undefined {
  const { clientAddress } = host
  if (clientAddress === undefined) return undefined
  try {
    const address: unknown = clientAddress(request, ...platform)
    if (typeof address === 'string' && address !== '') return address
    if (address === undefined || address === null || address === '') return undefined
    disown(address)
    report(host, { address: typeof address })
  } catch (error) {
    report(host, { err: error })
  }
  return undefined
}

function report(host: FetchHost, fields: object): void {
  if (failing.has(host)) return
  failing.add(host)
  const log: SafeLog = host.log
  log.error(fields, 'clientAddress gave no address, so request.ip is undefined. Return a string or undefined')
}
