/** What can be wrong in the chat API. */
import type { SeededDefect } from '../application.ts'

export const DEFECTS: readonly SeededDefect[] = [
  {
    id: 'token-by-its-beginning',
    kind: 'auth-altered',
    route: 'GET /users/@me',
    what: 'Only the first part of a token is compared, so that an altered one is accepted.',
  },
  {
    id: 'guilds-of-last-user',
    kind: 'request-state-leak',
    route: 'GET /users/@me/guilds',
    what: 'The list is cached by the query alone, so that one user gets the guilds of another.',
  },
  {
    id: 'member-again',
    kind: 'undeclared-status',
    route: 'PUT /guilds/:guild_id/members/:user_id',
    what: 'Somebody who is a member already is answered with 208, which nobody declared.',
  },
  {
    id: 'white-has-no-shade',
    kind: 'boundary',
    route: 'POST /guilds/:guild_id/roles',
    what: 'The brightest colors are past the end of the palette.',
  },
  {
    id: 'role-of-any-guild',
    kind: 'other-identity',
    route: 'PATCH /guilds/:guild_id/roles/:role_id',
    what: 'A role of another tenant can be changed by way of a guild of the user.',
  },
  {
    id: 'announcement-without-topic',
    kind: 'conditional',
    route: 'POST /guilds/:guild_id/channels',
    what: 'The condition of the schema wants a topic of the wrong type of channel.',
  },
  {
    id: 'last-message-as-number',
    kind: 'wrong-answer-schema',
    route: 'GET /channels/:channel_id',
    what: 'The schema of the answer makes an integer of an id that is a text or null.',
  },
  {
    id: 'channel-overwritten',
    kind: 'lost-update',
    route: 'PATCH /channels/:channel_id',
    what: 'The whole channel is written back a turn after it was read, with what others changed in between.',
  },
  {
    id: 'reason-unchecked',
    kind: 'schema-hole',
    route: 'DELETE /channels/:channel_id',
    what: 'The header with the reason has no schema, and a wrong percent-encoding fails.',
  },
  {
    id: 'typing-never-forgotten',
    kind: 'memory-growth',
    route: 'POST /channels/:channel_id/typing',
    what: 'Who types is kept by the id of the request and never removed.',
  },
  {
    id: 'page-begins-with-last',
    kind: 'pagination',
    route: 'GET /channels/:channel_id/messages',
    what: 'The page before a message includes that message.',
  },
  {
    id: 'list-shows-old-text',
    kind: 'read-your-write',
    route: 'GET /channels/:channel_id/messages',
    what: 'The list comes from a cache that an edited message does not renew.',
  },
  {
    id: 'nonce-dropped',
    kind: 'dropped-property',
    route: 'POST /channels/:channel_id/messages',
    what: 'The schema of the answer has no nonce, which the application sends.',
  },
  {
    id: 'bulk-without-schema',
    kind: 'missing-schema',
    route: 'POST /channels/:channel_id/messages/bulk-delete',
    what: 'The body has no schema, and the handler reads a list in it.',
  },
  {
    id: 'pin-outlives-message',
    kind: 'deep-state',
    route: 'GET /channels/:channel_id/pins',
    what: 'After a pinned message was deleted, the list of pins fails.',
  },
  {
    id: 'emoji-cut-in-half',
    kind: 'rare-value',
    route: 'PUT /channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me',
    what: 'The first unit of an astral character is encoded alone, which throws.',
  },
  {
    id: 'reaction-counted-twice',
    kind: 'idempotency',
    route: 'PUT /channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me',
    what: 'The same reaction of the same user is counted again.',
  },
  {
    id: 'webhook-of-any-guild',
    kind: 'other-identity',
    route: 'GET /webhooks/:webhook_id',
    what: 'A webhook with its token can be read by somebody who is no member of its guild.',
  },
  {
    id: 'webhook-outlives-channel',
    kind: 'use-after-delete',
    route: 'POST /webhooks/:webhook_id/:webhook_token',
    what: 'A webhook still accepts messages after its channel was deleted.',
  },
]
