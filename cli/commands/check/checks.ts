// What `touchstone check` looks for, as data.

export interface Check {
  readonly rule: string
  /** A note is printed, and fails nothing. */
  readonly isNote?: true
}

export const CHECKS = {
  'no-response': {
    rule: 'Each route declares what it answers: without a response schema nothing keeps a property from leaving.',
  },
  'no-guard': { rule: 'Each route that --secured names has a hook that guards it.' },
  unbounded: { rule: 'Each text and each list of a body has a greatest length.' },
  'open-object': { rule: 'Each object of a body says what becomes of properties that it does not declare.' },
  removal: { rule: 'Where several schemas meet one object, none removes what another declares.' },
  'slow-pattern': { rule: 'No pattern of a request schema can take exponential time.' },
  async: { rule: 'No request schema has $async.' },
  library: { rule: 'Each schema is judged and written without ajv and fast-json-stringify.', isNote: true },
} as const satisfies Record<string, Check>

export type CheckId = keyof typeof CHECKS
export const isCheck = (id: string): id is CheckId => Object.hasOwn(CHECKS, id)
export const isNote = (id: CheckId): boolean => 'isNote' in CHECKS[id]

export interface Found {
  readonly check: CheckId
  /** `POST /users` */
  readonly route: string
  /** The context that declares the route: `root -> users`. */
  readonly context: string
  /** Where in it; empty: the route as a whole. */
  readonly place: string
  readonly why: string
}
