/** What is put on messages: pins and reactions. */
import type { App, Plugin } from '../application.ts'
import {
  type Context,
  channelOf,
  messageOf,
  type OfChannel,
  type OfMessage,
  showMessage,
  showUser,
  userOf,
  wantsUser,
} from './context.ts'
import { answers, BODY, byId, EMPTY, listOf, snowflake } from './schemas.ts'

export const marks = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsUser(context))
    declarePins(app, context)
    declareReactions(app, context)
    declareOwnReaction(app, context)
  }
}

function declarePins(app: App, context: Context): void {
  const { store, defects } = context
  /** By channel, the ids of the messages that were pinned. */
  const pinned = new Map<string, Set<string>>()
  const get = { params: byId('channel_id'), response: answers(200, listOf('Message'), 400, 401, 404) }
  app.get<OfChannel>('/channels/:channel_id/pins', { schema: get }, async (request) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const all = defects.has('pin-outlives-message')
      ? [...(pinned.get(channel.id) ?? [])].map((id) => store.messages.get(id)!)
      : store.messagesOf(channel).filter((one) => one.pinned)
    return all.map((one) => showMessage(context, one, userOf(context, request).id))
  })
  const schema = {
    params: byId('channel_id', 'message_id'),
    response: answers(204, EMPTY, 401, 404, ...BODY),
  }
  const url = '/channels/:channel_id/pins/:message_id'
  app.put<OfMessage>(url, { schema }, async (request, reply) => {
    const message = messageOf(context, request, request.params)
    message.pinned = true
    pinned.set(message.channel_id, (pinned.get(message.channel_id) ?? new Set()).add(message.id))
    return reply.code(204).send()
  })
  app.delete<OfMessage>(url, { schema }, async (request, reply) => {
    const message = messageOf(context, request, request.params)
    message.pinned = false
    pinned.get(message.channel_id)?.delete(message.id)
    return reply.code(204).send()
  })
}

const REACTIONS = '/channels/:channel_id/messages/:message_id/reactions'

const emoji = {
  type: 'object',
  required: ['channel_id', 'message_id', 'emoji_name'],
  properties: {
    channel_id: snowflake,
    message_id: snowflake,
    emoji_name: { type: 'string', minLength: 1, maxLength: 32 },
  },
}

type OfEmoji = { params: { channel_id: string; message_id: string; emoji_name: string } }

function declareReactions(app: App, context: Context): void {
  const { store } = context
  const get = { params: emoji, response: answers(200, listOf('User'), 400, 401, 404) }
  app.get<OfEmoji>(`${REACTIONS}/:emoji_name`, { schema: get }, async (request) => {
    const { reactions } = messageOf(context, request, request.params)
    return [...new Set(reactions.get(request.params.emoji_name))].map((id) => showUser(store.users.get(id)!))
  })
  const clear = {
    params: byId('channel_id', 'message_id'),
    response: answers(204, EMPTY, 401, 404, ...BODY),
  }
  app.delete<OfMessage>(REACTIONS, { schema: clear }, async (request, reply) => {
    messageOf(context, request, request.params).reactions.clear()
    return reply.code(204).send()
  })
}

function declareOwnReaction(app: App, context: Context): void {
  const { defects } = context
  const schema = { params: emoji, response: answers(204, EMPTY, 401, 404, ...BODY) }
  const url = `${REACTIONS}/:emoji_name/@me`
  app.put<OfEmoji>(url, { schema }, async (request, reply) => {
    const { reactions } = messageOf(context, request, request.params)
    const { id } = userOf(context, request)
    const name = request.params.emoji_name
    if (defects.has('emoji-cut-in-half')) reply.header('x-emoji', encodeURIComponent(name.slice(0, 1)))
    const users = reactions.get(name) ?? []
    if (defects.has('reaction-counted-twice') || !users.includes(id)) users.push(id)
    reactions.set(name, users)
    return reply.code(204).send()
  })
  app.delete<OfEmoji>(url, { schema }, async (request, reply) => {
    const { reactions } = messageOf(context, request, request.params)
    const { id } = userOf(context, request)
    const users = reactions.get(request.params.emoji_name) ?? []
    reactions.set(
      request.params.emoji_name,
      users.filter((one) => one !== id),
    )
    return reply.code(204).send()
  })
}
