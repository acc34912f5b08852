/** The seeded defects of the code host. */
import type { SeededDefect } from '../application.ts'

export const DEFECTS = [
  {
    id: 'label-of-fifty',
    kind: 'boundary',
    route: 'POST /api/v1/repos/:owner/:repo/labels',
    what: 'The name of a label is padded to one column less than the schema allows.',
  },
  {
    id: 'seconds-without-sign',
    kind: 'rare-value',
    route: 'POST /api/v1/repos/:owner/:repo/issues/:index/deadline',
    what: 'A deadline is kept in 32 bits without a sign, which has no place for dates before 1970 and after 2106.',
  },
  {
    id: 'any-label',
    kind: 'missing-schema',
    route: 'PATCH /api/v1/repos/:owner/:repo/labels/:id',
    what: 'The route has no schema for its body, and its handler believes the types.',
  },
  {
    id: 'half-a-name',
    kind: 'wrong-answer-schema',
    route: 'PATCH /api/v1/repos/:owner/:repo',
    what: 'After a change of the name the full name is without its owner, against the pattern of the response schema.',
  },
  {
    id: 'nobody-reads-the-errors',
    kind: 'schema-hole',
    route: 'POST /api/v1/markdown',
    what: 'Validation errors are attached to the request, and the handler does not look at them.',
  },
  {
    id: 'closed-issues-not-declared',
    kind: 'dropped-property',
    route: 'GET /api/v1/repos/:owner/:repo/milestones',
    what: 'The response schema forgot the property closed_issues.',
  },
  {
    id: 'no-such-license',
    kind: 'conditional',
    route: 'POST /api/v1/user/repos',
    what: 'An initialised repository with the last license of the list fails: its text is missing.',
  },
  {
    id: 'the-current-user',
    kind: 'request-state-leak',
    route: 'GET /api/v1/user',
    what: 'The user of the last request is in a variable that all requests share.',
  },
  {
    id: 'comments-of-others',
    kind: 'other-identity',
    route: 'DELETE /api/v1/repos/:owner/:repo/issues/comments/:id',
    what: 'Everybody can delete the comment of another user.',
  },
  {
    id: 'issues-without-repository',
    kind: 'use-after-delete',
    route: 'GET /api/v1/repos/:owner/:repo/issues',
    what: 'The issues of a repository can still be listed when it is deleted.',
  },
  {
    id: 'pages-of-ten',
    kind: 'pagination',
    route: 'GET /api/v1/repos/:owner/:repo/issues/:index/comments',
    what: 'A page begins at a multiple of ten, whatever the limit is.',
  },
  {
    id: 'every-search-is-kept',
    kind: 'memory-growth',
    route: 'GET /api/v1/repos/search',
    what: 'What a search found is kept for each request and never forgotten.',
  },
  {
    id: 'brackets-in-brackets',
    kind: 'slow-input',
    route: 'POST /api/v1/markdown',
    what: 'For each opening bracket the whole text behind it is copied and searched.',
  },
  {
    id: 'the-same-number',
    kind: 'lost-update',
    route: 'POST /api/v1/repos/:owner/:repo/issues',
    what: 'Two issues that are made at the same time get one number, and one of them is lost.',
  },
  {
    id: 'milestone-is-gone',
    kind: 'deep-state',
    route: 'GET /api/v1/repos/:owner/:repo/issues/:index',
    what: 'An issue whose milestone is deleted cannot be read any more.',
  },
  {
    id: 'locked-is-not-declared',
    kind: 'undeclared-status',
    route: 'POST /api/v1/repos/:owner/:repo/issues',
    what: 'An issue of an archived repository is answered with 423, which the route does not declare.',
  },
  {
    id: 'token-and-more',
    kind: 'auth-altered',
    route: 'GET /api/v1/user/repos',
    what: 'Only the beginning of the token is compared.',
  },
] as const satisfies readonly SeededDefect[]

export type DefectId = (typeof DEFECTS)[number]['id']
