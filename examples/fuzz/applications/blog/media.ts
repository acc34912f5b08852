/** Media that posts can show, and the webhooks that hear of changes. */
import type { App, Plugin } from '../application.ts'
import { type ById, type Context, found, type Page, pageOf, Refused, wantsSession } from './context.ts'
import { answers, BODY, byId, EMPTY, one, paged, pages, wrapped } from './schemas.ts'
import type { Media, Webhook } from './store.ts'

export const media = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsSession(context))
    declareMediaList(app, context)
    declareUpload(app, context)
    declareMedia(app, context)
    declareWebhooks(app, context)
    declareWebhook(app, context)
  }
}

function declareMediaList(app: App, { store, defects }: Context): void {
  const querystring = { type: 'object', properties: pages }
  const schema = { querystring, response: answers(200, paged('media', 'Media'), 400, 401) }
  app.get<{ query: Page }>('/media', { schema }, async ({ query }) => {
    const all = [...store.media.values()]
    const { items, meta } = pageOf(all, query)
    const from = (query.page - 1) * query.limit
    return {
      media: defects.has('one-more-on-a-page') ? all.slice(from, from + query.limit + 1) : items,
      meta,
    }
  })
}

function declareUpload(app: App, { store }: Context): void {
  const item = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,80}\\.(mp4|webm|mp3|png)$' },
      ref: { type: ['string', 'null'], maxLength: 2000 },
      duration: { type: 'number', minimum: 0, maximum: 86_400 },
    },
    additionalProperties: false,
  }
  const schema = { body: one('media', item), response: answers(201, wrapped('media', 'Media'), 401, ...BODY) }
  type Parts = { body: { media: [{ name: string; ref?: string | null; duration?: number }] } }
  app.post<Parts>('/media/upload', { schema }, async (request, reply) => {
    const { name, ref = null, duration = 0 } = request.body.media[0]
    const id = store.makeId()
    const added: Media = { id, name, url: `https://blog.example/content/media/${id}/${name}`, ref, duration }
    store.media.set(id, added)
    return reply.code(201).send({ media: [added] })
  })
}

function declareMedia(app: App, { store, defects }: Context): void {
  const params = byId('id')
  const get = { params, response: answers(200, wrapped('media', 'Media'), 400, 401, 404) }
  app.get<ById>('/media/:id', { schema: get }, async (request) => ({
    media: [found(store.media, request.params.id, 'Media')],
  }))
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  const removed = new Set<string>()
  app.delete<ById>('/media/:id', { schema: remove }, async (request, reply) => {
    const { id } = request.params
    const isKnown = defects.has('media-removed-twice') && removed.has(id)
    const { name } = isKnown ? store.media.get(id)! : found(store.media, id, 'Media')
    store.media.delete(id)
    removed.add(id)
    return reply.code(204).header('x-removed', name).send()
  })
}

const properties = {
  event: {
    type: 'string',
    enum: ['post.added', 'post.published', 'post.deleted', 'tag.added', 'comment.added'],
  },
  target_url: { type: 'string', format: 'uri-reference', minLength: 1, maxLength: 2000 },
  name: { type: ['string', 'null'], maxLength: 191 },
}

const WEBHOOK = wrapped('webhooks', 'Webhook')

function declareWebhooks(app: App, { store, defects }: Context): void {
  /** Makes the target absolute, as the later deliveries will; nobody waits for it. */
  const prepare = async ({ target_url }: Webhook): Promise<string> =>
    defects.has('relative-target') || URL.canParse(target_url) ? new URL(target_url).href : ''
  const item = {
    type: 'object',
    required: ['event', 'target_url'],
    properties,
    additionalProperties: false,
  }
  const schema = { body: one('webhooks', item), response: answers(201, WEBHOOK, 401, ...BODY) }
  type Parts = { body: { webhooks: [{ event: string; target_url: string; name?: string | null }] } }
  app.post<Parts>('/webhooks', { schema }, async (request, reply) => {
    const webhook: Webhook = { name: null, ...request.body.webhooks[0], id: store.makeId() }
    store.webhooks.set(webhook.id, webhook)
    void prepare(webhook)
    return reply.code(201).send({ webhooks: [webhook] })
  })
}

function declareWebhook(app: App, { store, defects }: Context): void {
  const params = byId('id')
  const item = { type: 'object', minProperties: 1, properties, additionalProperties: false }
  const put = { params, body: one('webhooks', item), response: answers(200, WEBHOOK, 401, 404, ...BODY) }
  app.put<ById & { body: { webhooks: [Partial<Webhook>] } }>(
    '/webhooks/:id',
    { schema: put },
    async (request) => {
      const webhook = found(store.webhooks, request.params.id, 'Webhook')
      return { webhooks: [Object.assign(webhook, request.body.webhooks[0])] }
    },
  )
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<ById>('/webhooks/:id', { schema: remove }, async (request, reply) => {
    const isThere = store.webhooks.delete(request.params.id)
    if (!isThere) throw new Refused(defects.has('webhook-is-gone') ? 410 : 404, 'Webhook not found')
    return reply.code(204).send()
  })
}
