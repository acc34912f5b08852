/** Tokens for machines, roles and the log. */
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import {
  answer,
  answers,
  body,
  byId,
  DESCRIPTION,
  listOf,
  NAME,
  NOTHING,
  type Page,
  page,
  pageOf,
  ref,
  shown,
} from './schemas.ts'
import { type Administration, RequestError, type Role, unprocessable } from './state.ts'

/** The tenant that a request belongs to. */
export type TenantOf = (request: object) => string
type Has = (id: DefectId) => boolean

interface Grant {
  grant_type: 'client_credentials' | 'refresh_token'
  client_id: string
  client_secret?: string
  refresh_token?: string
}

/** Open to everybody. */
export function tokens(app: App, store: Administration, has: Has): void {
  const text = { type: 'string', minLength: 1, maxLength: 100 }
  const grant = body(
    {
      grant_type: { type: 'string', enum: ['client_credentials', 'refresh_token'] },
      ...{ client_id: text, client_secret: text, refresh_token: text },
    },
    ['grant_type', 'client_id'],
  )
  const isRefresh = { properties: { grant_type: { const: 'refresh_token' } } }
  const branches = {
    ...{ if: isRefresh, then: { required: ['refresh_token'] }, else: { required: ['client_secret'] } },
  }
  const token = answer({
    ...{ access_token: { type: 'string' }, refresh_token: { type: 'string' } },
    ...{ token_type: { type: 'string', enum: ['Bearer'] }, expires_in: { type: 'integer' } },
  })
  const refused = () => new RequestError(401, 'oidc.invalid_client', 'The client or its credential is wrong')
  app.post<{ body: Grant }>(
    '/oidc/token',
    { schema: { body: { ...grant, ...branches }, response: answers({ 200: token }, 401) } },
    async ({ body: { grant_type, client_id, client_secret, refresh_token = '' } }) => {
      let client = store.clients.get(client_id)
      if (grant_type === 'refresh_token') {
        const found = store.refresh.get(refresh_token)
        if (has('refresh-of-nothing') ? found!.id !== client_id : found?.id !== client_id) throw refused()
        client = found
      } else if (client?.secret !== client_secret) throw refused()
      return { ...store.issue(client!), token_type: 'Bearer', expires_in: 3600 }
    },
  )
  const registered = answer({ client_id: { type: 'string' }, client_secret: { type: 'string' } })
  app.post<{ body: { client_name: string } }>(
    '/oidc/reg',
    {
      schema: {
        body: body({ client_name: NAME }, ['client_name']),
        response: answers({ 201: registered }),
      },
    },
    async (_request, reply) => {
      const { id, secret } = store.addClient(`tenant${store.nextId()}`)
      return reply.code(201).send({ client_id: id, client_secret: secret })
    },
  )
  app.get('/api/status', { schema: { response: { 204: NOTHING } } }, async (_request, reply) =>
    reply.code(204).send(),
  )
}

/** `GET /roles`, wherever it is declared. */
export function listedRoles(app: App, url: string, store: Administration, tenantOf: TenantOf | null): void {
  app.get<{ query: Page & { type?: string } }>(
    url,
    {
      schema: {
        querystring: body({ ...page, type: { type: 'string', enum: ['User', 'MachineToMachine'] } }),
        response: answers({ 200: listOf('Role') }, 401),
      },
    },
    async (request) => {
      const { type } = request.query
      const found = [...store.roles.values()]
        .filter((one) => tenantOf === null || one.tenant === tenantOf(request))
        .filter((one) => type === undefined || one.type === type)
      return pageOf(found, request.query).map(shown)
    },
  )
}

export function roles(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  if (!has('roles-for-everybody')) listedRoles(app, '/roles', store, tenantOf)
  const properties = {
    ...{ name: NAME, description: DESCRIPTION },
    type: { type: 'string', enum: ['User', 'MachineToMachine'] },
  }
  app.post<{ body: { name: string; description: string; type?: Role['type'] } }>(
    '/roles',
    {
      schema: {
        body: body(properties, ['name', 'description']),
        response: answers({ 201: ref('Role') }, 401, 422),
      },
    },
    async (request, reply) => {
      const tenant = tenantOf(request)
      const { name, type } = request.body
      if ([...store.roles.values()].some((one) => one.tenant === tenant && one.name === name))
        throw unprocessable('role.name_in_use', 'There is a role with this name')
      const role = shown(store.addRole(tenant, request.body))
      const wrong = type === undefined && has('type-in-lower-case')
      return reply.code(201).send(wrong ? { ...role, type: 'user' } : role)
    },
  )
  app.delete<{ params: { id: string } }>(
    '/roles/:id',
    { schema: { params: byId('id'), response: answers({ 204: NOTHING }, 401, 404) } },
    async (request, reply) => {
      const { id } = store.roleOf(request.params.id, tenantOf(request))
      store.roles.delete(id)
      for (const [user, own] of store.rolesOf)
        store.rolesOf.set(
          user,
          own.filter((one) => one !== id),
        )
      return reply.code(204).send()
    },
  )
  const entry = answer({ id: { type: 'string' }, key: { type: 'string' }, createdAt: { type: 'integer' } })
  app.get<{ query: Page }>(
    '/logs',
    {
      schema: {
        querystring: body(page),
        response: answers({ 200: { type: 'array', items: entry } }, 401),
      },
    },
    async (request) => {
      const tenant = tenantOf(request)
      const own = store.log.filter((one) => one.tenant === tenant)
      return pageOf(own, request.query).map(shown)
    },
  )
}
