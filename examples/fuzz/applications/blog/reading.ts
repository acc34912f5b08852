/** What readers see: published posts by a key in the query, and the search of authors. */
import type { App, Plugin } from '../application.ts'
import {
  CONTENT_KEY,
  type Context,
  type Page,
  pageOf,
  Refused,
  showPost,
  showTag,
  wantsSession,
} from './context.ts'
import { answers, paged, pages } from './schemas.ts'
import type { Post } from './store.ts'

export const content = (context: Context): Plugin => {
  const { store, defects } = context
  return async (app) => {
    const isKey = (key: unknown): boolean =>
      defects.has('key-by-its-beginning') && typeof key === 'string' && key.length > 8
        ? CONTENT_KEY.startsWith(key.slice(0, 8))
        : key === CONTENT_KEY
    app.addHook('onRequest', async ({ query }) => {
      if (!isKey((query as { key?: unknown }).key)) throw new Refused(401, 'Unknown Content API Key')
    })
    const key = { type: 'string', minLength: 1, maxLength: 100 }
    const querystring = { type: 'object', required: ['key'], properties: { key, ...pages } }
    const posts = { querystring, response: answers(200, paged('posts', 'Post'), 400, 401) }
    app.get<{ query: Page }>('/posts', { schema: posts }, async ({ query }) => {
      const all = [...store.posts.values()].filter((post) => post.status === 'published')
      const { items, meta } = pageOf(all, query)
      return { posts: items.map((post) => showPost(context, post)), meta }
    })
    const tags = { querystring, response: answers(200, paged('tags', 'Tag'), 400, 401) }
    app.get<{ query: Page }>('/tags', { schema: tags }, async ({ query }) => {
      const all = [...store.tags.values()].filter((tag) => tag.visibility === 'public')
      const { items, meta } = pageOf(all, query)
      return { tags: items.map(showTag), meta }
    })
  }
}

export const search = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsSession(context))
    declareSearch(app, context)
  }
}

function declareSearch(app: App, { store, defects }: Context): void {
  /** The words of the titles as they were when a post was first seen. */
  const index = new Map<string, string>()
  const titleOf = ({ id, title }: Post): string => {
    if (!defects.has('search-keeps-old-title')) return title.toLowerCase()
    const known = index.get(id) ?? title.toLowerCase()
    index.set(id, known)
    return known
  }
  const hit = {
    type: 'object',
    required: ['id', 'title', 'slug'],
    properties: { id: { type: 'string' }, title: { type: 'string' }, slug: { type: 'string' } },
  }
  const results = {
    type: 'object',
    required: ['posts'],
    properties: { posts: { type: 'array', maxItems: 50, items: hit } },
  }
  const q = { type: 'string', minLength: 1, maxLength: 100 }
  const querystring = { type: 'object', required: ['q'], properties: { q } }
  const response = answers(200, results, 400, 401)
  const schema = defects.has('search-without-schema') ? { response } : { querystring, response }
  app.get<{ query: { q: string } }>('/search', { schema }, async ({ query: { q } }) => {
    const text = q.toLowerCase()
    const posts = [...store.posts.values()].filter((post) => titleOf(post).includes(text)).slice(0, 50)
    return { posts: posts.map(({ id, title, slug }) => ({ id, title, slug })) }
  })
}
