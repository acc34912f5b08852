/** What readers write under a post, as its authors moderate it. */
import type { App, Plugin } from '../application.ts'
import { type ById, type Context, found, Refused, wantsSession } from './context.ts'
import { answers, BODY, byId, EMPTY, id, one, wrapped } from './schemas.ts'
import type { Comment } from './store.ts'

export const comments = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsSession(context))
    declareOfPost(app, context)
    declareOne(app, context)
  }
}

const html = { type: 'string', minLength: 1, maxLength: 5000 }
const status = { type: 'string', enum: ['published', 'hidden'] }

function declareOfPost(app: App, { store }: Context): void {
  const params = byId('id')
  const url = '/posts/:id/comments'
  const get = { params, response: answers(200, wrapped('comments', 'Comment'), 400, 401, 404) }
  app.get<ById>(url, { schema: get }, async (request) => {
    const post = found(store.posts, request.params.id, 'Post')
    return { comments: [...store.comments.values()].filter((comment) => comment.post_id === post.id) }
  })
  const properties = { html, in_reply_to_id: id }
  const item = { type: 'object', required: ['html'], properties, additionalProperties: false }
  const response = answers(201, wrapped('comments', 'Comment'), 401, 404, 422, ...BODY)
  const schema = { params, body: one('comments', item), response }
  type Parts = ById & { body: { comments: [{ html: string; in_reply_to_id?: string }] } }
  app.post<Parts>(url, { schema }, async (request, reply) => {
    const post = found(store.posts, request.params.id, 'Post')
    const { html, in_reply_to_id } = request.body.comments[0]
    if (in_reply_to_id !== undefined && store.comments.get(in_reply_to_id)?.post_id !== post.id) {
      throw new Refused(422, 'The comment that is replied to is not one of this post')
    }
    const comment: Comment = {
      id: store.makeId(),
      post_id: post.id,
      html,
      status: 'published',
      in_reply_to_id: in_reply_to_id ?? null,
    }
    store.comments.set(comment.id, comment)
    return reply.code(201).send({ comments: [comment] })
  })
}

function declareOne(app: App, { store }: Context): void {
  const params = byId('id')
  const ONE = wrapped('comments', 'Comment')
  const get = { params, response: answers(200, ONE, 400, 401, 404) }
  app.get<ById>('/comments/:id', { schema: get }, async (request) => ({
    comments: [found(store.comments, request.params.id, 'Comment')],
  }))
  const item = { type: 'object', minProperties: 1, properties: { html, status }, additionalProperties: false }
  const put = { params, body: one('comments', item), response: answers(200, ONE, 401, 404, ...BODY) }
  app.put<ById & { body: { comments: [Partial<Comment>] } }>(
    '/comments/:id',
    { schema: put },
    async (request) => {
      const comment = found(store.comments, request.params.id, 'Comment')
      return { comments: [Object.assign(comment, request.body.comments[0])] }
    },
  )
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<ById>('/comments/:id', { schema: remove }, async (request, reply) => {
    store.comments.delete(found(store.comments, request.params.id, 'Comment').id)
    return reply.code(204).send()
  })
}
