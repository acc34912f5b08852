/** The checks by id, each with the rule that an application has to keep. */

export type Severity = 'error' | 'warning'

export interface Check {
  readonly severity: Severity
  /** What holds for an application that is right. */
  readonly rule: string
}

export const CHECKS = {
  'no-5xx': { severity: 'error', rule: 'No request is answered with a 5xx.' },
  'invalid-rejected': {
    severity: 'error',
    rule: 'A request that is invalid against its schema, after coercion, does not reach the handler.',
  },
  'valid-accepted': {
    severity: 'error',
    rule: 'A request that is valid against its schema is not rejected by validation.',
  },
  'response-schema': {
    severity: 'error',
    rule: 'A response body is valid against the response schema of its status.',
  },
  'response-dropped': {
    severity: 'error',
    rule: 'No property that clients send, or other responses of its kind declare, is dropped by a response schema.',
  },
  'response-leak': {
    severity: 'error',
    rule: 'A response holds no property that the response schema of its status does not declare.',
  },
  'response-lossy': {
    severity: 'error',
    rule: 'The serializer changes no value, such as null to "" or 1.5 to 1.',
  },
  'undeclared-status': {
    severity: 'error',
    rule: 'A handler responds only with statuses that the response schemas of its route declare.',
  },
  'unvalidated-media-type': {
    severity: 'error',
    rule: 'A body of another media type that is invalid against the body schema does not reach the handler.',
  },
  'auth-altered-key': {
    severity: 'error',
    rule: 'A route that rejects requests without a key also rejects those with an altered key.',
  },
  'auth-missing': {
    severity: 'error',
    rule: 'A route beside protected ones, in their context or below their prefix, is protected too.',
  },
  'inject-socket': {
    severity: 'error',
    rule: 'A request gets the same response through inject and over a socket.',
  },
  'shared-state': {
    severity: 'error',
    rule: 'Concurrent requests get the same responses as sequential ones.',
  },
  'header-case': { severity: 'error', rule: 'Upper or lower case in header names changes no response.' },
  'use-after-delete': { severity: 'error', rule: 'What was deleted is not answered any more.' },
  'read-your-write': { severity: 'error', rule: 'What a write accepted is what a later GET gives.' },
  'not-idempotent': {
    severity: 'error',
    rule: 'The same PUT twice, or the same idempotency key twice, is as once.',
  },
  'lost-update': { severity: 'error', rule: 'Of two concurrent writes none is lost.' },
  'request-state': { severity: 'error', rule: 'A GET does not change the answer to another request.' },
  'other-identity': {
    severity: 'error',
    rule: 'What is refused to an identity at one address is not open to it at another.',
  },
  'mass-assignment': {
    severity: 'error',
    rule: 'A write changes no property that its body schema does not declare.',
  },
  'prototype-pollution': {
    severity: 'error',
    rule: 'No request adds a property to a prototype.',
  },
  pagination: { severity: 'error', rule: 'Pages have every item once, and not more than was asked for.' },
  'memory-growth': {
    severity: 'error',
    rule: 'Equal requests with equal answers do not use more and more memory.',
  },
  'slow-input': { severity: 'error', rule: 'The time for a text grows no faster than its length.' },
  hang: { severity: 'error', rule: 'Every request is answered in time.' },
  crash: { severity: 'error', rule: 'No request ends the process.' },
  'response-undeclared': {
    severity: 'warning',
    rule: 'No property of a payload is dropped that no schema for such things declares.',
  },
  'lint-unbounded': {
    severity: 'warning',
    rule: 'Arrays and strings in request schemas have a maximum length.',
  },
  'lint-open-object': {
    severity: 'warning',
    rule: 'Objects in request bodies set additionalProperties: otherwise undeclared properties are kept.',
  },
  'lint-removal': {
    severity: 'warning',
    rule: 'Where several schemas meet one object, none of them removes what another declares.',
  },
  'lint-slow-pattern': {
    severity: 'warning',
    rule: 'No pattern of a request schema reads the same text in several ways: its time would double with each character.',
  },
  'lint-all-errors': {
    severity: 'warning',
    rule: 'The validator stops at the first error: with allErrors a client decides how much work a rejection is.',
  },
  'lint-async': {
    severity: 'warning',
    rule: 'No request schema has $async: a request would wait for its own validation.',
  },
} satisfies Record<string, Check>

export type CheckId = keyof typeof CHECKS

export const CHECK_IDS = Object.keys(CHECKS) as CheckId[]

/** A check of this table, or one of a configuration. */
export type AnyCheck = CheckId | (string & {})

export function checkOf(id: AnyCheck): Check {
  return isCheckId(id) ? CHECKS[id] : { severity: 'error', rule: `The check "${id}" of the configuration.` }
}

export function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(CHECKS, id)
}
