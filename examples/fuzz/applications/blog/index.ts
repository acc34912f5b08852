/** A blog API: posts with revisions and tags, comments, media, webhooks, and what readers see. */
import type { App, Failure, Framework, FuzzApplication } from '../application.ts'
import { comments } from './comments.ts'
import { CONTENT_KEY, COOKIE, type Context } from './context.ts'
import { DEFECTS } from './defects.ts'
import { media } from './media.ts'
import { posts } from './posts.ts'
import { content, search } from './reading.ts'
import { revisions } from './revisions.ts'
import { shared } from './schemas.ts'
import { sessions } from './sessions.ts'
import { Store } from './store.ts'
import { tags } from './tags.ts'

const identities = [...new Store().users.values()].map(
  ({ email, password }) =>
    ({
      name: email,
      login: {
        method: 'POST',
        url: '/ghost/api/admin/session',
        body: { username: email, password },
        token: '/token',
        headers: { cookie: `${COOKIE}={token}` },
      },
    }) as const,
)

export const application: FuzzApplication = {
  name: 'blog',
  origin: '@tryghost/admin-api-schema 4.7.5: Ghost Admin API (JSON Schemas of its requests)',
  defects: DEFECTS,
  identities: [...identities, { name: 'reader', query: { key: CONTENT_KEY } }],
  build(framework: Framework, defects: ReadonlySet<string>): App {
    const context: Context = { store: new Store(), defects }
    const app = framework()
    for (const schema of shared(defects)) app.addSchema(schema)
    app.setErrorHandler((error: Failure, _request, reply) => {
      const status = error.validation === undefined ? (error.statusCode ?? 500) : 400
      const type = error.validation === undefined ? 'Error' : 'ValidationError'
      reply.code(status).send({ errors: [{ message: error.message, type }] })
    })
    app.setNotFoundHandler((_request, reply) => {
      reply.code(404).send({ errors: [{ message: 'Resource not found', type: 'NotFoundError' }] })
    })
    for (const part of [sessions, posts, revisions, tags, comments, media, search]) {
      app.register(part(context), { prefix: '/ghost/api/admin' })
    }
    app.register(content(context), { prefix: '/ghost/api/content' })
    return app
  },
}
