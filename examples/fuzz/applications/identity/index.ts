/** The administration of users and organizations, for tenants that are separate from each other. */
import type { Failure, FuzzApplication, Reply, Request } from '../application.ts'
import { listedRoles, roles, type TenantOf, tokens } from './access.ts'
import { DEFECTS, type DefectId } from './defects.ts'
import { organizations } from './organizations.ts'
import { SHARED } from './schemas.ts'
import { Administration, CLIENTS, RequestError } from './state.ts'
import { users } from './users.ts'

export const application: FuzzApplication = {
  name: 'identity',
  origin: '@logto/api 1.42.0: Logto Management API',
  defects: DEFECTS,
  identities: Object.entries(CLIENTS).map(([name, { id, secret }]) => ({
    name,
    login: {
      method: 'POST',
      url: '/oidc/token',
      body: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
      token: '/access_token',
      headers: { authorization: 'Bearer {token}' },
    },
  })),
  build(framework, defects) {
    const app = framework()
    const store = new Administration()
    const has = (id: DefectId) => defects.has(id)
    for (const schema of SHARED) app.addSchema(schema)
    app.setErrorHandler(failed)
    app.register(async (open) => tokens(open, store, has))
    app.register(
      async (api) => {
        const tenants = new WeakMap<object, string>()
        const tenantOf: TenantOf = (request) => tenants.get(request)!
        api.addHook('onRequest', async (request) => {
          const tenant = store.tenantOf(request.headers.authorization, !has('signature-not-compared'))
          if (tenant === null)
            throw new RequestError(401, 'auth.authorization_header_missing', 'Get a token: POST /oidc/token')
          tenants.set(request, tenant)
        })
        users(api, store, tenantOf, has)
        organizations(api, store, tenantOf, has)
        roles(api, store, tenantOf, has)
      },
      { prefix: '/api' },
    )
    if (has('roles-for-everybody')) listedRoles(app, '/api/roles', store, null)
    return app
  },
}

function failed(error: Failure, _request: Request, reply: Reply): void {
  const status = error.statusCode ?? 500
  reply.code(status).send({ code: error.code ?? 'request.general', message: error.message })
}
