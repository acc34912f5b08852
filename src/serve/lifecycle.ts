/**
 * All stages of a request, from top to bottom. Each stage is a function that calls the next one, in this order:
 *
 *   receive ▸ onRequest ▸ preParsing ▸ body ▸ preValidation ▸ validate ▸ preHandler ▸ handler
 *                                                                                  │ reply.send(payload)
 *   respond ▸ preSerialization ▸ serialize ▸ onSend ▸ write ▸ onResponse           ◂┘
 *   fail    ▸ onError ▸ error handler, its parent's, … the default ▸ respond
 *
 * A synchronous stage costs no tick. After an asynchronous stage, the next one runs in the async context of that stage.
 */
import { errorCodes } from '../errors.ts'
import { isError, isThenable } from '../values.ts'
import { readBody } from './body.ts'
import { logLate, startTime } from './cancellation.ts'
import { watch, watchEnd } from './ends.ts'
import { defaultErrorPayload, lastResort, prepareError } from './error-reply.ts'
import type { Exchange } from './exchange.ts'
import { HandlerTrace, handlers } from './handler-channel.ts'
import { runHooks, settle, whenKnown } from './hooks.ts'
import { incoming } from './lines.ts'
import { drop } from './payload/held-streams.ts'
import type { Invalid } from './plan.ts'
import { prepare, textOf } from './serialize.ts'
import { write } from './write.ts'

// ── inbound

/** The first stage. The request and the reply exist; the body has not been read. */
export function receive(x: Exchange): void {
  const { plan } = x
  x.timed = plan.onResponse !== null || plan.app.requestLogging
  if (x.timed || plan.onRequestAbort !== null || plan.onTimeout !== null) watchEnd(x)
  if (plan.limit !== null) startTime(x, plan.limit, expire)
  if (plan.app.requestLogging) incoming(x)
  runHooks('request', plan.onRequest, x, undefined, preParse, refuse)
}

function preParse(x: Exchange): void {
  if (x.fault !== null) {
    refuse(x, x.fault.error)
    return
  }
  if (x.plan.preParsing === null) parse(x)
  else runHooks('payload', x.plan.preParsing, x, x.wire.request, parseFrom, refuse)
}

function parseFrom(x: Exchange, stream: unknown): void {
  if (x.status !== 'open' || x.wire.ended) return // a preParsing hook has sent a reply
  if (stream !== x.wire.request) x.stream = stream
  parse(x)
}

function parse(x: Exchange): void {
  const { turn } = x
  if (x.cancellation === null) readBody(x, preValidate, refuse)
  else
    readBody(
      x,
      () => (turn === x.turn ? preValidate(x) : logLate(x)),
      (_x, error) => (turn === x.turn ? refuse(x, error) : logLate(x, error)),
    )
}

function preValidate(x: Exchange): void {
  runHooks('request', x.plan.preValidation, x, undefined, validate, refuse)
}

function validate(x: Exchange): void {
  if (x.plan.validate === null) {
    preHandle(x)
    return
  }
  let outcome: Invalid | null | PromiseLike<Invalid | null>
  try {
    outcome = x.plan.validate(x)
  } catch (error) {
    refuse(x, error)
    return
  }
  if (outcome === null) preHandle(x)
  else if ('error' in outcome) judged(x, outcome)
  else {
    const { turn } = x
    outcome.then(
      (value) => (turn === x.turn ? judged(x, value) : logLate(x)),
      (error) => {
        if (turn === x.turn) refuse(x, error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
        else logLate(x, error)
      },
    )
  }
}

function judged(x: Exchange, invalid: Invalid | null): void {
  if (invalid !== null) {
    if (!x.plan.attachValidation) {
      if (isReplaced(x)) pass(x, invalid.error, null)
      else fail(x, invalid.error)
      return
    }
    x.request.validationError = invalid.error
  }
  preHandle(x)
}

function preHandle(x: Exchange): void {
  runHooks('request', x.plan.preHandler, x, undefined, handle, refuseHandler)
}

function handle(x: Exchange): void {
  if (handlers.hasSubscribers && !x.plan.is404) {
    const trace = new HandlerTrace(x)
    trace.run(() => handleTraced(x, trace))
    return
  }
  let result: unknown
  try {
    result = x.plan.handler(x.request, x.reply)
  } catch (error) {
    thrown(x, error)
    return
  }
  take(x, result)
}

function handleTraced(x: Exchange, trace: HandlerTrace): void {
  let result: unknown
  try {
    result = x.plan.handler(x.request, x.reply)
  } catch (error) {
    trace.failed(error)
    thrown(x, error)
    return
  }
  const { turn } = x
  const awaited = result !== x.reply // which is thenable, too: what it settles to is no answer
  if (!isThenable(result)) {
    take(x, result)
    return
  }
  trace.waits()
  settle(
    result,
    (value) => {
      if (x.status !== 'hijacked') trace.settled(() => awaited && answer(x, value, turn))
    },
    (error) => trace.settled(() => awaited && rejected(x, error, turn), { error }),
  )
}

/** A preHandler hook has failed. */
function refuseHandler(x: Exchange, error: unknown): void {
  if (!handlers.hasSubscribers || x.plan.is404 || x.status !== 'open') {
    refuse(x, error)
    return
  }
  const trace = new HandlerTrace(x)
  trace.run(() => {
    trace.failed(error)
    refuse(x, error)
  })
}

/** Sends what a handler or an error handler returns or resolves with, unless it has sent a reply itself. */
function take(x: Exchange, result: unknown): void {
  if (result === undefined || result === x.reply) return // the handler calls reply.send() later
  if (!isThenable(result)) {
    respondReturned(x, result)
    return
  }
  const { turn } = x
  settle(
    result,
    (value) => answer(x, value, turn),
    (error) => rejected(x, error, turn),
  )
}

/** The promise of a handler has rejected. */
function rejected(x: Exchange, error: unknown, turn: number): void {
  if (turn === x.turn) thrown(x, error)
  else logLate(x, error)
}

/** The promise of a handler has settled. */
function answer(x: Exchange, value: unknown, turn: number): void {
  if (turn !== x.turn) {
    drop(x, value)
    logLate(x)
    return
  }
  if (x.status === 'hijacked') return
  if (value === undefined && (x.status !== 'open' || x.wire.headersSent || x.wire.aborted)) return
  respondReturned(x, value)
}

/** A value that is returned while onError hooks run is too late, and nobody would catch what `respond` throws then. */
function respondReturned(x: Exchange, value: unknown): void {
  if (x.inOnError) late(x, value)
  else if (isReplaced(x)) pass(x, value, null)
  else respond(x, value)
}

function late(x: Exchange, payload: unknown): void {
  drop(x, payload)
  if (x.cancellation !== null && x.cancellation.expiredAt > 0) logLate(x)
  else x.log.warn({ err: new errorCodes.FST_ERR_REP_ALREADY_SENT() }, 'Reply already sent')
}

/** A handler threw or rejected. After it has sent a reply, the error is only logged. */
function thrown(x: Exchange, error: unknown): void {
  if (x.status === 'open') refuse(x, error)
  else x.log.error({ err: error }, 'Promise errored, but reply.sent = true was set')
}

// ── a `send` that the application has put on the reply: it sees what `send` of 4.17 sees

const isReplaced = ({ reply }: Exchange): boolean => Object.hasOwn(reply, 'send')

/** The failure of a stage before the answer. */
function refuse(x: Exchange, error: unknown): void {
  if (x.status === 'open' && !x.wire.ended && isReplaced(x)) pass(x, error, 'error')
  else fail(x, error)
}

function pass(x: Exchange, payload: unknown, passed: Exchange['passed']): void {
  x.passed = passed
  try {
    x.reply.send(payload)
  } catch (failure) {
    x.passed = 'error'
    try {
      x.reply.send(failure) // as on 4.17, it gets its own error
    } catch (again) {
      fail(x, again)
    }
  }
}

/** Whether it has handed on an error, or something else in the place of one: the error reply goes on with it. */
function goesOn(x: Exchange, payload: unknown): boolean {
  const { passed } = x
  x.passed = null
  if (passed !== 'error' && !isError(payload)) return false
  if (passed === 'default' && isError(payload)) sendDefault(x, payload)
  else fail(x, payload)
  return true
}

// ── outbound

/** Sends a payload: from `reply.send` and from handlers that return a value. A request gets one reply only. */
export function respond(x: Exchange, payload: unknown): void {
  if (x.inOnError) {
    drop(x, payload)
    throw new errorCodes.FST_ERR_SEND_INSIDE_ONERR()
  }
  if (x.status !== 'open' || x.wire.ended) {
    late(x, payload)
    return
  }
  if ((x.passed !== null || isError(payload)) && goesOn(x, payload)) return
  x.status = 'answering'
  try {
    const { payload: value, serialize: needed } = prepare(x, payload)
    const hooks = typeof value === 'string' ? null : x.plan.preSerialization
    if (needed) runHooks('payload', hooks, x, value, turnToText, fail)
    else send(x, value)
  } catch (error) {
    fail(x, error)
  }
}

function turnToText(x: Exchange, value: unknown): void {
  let text: unknown
  try {
    text = textOf(x, value)
  } catch (error) {
    fail(x, error)
    return
  }
  whenKnown(x, text, send, fail)
}

function send(x: Exchange, payload: unknown): void {
  if (x.plan.onSend === null) write(x, payload, fail)
  else runHooks('payload', x.plan.onSend, x, payload, writeOut, fail)
}

function writeOut(x: Exchange, payload: unknown): void {
  write(x, payload, fail)
}

// ── failure

/** Handles the failure of any stage. Each failure uses the next error handler of the chain, so there is no endless loop. */
export function fail(x: Exchange, error: unknown): void {
  const taken = x.status === 'written' || x.status === 'hijacked' // the code that writes the reply also ends it
  if (taken || x.wire.headersSent) {
    x.log.error({ err: error }, 'an error came after the answer had begun')
    if (!taken && !x.wire.ended) x.wire.breakOff() // the handler began the reply on reply.raw and did not end it
    return
  }
  const reason = error ?? new errorCodes.FST_ERR_SEND_UNDEFINED_ERR()
  x.status = 'answering'
  if (x.errorLink !== undefined) {
    answerError(x, reason)
    return
  }
  x.errorLink = x.plan.errors
  x.inOnError = true
  watch('error', 'onError', x, reason, told)
}

/**
 * The time of the request is over: the error handlers answer, and get the same time once more. What the stage that runs now
 * returns later has no effect.
 */
function expire(x: Exchange, error: Error, again: boolean): void {
  if (x.status === 'written') {
    expireAnswer(x, error)
    return
  }
  if (again) {
    giveUp(x, error)
    return
  }
  const { status, cancellation } = x
  cancellation!.abort(error)
  if (x.status !== status) return // a listener of the signal has answered
  if (cancellation!.interrupt === null) {
    x.turn++
    fail(x, error)
  } else cancellation!.interrupt(error) // the body arrives: reading it fails
}

/** A stream is being sent, and nothing can follow it. An answer that is complete only waits for the client. */
function expireAnswer(x: Exchange, error: Error): void {
  if (x.wire.ended) return
  x.cancellation!.abort(error)
  if (!x.wire.headersSent && x.held?.interrupt('answer', error)) return // the error handlers answer
  x.log.error({ err: error }, 'the time was over while the answer was being sent')
  x.wire.breakOff()
}

/** The error handlers have not answered in their time either. */
function giveUp(x: Exchange, error: Error): void {
  x.turn++
  x.inOnError = false
  x.errorLink = null
  x.wire.statusCode = 503
  if (x.wire.headersSent) fail(x, error)
  else answerError(x, error)
}

/** The onError hooks have run. One of them may have hijacked the reply. */
function told(x: Exchange, error: unknown): void {
  x.inOnError = false
  if (x.status === 'answering') answerError(x, error)
}

function answerError(x: Exchange, error: unknown): void {
  const link = x.errorLink! // fail has set it; null: every handler of the chain has failed
  delete x.headers['content-type'] // it described the reply that failed
  delete x.headers['content-length']
  delete x.headers['transfer-encoding']
  if (link === null) {
    lastResort(x, error)
    return
  }
  x.errorLink = link.parent
  if (link.handler === null) {
    answerByDefault(x, error)
    return
  }
  x.status = 'open'
  let result: unknown
  try {
    result = link.handler(error, x.request, x.reply)
  } catch (failure) {
    thrown(x, failure)
    return
  }
  take(x, result)
}

function answerByDefault(x: Exchange, error: unknown): void {
  prepareError(x, error)
  if (isError(error) && !isReplaced(x)) {
    sendDefault(x, error)
    return
  }
  x.status = 'open' // a thrown value that is not an Error is the payload itself
  if (isReplaced(x)) pass(x, error, 'default')
  else respond(x, error)
}

function sendDefault(x: Exchange, error: Error): void {
  x.status = 'answering'
  whenKnown(x, defaultErrorPayload(x, error), send, fail)
}

// ── reply.callNotFound()

/** Continues with the not-found plan, from its preHandler stage. */
export function handOver(x: Exchange): void {
  const { notFound } = x.plan
  if (notFound === null) {
    x.log.warn('Trying to send a NotFound error inside a 404 handler. Sending basic 404 response.')
    x.wire.statusCode = 404
    x.reply.send('404 Not Found')
    return
  }
  if (x.reply.sent) return // as on 4.17, no handler runs behind the answer
  x.plan = notFound
  preHandle(x)
}
