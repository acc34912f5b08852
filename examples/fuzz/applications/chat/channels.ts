/** The channels of a guild, and the files that are uploaded to them. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App, Plugin } from '../application.ts'
import {
  type Context,
  channelOf,
  guildOf,
  type OfChannel,
  type OfGuild,
  Refusal,
  userOf,
  wantsUser,
} from './context.ts'
import { answers, BODY, byId, EMPTY, listOf, ref } from './schemas.ts'
import type { Attachment, Channel } from './store.ts'

export const channels = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsUser(context))
    declareAll(app, context)
    declareOne(app, context)
    declareUpdate(app, context)
    declareRemove(app, context)
    declareTyping(app, context)
    // Only uploads are texts.
    app.register(async (uploads) => {
      uploads.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request, body) => body)
      declareAttachments(uploads, context)
    })
  }
}

const changes = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  nsfw: { type: 'boolean' },
  rate_limit_per_user: { type: 'integer', minimum: 0, maximum: 21_600 },
}
const topic = { type: 'string', minLength: 1, maxLength: 1024 }

const ANNOUNCEMENT = 5

function declareAll(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('guild_id')
  const get = { params, response: answers(200, listOf('Channel'), 400, 401, 404) }
  app.get<OfGuild>('/guilds/:guild_id/channels', { schema: get }, async (request) => {
    const { id } = guildOf(context, request, request.params.guild_id)
    return [...store.channels.values()].filter((one) => one.guild_id === id)
  })
  // A channel of announcements says what it is about.
  // The condition is asked before types are coerced.
  const told = defects.has('announcement-without-topic') ? [15] : [ANNOUNCEMENT, `${ANNOUNCEMENT}`]
  const body = {
    type: 'object',
    required: ['name'],
    properties: { ...changes, topic, type: { type: 'integer', enum: [0, 5, 15], default: 0 } },
    if: { required: ['type'], properties: { type: { enum: told } } },
    then: { required: ['topic'] },
  }
  const schema = { params, body, response: answers(201, ref('Channel'), 401, 404, ...BODY) }
  type Parts = OfGuild & { body: Partial<Channel> & { name: string; type: number } }
  app.post<Parts>('/guilds/:guild_id/channels', { schema }, async (request, reply) => {
    const guild = guildOf(context, request, request.params.guild_id)
    const { name, type, topic, nsfw, rate_limit_per_user } = request.body
    if (type === ANNOUNCEMENT) reply.header('x-topic-length', topic!.length)
    const channel = store.addChannel(guild.id, name, type)
    if (topic != null) channel.topic = topic
    if (nsfw !== undefined) channel.nsfw = nsfw
    if (rate_limit_per_user !== undefined) channel.rate_limit_per_user = rate_limit_per_user
    return reply.code(201).send(channel)
  })
}

function declareOne(app: App, context: Context): void {
  const schema = { params: byId('channel_id'), response: answers(200, ref('Channel'), 400, 401, 404) }
  app.get<OfChannel>('/channels/:channel_id', { schema }, async (request) =>
    channelOf(context, request, request.params.channel_id),
  )
}

function declareUpdate(app: App, context: Context): void {
  const { store, defects } = context
  const body = {
    type: 'object',
    minProperties: 1,
    properties: { ...changes, topic },
    additionalProperties: false,
  }
  const schema = {
    params: byId('channel_id'),
    body,
    response: answers(200, ref('Channel'), 401, 404, ...BODY),
  }
  app.patch<OfChannel & { body: Partial<Channel> }>('/channels/:channel_id', { schema }, async (request) => {
    const channel = channelOf(context, request, request.params.channel_id)
    if (!defects.has('channel-overwritten')) return Object.assign(channel, request.body)
    const copy = { ...channel, ...request.body }
    await soon()
    store.channels.set(copy.id, copy)
    return copy
  })
}

function declareRemove(app: App, context: Context): void {
  const { store, defects } = context
  const reason = { type: 'string', maxLength: 512 }
  const headers = { type: 'object', properties: { 'x-audit-log-reason': reason } }
  const isOpen = defects.has('reason-unchecked')
  const params = byId('channel_id')
  const response = answers(200, ref('Channel'), 401, 404, ...BODY)
  const schema = isOpen ? { params, response } : { headers, params, response }
  const read = (text: string): string => {
    try {
      return decodeURIComponent(text)
    } catch (error) {
      if (isOpen) throw error
      throw new Refusal(400, 'The reason for the audit log is not percent-encoded UTF-8')
    }
  }
  app.delete<OfChannel>('/channels/:channel_id', { schema }, async (request) => {
    const channel = channelOf(context, request, request.params.channel_id)
    read(String(request.headers['x-audit-log-reason'] ?? ''))
    const kept = [...store.webhooks.values()].filter((one) => one.channel_id === channel.id)
    store.removeChannel(channel)
    if (defects.has('webhook-outlives-channel')) for (const one of kept) store.webhooks.set(one.id, one)
    return channel
  })
}

function declareTyping(app: App, context: Context): void {
  const { defects } = context
  /** Who types where. */
  const typing = new Map<string, Buffer>()
  const schema = { params: byId('channel_id'), response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.post<OfChannel>('/channels/:channel_id/typing', { schema }, async (request, reply) => {
    const { id } = channelOf(context, request, request.params.channel_id)
    const user = userOf(context, request)
    const key = defects.has('typing-never-forgotten') ? `${id} ${user.id} ${request.id}` : `${id} ${user.id}`
    if (typing.size > 100 && !defects.has('typing-never-forgotten')) typing.clear()
    if (!typing.has(key)) typing.set(key, Buffer.alloc(131_072, user.username))
    return reply.code(204).send()
  })
}

function declareAttachments(app: App, context: Context): void {
  const { store } = context
  const headers = {
    type: 'object',
    required: ['x-filename'],
    properties: { 'x-filename': { type: 'string', pattern: '^[A-Za-z0-9_-]{1,60}\\.[a-z]{1,5}$' } },
  }
  const params = byId('channel_id')
  const body = { type: 'string', minLength: 1, maxLength: 10_000 }
  const schema = { headers, params, body, response: answers(201, ref('Attachment'), 401, 404, ...BODY) }
  const url = '/channels/:channel_id/attachments'
  app.post<OfChannel & { body: string }>(url, { schema }, async (request, reply) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const attachment: Attachment = {
      id: store.makeId(),
      channel_id: channel.id,
      filename: String(request.headers['x-filename']),
      content_type: 'text/plain',
      size: Buffer.byteLength(String(request.body)), // JSON can be a number, which the validator takes for a text
    }
    store.attachments.set(attachment.id, attachment)
    return reply.code(201).send(shown(attachment))
  })
  const get = {
    params: byId('channel_id', 'attachment_id'),
    response: answers(200, ref('Attachment'), 400, 401, 404),
  }
  type One = { params: { channel_id: string; attachment_id: string } }
  app.get<One>(`${url}/:attachment_id`, { schema: get }, async (request) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const attachment = store.attachments.get(request.params.attachment_id)
    if (attachment?.channel_id !== channel.id) throw new Refusal(404, 'Unknown Attachment')
    return shown(attachment)
  })
}

function shown({ channel_id: _channel, ...attachment }: Attachment): Omit<Attachment, 'channel_id'> {
  return attachment
}
