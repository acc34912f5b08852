/** Every check by its id: what is asked of the application, in a sentence. */

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
    rule: 'A request that breaks its schema, as it was read from the wire and after coercion, never reaches the handler.',
  },
  'valid-accepted': {
    severity: 'error',
    rule: 'A request that keeps its schema is not refused by the validation.',
  },
  'response-schema': {
    severity: 'error',
    rule: 'An answer keeps the response schema of its status.',
  },
  'response-dropped': {
    severity: 'error',
    rule: 'No property of a payload is lost because its response schema does not declare it.',
  },
  'response-leak': {
    severity: 'error',
    rule: 'No property leaves that the response schema of its status does not declare.',
  },
  'response-lossy': {
    severity: 'error',
    rule: 'The serializer changes no value, such as null to "" or 1.5 to 1.',
  },
  'undeclared-status': {
    severity: 'error',
    rule: 'A handler answers with statuses that the response schemas of its route declare.',
  },
  'unvalidated-media-type': {
    severity: 'error',
    rule: 'A body of another media type does not reach the handler of a route with a body schema that it breaks.',
  },
  'auth-altered-key': {
    severity: 'error',
    rule: 'A route that refuses requests without a key refuses those with an altered key.',
  },
  'auth-missing': {
    severity: 'error',
    rule: 'A route beside protected ones, in their context or below their prefix, is protected too.',
  },
  'inject-socket': {
    severity: 'error',
    rule: 'A request is answered alike through inject and over a socket.',
  },
  'shared-state': {
    severity: 'error',
    rule: 'Requests that are served at the same time are answered as one after the other.',
  },
  'header-case': { severity: 'error', rule: 'The case of header names changes no answer.' },
  hang: { severity: 'error', rule: 'Every request is answered in time.' },
  crash: { severity: 'error', rule: 'No request ends the process.' },
  'lint-unbounded': {
    severity: 'warning',
    rule: 'Lists and texts in request schemas have a limit.',
  },
  'lint-open-object': {
    severity: 'warning',
    rule: 'Objects in request bodies are closed: removeAdditional leaves undeclared properties of open ones.',
  },
  'lint-all-errors': {
    severity: 'warning',
    rule: 'The validator stops at the first error: allErrors lets a client choose how much work a refusal is.',
  },
  'lint-async': {
    severity: 'warning',
    rule: 'No request schema has $async: a request would wait for its own validation.',
  },
} as const satisfies Record<string, Check>

export type CheckId = keyof typeof CHECKS

export const CHECK_IDS = Object.keys(CHECKS) as CheckId[]

export function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(CHECKS, id)
}
