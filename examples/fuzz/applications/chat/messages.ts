/** The messages of a channel. */
import type { App, Plugin } from '../application.ts'
import {
  type Context,
  channelOf,
  isOlder,
  messageOf,
  type OfChannel,
  type OfMessage,
  Refusal,
  showMessage,
  userOf,
  wantsUser,
} from './context.ts'
import { answers, BODY, byId, EMPTY, listOf, ref, snowflake } from './schemas.ts'
import type { Attachment, Channel, Message } from './store.ts'

export const messages = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsUser(context))
    const lists = new Map<string, string[]>()
    declareList(app, context, lists)
    declareCreate(app, context, lists)
    declareOne(app, context)
    declareUpdate(app, context)
    declareBulk(app, context)
  }
}

const ALL = '/channels/:channel_id/messages'
const ONE = '/channels/:channel_id/messages/:message_id'

/** What the newest messages said, by channel, when somebody last read or wrote them. */
type Lists = Map<string, string[]>

function declareList(app: App, context: Context, lists: Lists): void {
  const { store, defects } = context
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 50 }
  const querystring = { type: 'object', properties: { before: snowflake, after: snowflake, limit } }
  const response = answers(200, listOf('Message'), 400, 401, 404)
  const schema = { params: byId('channel_id'), querystring, response }
  type Parts = OfChannel & { query: { before?: string; after?: string; limit: number } }
  app.get<Parts>(ALL, { schema }, async (request) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const { before, after, limit } = request.query
    const isBefore = (one: Message) =>
      before === undefined ||
      isOlder(one.id, before) ||
      (defects.has('page-begins-with-last') && one.id === before)
    const found = store
      .messagesOf(channel)
      .filter((one) => isBefore(one) && (after === undefined || isOlder(after, one.id)))
      .reverse()
      .slice(0, limit)
      .map((one) => showMessage(context, one, userOf(context, request).id))
    if (!defects.has('list-shows-old-text') || before !== undefined || after !== undefined) return found
    const key = `${channel.id} ${limit}`
    const known = lists.get(key)
    if (known?.length !== found.length)
      lists.set(
        key,
        found.map((one) => one.content),
      )
    return found.map((one, at) => ({ ...one, content: lists.get(key)![at]! }))
  })
}

interface Draft {
  content: string
  nonce?: string
  attachments?: { id: string }[]
}

function declareCreate(app: App, context: Context, lists: Lists): void {
  const { store } = context
  const body = {
    type: 'object',
    required: ['content'],
    properties: {
      content: { type: 'string', minLength: 1, maxLength: 2000 },
      nonce: { type: 'string', minLength: 1, maxLength: 25 },
      attachments: {
        type: 'array',
        maxItems: 10,
        items: { type: 'object', required: ['id'], properties: { id: snowflake } },
      },
    },
    additionalProperties: false,
  }
  const schema = {
    params: byId('channel_id'),
    body,
    response: answers(201, ref('Message'), 401, 404, ...BODY),
  }
  app.post<OfChannel & { body: Draft }>(ALL, { schema }, async (request, reply) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const { content, nonce, attachments = [] } = request.body
    const user = userOf(context, request)
    const message: Message = {
      id: store.makeId(),
      channel_id: channel.id,
      author: user.id,
      content,
      ...(nonce === undefined ? {} : { nonce }),
      pinned: false,
      edited: false,
      reactions: new Map(),
      attachments: attachments.map(({ id }) => attachmentOf(context, channel, id)),
    }
    store.messages.set(message.id, message)
    channel.last_message_id = message.id
    for (const key of lists.keys()) if (key.startsWith(channel.id)) lists.delete(key)
    return reply.code(201).send(showMessage(context, message, user.id))
  })
}

function attachmentOf({ store }: Context, channel: Channel, id: string): Attachment {
  const attachment = store.attachments.get(id)
  if (attachment?.channel_id !== channel.id) throw new Refusal(404, 'Unknown Attachment')
  return attachment
}

function declareOne(app: App, context: Context): void {
  const params = byId('channel_id', 'message_id')
  const get = { params, response: answers(200, ref('Message'), 400, 401, 404) }
  app.get<OfMessage>(ONE, { schema: get }, async (request) =>
    showMessage(context, messageOf(context, request, request.params), userOf(context, request).id),
  )
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<OfMessage>(ONE, { schema: remove }, async (request, reply) => {
    context.store.messages.delete(messageOf(context, request, request.params).id)
    return reply.code(204).send()
  })
}

function declareUpdate(app: App, context: Context): void {
  const body = {
    type: 'object',
    required: ['content'],
    properties: { content: { type: 'string', minLength: 1, maxLength: 2000 } },
    additionalProperties: false,
  }
  const params = byId('channel_id', 'message_id')
  const schema = { params, body, response: answers(200, ref('Message'), 401, 403, 404, ...BODY) }
  app.patch<OfMessage & { body: { content: string } }>(ONE, { schema }, async (request) => {
    const message = messageOf(context, request, request.params)
    const user = userOf(context, request)
    if (message.author !== user.id) throw new Refusal(403, 'Cannot edit a message authored by another user')
    message.content = request.body.content
    message.edited = true
    return showMessage(context, message, user.id)
  })
}

function declareBulk(app: App, context: Context): void {
  const { store, defects } = context
  const body = {
    type: 'object',
    required: ['messages'],
    properties: {
      messages: { type: 'array', minItems: 2, maxItems: 100, items: snowflake, uniqueItems: true },
    },
  }
  const params = byId('channel_id')
  const response = answers(204, EMPTY, 401, 404, ...BODY)
  const schema = defects.has('bulk-without-schema') ? { params, response } : { params, body, response }
  const url = '/channels/:channel_id/messages/bulk-delete'
  app.post<OfChannel & { body: { messages: string[] } }>(url, { schema }, async (request, reply) => {
    const channel = channelOf(context, request, request.params.channel_id)
    const own = request.body.messages.filter((id) => store.messages.get(id)?.channel_id === channel.id)
    for (const id of own) store.messages.delete(id)
    return reply.code(204).send()
  })
}
