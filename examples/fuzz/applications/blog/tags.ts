/** Tags: one at a time as JSON, or many names as CSV. */
import type { App, Plugin } from '../application.ts'
import {
  type ById,
  type Context,
  found,
  type Page,
  pageOf,
  Refused,
  showTag,
  wantsSession,
} from './context.ts'
import { answers, BODY, byId, EMPTY, one, paged, pages, wrapped } from './schemas.ts'
import type { Store, Tag } from './store.ts'

export const tags = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsSession(context))
    declareList(app, context)
    declareCreate(app, context)
    declareOne(app, context)
    declareUpdate(app, context)
    app.register(async (imports) => {
      imports.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_request, text) =>
        context.defects.has('csv-unchecked') ? { names: ['-'], csv: text } : { names: namesOf(text) },
      )
      declareImport(imports, context)
    })
  }
}

const ONE = wrapped('tags', 'Tag')
const name = { type: 'string', minLength: 1, maxLength: 191, pattern: '^[^,\\n]+$' }
const properties = {
  name,
  description: { type: ['string', 'null'], maxLength: 500 },
  visibility: { type: 'string', enum: ['public', 'internal'] },
  accent_color: { type: ['string', 'null'], pattern: '^#[0-9a-fA-F]{6}$' },
}

const namesOf = (csv: string): string[] => csv.trim().split(/\r?\n/)

function addTag(store: Store, tag: Partial<Tag> & { name: string }): Tag {
  const id = store.makeId()
  // Letters and digits only; a name without any has a slug by its id.
  const slug =
    tag.name
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? id
  const added: Tag = { visibility: 'public', ...tag, id, slug }
  store.tags.set(id, added)
  return added
}

function declareList(app: App, { store }: Context): void {
  const querystring = { type: 'object', properties: pages }
  const schema = { querystring, response: answers(200, paged('tags', 'Tag'), 400, 401) }
  app.get<{ query: Page }>('/tags', { schema }, async ({ query }) => {
    const { items, meta } = pageOf([...store.tags.values()], query)
    return { tags: items.map(showTag), meta }
  })
}

function declareCreate(app: App, { store }: Context): void {
  const item = { type: 'object', required: ['name'], properties, additionalProperties: false }
  const schema = { body: one('tags', item), response: answers(201, ONE, 401, ...BODY) }
  type Parts = { body: { tags: [Partial<Tag> & { name: string }] } }
  app.post<Parts>('/tags', { schema }, async (request, reply) => {
    const tag = addTag(store, request.body.tags[0])
    return reply.code(201).send({ tags: [showTag(tag)] })
  })
}

function declareOne(app: App, { store }: Context): void {
  const params = byId('id')
  const get = { params, response: answers(200, ONE, 400, 401, 404) }
  app.get<ById>('/tags/:id', { schema: get }, async (request) => ({
    tags: [showTag(found(store.tags, request.params.id, 'Tag'))],
  }))
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<ById>('/tags/:id', { schema: remove }, async (request, reply) => {
    const { id } = found(store.tags, request.params.id, 'Tag')
    store.tags.delete(id)
    for (const post of store.posts.values()) post.tags = post.tags.filter((tag) => tag !== id)
    return reply.code(204).send()
  })
}

function declareUpdate(app: App, { store }: Context): void {
  const item = { type: 'object', minProperties: 1, properties, additionalProperties: false }
  const response = answers(200, ONE, 401, 404, ...BODY)
  const schema = { params: byId('id'), body: one('tags', item), response }
  app.put<ById & { body: { tags: [Partial<Tag>] } }>('/tags/:id', { schema }, async (request) => {
    const tag = found(store.tags, request.params.id, 'Tag')
    return { tags: [showTag(Object.assign(tag, request.body.tags[0]))] }
  })
}

function declareImport(app: App, { store, defects }: Context): void {
  const body = {
    type: 'object',
    required: ['names'],
    properties: { names: { type: 'array', minItems: 1, maxItems: 50, items: name } },
  }
  const imported = {
    type: 'object',
    required: ['imported', 'initials'],
    properties: { imported: { type: 'integer', minimum: 1, maximum: 50 }, initials: { type: 'string' } },
  }
  const schema = { body, response: answers(201, imported, 401, 422, ...BODY) }
  type Parts = { body: { names: string[]; csv?: unknown } }
  app.post<Parts>('/tags/upload', { schema }, async ({ body }, reply) => {
    const isUnread = defects.has('csv-unchecked') && typeof body.csv === 'string'
    const names = isUnread ? namesOf(String(body.csv)) : body.names
    const initials = names.map((one) => [...one][0]!.toUpperCase()).join('')
    if (store.tags.size + names.length > 5000) throw new Refused(422, 'There are too many tags')
    for (const one of names) addTag(store, { name: one })
    return reply.code(201).send({ imported: names.length, initials })
  })
}
