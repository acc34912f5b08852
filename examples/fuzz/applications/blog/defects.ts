/** What can be wrong in the blog API. */
import type { SeededDefect } from '../application.ts'

export const DEFECTS: readonly SeededDefect[] = [
  {
    id: 'centuries-end',
    kind: 'rare-value',
    route: 'POST /ghost/api/admin/posts',
    what: 'A date of publication after 2099 is past the end of the list of centuries.',
  },
  {
    id: 'tags-stripped-slowly',
    kind: 'slow-input',
    route: 'POST /ghost/api/admin/posts',
    what: 'The pattern that strips HTML takes quadratic time where angles are not closed.',
  },
  {
    id: 'tag-by-slug-alone',
    kind: 'conditional',
    route: 'POST /ghost/api/admin/posts',
    what: 'A tag that is named by its slug alone, which the schema allows, has no name to read.',
  },
  {
    id: 'slug-without-session',
    kind: 'auth-missing',
    route: 'GET /ghost/api/admin/posts/slug/:slug',
    what: 'The route is declared outside of the plugin that wants a session.',
  },
  {
    id: 'collision-unseen',
    kind: 'lost-update',
    route: 'PUT /ghost/api/admin/posts/:id',
    what: 'The time of the state that was edited is not compared, so that the later of two edits undoes the other.',
  },
  {
    id: 'post-removed-by-anybody',
    kind: 'other-identity',
    route: 'DELETE /ghost/api/admin/posts/:id',
    what: 'A post can be deleted by somebody who did not write it.',
  },
  {
    id: 'restored-tag-is-gone',
    kind: 'deep-state',
    route: 'POST /ghost/api/admin/posts/:id/revisions/:revision_id/restore',
    what: 'A revision with a tag that was deleted since cannot be restored.',
  },
  {
    id: 'accent-color-dropped',
    kind: 'dropped-property',
    route: 'POST /ghost/api/admin/tags',
    what: 'The schema of the answer has no accent color, which the application sends.',
  },
  {
    id: 'csv-unchecked',
    kind: 'schema-hole',
    route: 'POST /ghost/api/admin/tags/upload',
    what: 'The names of a CSV body are read after the validation, so that an empty line fails.',
  },
  {
    id: 'comment-outlives-post',
    kind: 'use-after-delete',
    route: 'GET /ghost/api/admin/comments/:id',
    what: 'A comment can be read after its post was deleted.',
  },
  {
    id: 'one-more-on-a-page',
    kind: 'pagination',
    route: 'GET /ghost/api/admin/media',
    what: 'A page has one item more than its limit, which is also the first of the next.',
  },
  {
    id: 'duration-as-integer',
    kind: 'lossy-answer',
    route: 'POST /ghost/api/admin/media/upload',
    what: 'The schema of the answer makes an integer of the duration.',
  },
  {
    id: 'media-removed-twice',
    kind: 'idempotency',
    route: 'DELETE /ghost/api/admin/media/:id',
    what: 'The second of two equal requests reads what the first one removed.',
  },
  {
    id: 'relative-target',
    kind: 'late-crash',
    route: 'POST /ghost/api/admin/webhooks',
    what: 'A relative target, which the schema allows, is not a URL, and nothing catches that after the answer.',
  },
  {
    id: 'webhook-is-gone',
    kind: 'undeclared-status',
    route: 'DELETE /ghost/api/admin/webhooks/:id',
    what: 'A webhook that is not there is answered with 410, which nobody declared.',
  },
  {
    id: 'search-without-schema',
    kind: 'missing-schema',
    route: 'GET /ghost/api/admin/search',
    what: 'The query has no schema, and a search without text or with two fails.',
  },
  {
    id: 'search-keeps-old-title',
    kind: 'read-your-write',
    route: 'GET /ghost/api/admin/search',
    what: 'The index of the search keeps the title that a post had when it was first searched.',
  },
  {
    id: 'key-by-its-beginning',
    kind: 'auth-altered',
    route: 'GET /ghost/api/content/posts',
    what: 'Only the beginning of the key is compared, so that an altered one is accepted.',
  },
]
