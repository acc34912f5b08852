/** Earlier states of a post, and how one of them comes back. */
import type { App, Plugin } from '../application.ts'
import { type ById, type Context, found, Refused, showPost, userOf, wantsSession } from './context.ts'
import { answers, BODY, byId, wrapped } from './schemas.ts'

export const revisions = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsSession(context))
    declareList(app, context)
    declareRestore(app, context)
  }
}

function declareList(app: App, { store }: Context): void {
  const schema = {
    params: byId('id'),
    response: answers(200, wrapped('revisions', 'Revision'), 400, 401, 404),
  }
  app.get<ById>('/posts/:id/revisions', { schema }, async ({ params }) => {
    const { id } = found(store.posts, params.id, 'Post')
    return { revisions: [...store.revisions.values()].filter((one) => one.post_id === id) }
  })
}

function declareRestore(app: App, context: Context): void {
  const { store, defects } = context
  const response = answers(200, wrapped('posts', 'Post'), 401, 403, 404, ...BODY)
  const schema = { params: byId('id', 'revision_id'), response }
  type Parts = { params: { id: string; revision_id: string } }
  const url = '/posts/:id/revisions/:revision_id/restore'
  app.post<Parts>(url, { schema }, async (request) => {
    const post = found(store.posts, request.params.id, 'Post')
    if (post.author !== userOf(context, request).email) throw new Refused(403, 'Only the author can do that')
    const { post_id, title, html, tags } = found(store.revisions, request.params.revision_id, 'Revision')
    if (post_id !== post.id) throw new Refused(404, 'Revision not found')
    const left = defects.has('restored-tag-is-gone') ? [...tags] : tags.filter((id) => store.tags.has(id))
    const shown = showPost(context, { ...post, title, html, tags: left })
    const updated_at = store.now()
    Object.assign(post, { title, html, tags: left, updated_at })
    return { posts: [{ ...shown, updated_at }] }
  })
}
