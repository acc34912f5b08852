/** The seeded defects of the user administration. */
import type { SeededDefect } from '../application.ts'

export const DEFECTS = [
  {
    id: 'password-beyond-the-table',
    kind: 'boundary',
    route: 'PATCH /api/users/:userId/password',
    what: 'The table of strengths has no entry for the longest password that the schema allows.',
  },
  {
    id: 'nul-in-a-name',
    kind: 'rare-value',
    route: 'POST /api/users',
    what: 'The database refuses a text with a NUL character, and nothing removes it before.',
  },
  {
    id: 'token-of-the-far-future',
    kind: 'rare-value',
    route: 'POST /api/users/:userId/personal-access-tokens',
    what: 'An expiry that the schema allows is later than the last date that there is.',
  },
  {
    id: 'refresh-of-nothing',
    kind: 'conditional',
    route: 'POST /oidc/token',
    what: 'In the branch of refresh tokens an unknown one is used as if it were found.',
  },
  {
    id: 'roles-for-everybody',
    kind: 'auth-missing',
    route: 'GET /api/roles',
    what: 'The route is declared outside of the context that wants a token.',
  },
  {
    id: 'signature-not-compared',
    kind: 'auth-altered',
    route: 'GET /api/users',
    what: 'The signature of a token is cut off before the token is looked up.',
  },
  {
    id: 'users-of-other-tenants',
    kind: 'other-identity',
    route: 'GET /api/users/:userId',
    what: 'A user of another tenant can be read.',
  },
  {
    id: 'organizations-of-other-tenants',
    kind: 'other-identity',
    route: 'DELETE /api/organizations/:id',
    what: 'An organization of another tenant can be deleted.',
  },
  {
    id: 'password-of-the-deleted',
    kind: 'use-after-delete',
    route: 'GET /api/users/:userId/has-password',
    what: 'A deleted user still has a password.',
  },
  {
    id: 'custom-data-not-kept',
    kind: 'read-your-write',
    route: 'PATCH /api/users/:userId/custom-data',
    what: 'The changed custom data are answered and not stored.',
  },
  {
    id: 'roles-twice',
    kind: 'idempotency',
    route: 'PUT /api/users/:userId/roles',
    what: 'The roles of a user are added to those that it has, instead of replacing them.',
  },
  {
    id: 'tenant-of-the-last-request',
    kind: 'request-state-leak',
    route: 'GET /api/organizations',
    what: 'The tenant of the last request is in a variable that all requests share.',
  },
  {
    id: 'last-of-each-page',
    kind: 'pagination',
    route: 'GET /api/users',
    what: 'The last user of each page is on no page.',
  },
  {
    id: 'every-attempt-is-kept',
    kind: 'memory-growth',
    route: 'POST /api/users/:userId/password/verify',
    what: 'Each attempt is kept with a work area that is never freed.',
  },
  {
    id: 'invitation-of-yesterday',
    kind: 'late-crash',
    route: 'POST /api/organization-invitations',
    what: 'The message of an invitation that has expired already throws after the answer.',
  },
  {
    id: 'never-signed-in',
    kind: 'lossy-answer',
    route: 'PATCH /api/users/:userId/is-suspended',
    what: 'The response schema has an integer for the last sign-in, which is null at first and becomes 0.',
  },
  {
    id: 'invited-to-nothing',
    kind: 'deep-state',
    route: 'PUT /api/organization-invitations/:id/status',
    what: 'An invitation to an organization that is deleted can be accepted, which fails.',
  },
  {
    id: 'tag-in-any-form',
    kind: 'schema-hole',
    route: 'PATCH /api/organizations/:id',
    what: 'The header if-match is declared as any text and read as JSON.',
  },
  {
    id: 'type-in-lower-case',
    kind: 'wrong-answer-schema',
    route: 'POST /api/roles',
    what: 'A role without a type is answered with one that the response schema does not list.',
  },
  {
    id: 'conflict-not-declared',
    kind: 'undeclared-status',
    route: 'POST /api/organizations',
    what: 'A second organization with the same name is answered with 409, which the route does not declare.',
  },
] as const satisfies readonly SeededDefect[]

export type DefectId = (typeof DEFECTS)[number]['id']
