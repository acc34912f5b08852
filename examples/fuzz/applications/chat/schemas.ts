/** The schemas of the chat API: those that routes share by reference, and what each route answers. */
import type { JsonSchema } from '../application.ts'

/** Ids are numbers of 64 bits, written as text. */
export const snowflake = { type: 'string', pattern: '^(0|[1-9][0-9]{0,19})$' } as const

const error = {
  $id: 'Error',
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'integer' }, message: { type: 'string' } },
}

const user = {
  $id: 'User',
  type: 'object',
  required: ['id', 'username', 'bot'],
  properties: { id: snowflake, username: { type: 'string' }, bot: { type: 'boolean' } },
}

const guild = {
  $id: 'Guild',
  type: 'object',
  required: ['id', 'name', 'owner_id', 'description', 'approximate_member_count'],
  properties: {
    id: snowflake,
    name: { type: 'string' },
    owner_id: snowflake,
    description: { type: ['string', 'null'] },
    approximate_member_count: { type: 'integer' },
  },
}

const channel = (wrong: boolean) => ({
  $id: 'Channel',
  type: 'object',
  required: ['id', 'guild_id', 'type', 'name', 'topic', 'nsfw', 'rate_limit_per_user', 'last_message_id'],
  properties: {
    id: snowflake,
    guild_id: snowflake,
    type: { type: 'integer', enum: [0, 5, 15] },
    name: { type: 'string' },
    topic: { type: ['string', 'null'], maxLength: 1024 },
    nsfw: { type: 'boolean' },
    rate_limit_per_user: { type: 'integer', minimum: 0, maximum: 21_600 },
    last_message_id: wrong ? { type: 'integer' } : { type: ['string', 'null'] },
  },
})

const attachment = {
  $id: 'Attachment',
  type: 'object',
  required: ['id', 'filename', 'content_type', 'size'],
  properties: {
    id: snowflake,
    filename: { type: 'string' },
    content_type: { type: 'string' },
    size: { type: 'integer' },
  },
}

const reaction = {
  type: 'object',
  required: ['count', 'me', 'emoji'],
  properties: {
    count: { type: 'integer', minimum: 1 },
    me: { type: 'boolean' },
    emoji: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
}

const message = (drops: boolean) => ({
  $id: 'Message',
  type: 'object',
  required: ['id', 'channel_id', 'author', 'content', 'pinned', 'edited', 'reactions', 'attachments'],
  properties: {
    id: snowflake,
    channel_id: snowflake,
    author: { $ref: 'User#' },
    content: { type: 'string' },
    ...(drops ? {} : { nonce: { type: ['string', 'null'] } }),
    pinned: { type: 'boolean' },
    edited: { type: 'boolean' },
    reactions: { type: 'array', items: reaction },
    attachments: { type: 'array', items: { $ref: 'Attachment#' } },
  },
})

const webhook = {
  $id: 'Webhook',
  type: 'object',
  required: ['id', 'channel_id', 'name', 'token'],
  properties: { id: snowflake, channel_id: snowflake, name: { type: 'string' }, token: { type: 'string' } },
}

const member = {
  $id: 'Member',
  type: 'object',
  required: ['user', 'nick', 'roles'],
  properties: {
    user: { $ref: 'User#' },
    nick: { type: ['string', 'null'] },
    roles: { type: 'array', items: snowflake },
  },
}

const role = {
  $id: 'Role',
  type: 'object',
  required: ['id', 'name', 'color', 'permissions', 'hoist'],
  properties: {
    id: snowflake,
    name: { type: 'string' },
    color: { type: 'integer', minimum: 0, maximum: 0xffffff },
    permissions: { type: 'string', pattern: '^[0-9]{1,20}$' },
    hoist: { type: 'boolean' },
  },
}

export const shared = (defects: ReadonlySet<string>): readonly JsonSchema[] => [
  error,
  user,
  guild,
  channel(defects.has('last-message-as-number')),
  attachment,
  message(defects.has('nonce-dropped')),
  webhook,
  member,
  role,
]

export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` })
export const listOf = (name: string): JsonSchema => ({ type: 'array', items: ref(name) })
export const EMPTY: JsonSchema = { type: 'null' }

/** What the parser of bodies and the validator can refuse. */
export const BODY = [400, 413, 415] as const

/** The statuses of a route: the one of success, and those of errors. */
export function answers(status: number, schema: JsonSchema, ...errors: number[]): Record<string, JsonSchema> {
  return { [status]: schema, ...Object.fromEntries(errors.map((one) => [one, ref('Error')])) }
}

export const byId = (...names: string[]): JsonSchema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, snowflake])),
})
