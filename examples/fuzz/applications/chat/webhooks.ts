/** Webhooks: members make them, and whoever has the token of one writes with it. */
import { createHash } from 'node:crypto'
import type { App, Plugin, Request } from '../application.ts'
import {
  type Context,
  channelOf,
  guildOf,
  type OfChannel,
  type OfGuild,
  Refusal,
  showMessage,
  wantsUser,
} from './context.ts'
import { answers, BODY, byId, EMPTY, listOf, ref, snowflake } from './schemas.ts'
import type { Message, Webhook } from './store.ts'

export const webhooks = (context: Context): Plugin => {
  return async (app) => {
    app.register(async (members) => {
      members.addHook('onRequest', wantsUser(context))
      declareAll(members, context)
      declareOne(members, context)
    })
    declareExecute(app, context)
  }
}

function declareAll(app: App, context: Context): void {
  const { store } = context
  const params = byId('channel_id')
  const url = '/channels/:channel_id/webhooks'
  const get = { params, response: answers(200, listOf('Webhook'), 400, 401, 404) }
  app.get<OfChannel>(url, { schema: get }, async (request) => {
    const { id } = channelOf(context, request, request.params.channel_id)
    return [...store.webhooks.values()].filter((one) => one.channel_id === id)
  })
  const ofGuild = { params: byId('guild_id'), response: answers(200, listOf('Webhook'), 400, 401, 404) }
  app.get<OfGuild>('/guilds/:guild_id/webhooks', { schema: ofGuild }, async (request) => {
    const { id } = guildOf(context, request, request.params.guild_id)
    return [...store.webhooks.values()].filter((one) => store.channels.get(one.channel_id)?.guild_id === id)
  })
  const body = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 80 } },
    additionalProperties: false,
  }
  const schema = { params, body, response: answers(201, ref('Webhook'), 401, 404, ...BODY) }
  app.post<OfChannel & { body: { name: string } }>(url, { schema }, async (request, reply) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const id = store.makeId()
    const token = createHash('sha256').update(`webhook ${id}`).digest('base64url')
    const webhook: Webhook = { id, channel_id: channel.id, name: request.body.name, token }
    store.webhooks.set(id, webhook)
    return reply.code(201).send(webhook)
  })
}

type OfWebhook = { params: { webhook_id: string } }

function declareOne(app: App, context: Context): void {
  const { store, defects } = context
  const webhookOf = (request: Request, id: string, ofAny = false): Webhook => {
    const webhook = store.webhooks.get(id)
    if (webhook === undefined) throw new Refusal(404, 'Unknown Webhook')
    if (!ofAny) channelOf(context, request, webhook.channel_id)
    return webhook
  }
  const params = byId('webhook_id')
  const get = { params, response: answers(200, ref('Webhook'), 400, 401, 404) }
  app.get<OfWebhook>('/webhooks/:webhook_id', { schema: get }, async (request) =>
    webhookOf(request, request.params.webhook_id, defects.has('webhook-of-any-guild')),
  )
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<OfWebhook>('/webhooks/:webhook_id', { schema: remove }, async (request, reply) => {
    store.webhooks.delete(webhookOf(request, request.params.webhook_id).id)
    return reply.code(204).send()
  })
}

function declareExecute(app: App, context: Context): void {
  const { store } = context
  const params = {
    type: 'object',
    required: ['webhook_id', 'webhook_token'],
    properties: {
      webhook_id: snowflake,
      webhook_token: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    },
  }
  const querystring = { type: 'object', properties: { wait: { type: 'boolean', default: false } } }
  const body = {
    type: 'object',
    required: ['content'],
    properties: {
      content: { type: 'string', minLength: 1, maxLength: 2000 },
      username: { type: 'string', minLength: 1, maxLength: 80 },
    },
    additionalProperties: false,
  }
  const response = { ...answers(200, ref('Message'), 404, ...BODY), 204: EMPTY }
  const schema = { params, querystring, body, response }
  type Parts = {
    params: { webhook_id: string; webhook_token: string }
    query: { wait: boolean }
    body: { content: string; username?: string }
  }
  app.post<Parts>('/webhooks/:webhook_id/:webhook_token', { schema }, async (request, reply) => {
    const webhook = store.webhooks.get(request.params.webhook_id)
    if (webhook?.token !== request.params.webhook_token) throw new Refusal(404, 'Unknown Webhook')
    const message: Message = {
      id: store.makeId(),
      channel_id: webhook.channel_id,
      author: webhook.id,
      author_name: request.body.username ?? webhook.name,
      content: request.body.content,
      pinned: false,
      edited: false,
      reactions: new Map(),
      attachments: [],
    }
    store.messages.set(message.id, message)
    const channel = store.channels.get(webhook.channel_id)
    if (channel !== undefined) channel.last_message_id = message.id
    return request.query.wait ? showMessage(context, message, '') : reply.code(204).send()
  })
}
