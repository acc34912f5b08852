/** Posts as their authors see them. */
import type { App, Plugin } from '../application.ts'
import {
  type ById,
  type Context,
  found,
  type Page,
  pageOf,
  Refused,
  showPost,
  userOf,
  wantsSession,
} from './context.ts'
import { body, type Draft, tagsOf } from './drafts.ts'
import { answers, BODY, byId, EMPTY, paged, pages, wrapped } from './schemas.ts'
import type { Post, Revision } from './store.ts'

export const posts = (context: Context): Plugin => {
  return async (app) => {
    const isOpen = context.defects.has('slug-without-session')
    if (isOpen) declareBySlug(app, context)
    app.register(async (authors) => {
      authors.addHook('onRequest', wantsSession(context))
      if (!isOpen) declareBySlug(authors, context)
      declareList(authors, context)
      declareCreate(authors, context)
      declareOne(authors, context)
      declareUpdate(authors, context)
      declareCopy(authors, context)
    })
  }
}

const ONE = wrapped('posts', 'Post')

function declareList(app: App, context: Context): void {
  const querystring = {
    type: 'object',
    properties: {
      ...pages,
      status: { type: 'string', enum: ['published', 'draft', 'scheduled'] },
      order: { type: 'string', enum: ['title asc', 'title desc', 'updated_at desc'] },
    },
  }
  const schema = { querystring, response: answers(200, paged('posts', 'Post'), 400, 401) }
  type Parts = { query: Page & { status?: string; order?: string } }
  app.get<Parts>('/posts', { schema }, async ({ query }) => {
    const { status, order } = query
    const all = [...context.store.posts.values()].filter(
      (one) => status === undefined || one.status === status,
    )
    if (order === 'updated_at desc') all.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
    if (order?.startsWith('title')) all.sort((a, b) => a.title.localeCompare(b.title))
    if (order === 'title desc') all.reverse()
    const { items, meta } = pageOf(all, query)
    return { posts: items.map((post) => showPost(context, post)), meta }
  })
}

function declareCreate(app: App, context: Context): void {
  const { store } = context
  const schema = { body: body(['title']), response: answers(201, ONE, 401, 422, ...BODY) }
  type Parts = { body: { posts: [Draft & { title: string }] } }
  app.post<Parts>('/posts', { schema }, async (request, reply) => {
    const { tags = [], updated_at: _updated, ...draft } = request.body.posts[0]
    const post: Post = {
      ...{ html: null, featured: false, status: 'draft', published_at: null },
      ...draft,
      id: store.makeId(),
      author: userOf(context, request).email,
      slug: store.slugOf(draft.title),
      updated_at: store.now(),
      tags: tagsOf(context, tags),
    }
    const shown = showPost(context, post)
    store.posts.set(post.id, post)
    return reply
      .code(201)
      .header('location', `/ghost/api/admin/posts/${post.id}`)
      .send({ posts: [shown] })
  })
}

function declareBySlug(app: App, context: Context): void {
  const slug = { type: 'string', pattern: '^[a-z0-9-]{1,191}$' }
  const params = { type: 'object', required: ['slug'], properties: { slug } }
  const schema = { params, response: answers(200, ONE, 400, 401, 404) }
  app.get<{ params: { slug: string } }>('/posts/slug/:slug', { schema }, async ({ params: { slug } }) => {
    const post = [...context.store.posts.values()].find((one) => one.slug === slug)
    if (post === undefined) throw new Refused(404, 'Post not found')
    return { posts: [showPost(context, post)] }
  })
}

function declareOne(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('id')
  const get = { params, response: answers(200, ONE, 400, 401, 404) }
  app.get<ById>('/posts/:id', { schema: get }, async (request) => ({
    posts: [showPost(context, found(store.posts, request.params.id, 'Post'))],
  }))
  const remove = { params, response: answers(204, EMPTY, 401, 403, 404, ...BODY) }
  app.delete<ById>('/posts/:id', { schema: remove }, async (request, reply) => {
    const post = found(store.posts, request.params.id, 'Post')
    const isOwn = post.author === userOf(context, request).email
    if (!isOwn && !defects.has('post-removed-by-anybody'))
      throw new Refused(403, 'Only the author can do that')
    store.posts.delete(post.id)
    for (const one of store.revisions.values()) if (one.post_id === post.id) store.revisions.delete(one.id)
    const isKept = defects.has('comment-outlives-post')
    for (const one of store.comments.values()) {
      if (one.post_id === post.id && !isKept) store.comments.delete(one.id)
    }
    return reply.code(204).send()
  })
}

function declareUpdate(app: App, context: Context): void {
  const { store, defects } = context
  const response = answers(200, ONE, 401, 403, 404, 409, 422, ...BODY)
  const schema = { params: byId('id'), body: body(['updated_at']), response }
  type Parts = ById & { body: { posts: [Draft & { updated_at: string }] } }
  app.put<Parts>('/posts/:id', { schema }, async (request) => {
    const post = found(store.posts, request.params.id, 'Post')
    if (post.author !== userOf(context, request).email) throw new Refused(403, 'Only the author can do that')
    const { tags, updated_at, ...draft } = request.body.posts[0]
    if (updated_at !== post.updated_at && !defects.has('collision-unseen')) {
      throw new Refused(409, 'Saving failed! Someone else is editing this post.')
    }
    const next: Post = { ...post, ...draft, tags: tags === undefined ? post.tags : tagsOf(context, tags) }
    showPost(context, next)
    const revision: Revision = {
      id: store.makeId(),
      post_id: post.id,
      title: post.title,
      html: post.html,
      tags: [...post.tags],
      created_at: post.updated_at,
    }
    store.revisions.set(revision.id, revision)
    Object.assign(post, next, { updated_at: store.now() })
    return { posts: [showPost(context, post)] }
  })
}

function declareCopy(app: App, context: Context): void {
  const { store } = context
  const schema = { params: byId('id'), response: answers(201, ONE, 401, 404, ...BODY) }
  app.post<ById>('/posts/:id/copy', { schema }, async (request, reply) => {
    const post = found(store.posts, request.params.id, 'Post')
    const copy: Post = {
      ...post,
      id: store.makeId(),
      author: userOf(context, request).email,
      slug: store.slugOf(post.title),
      status: 'draft',
      published_at: null,
      updated_at: store.now(),
      tags: [...post.tags],
    }
    store.posts.set(copy.id, copy)
    return reply.code(201).send({ posts: [showPost(context, copy)] })
  })
}
