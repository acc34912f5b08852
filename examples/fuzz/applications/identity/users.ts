/** Users: their profile, password, custom data, tokens and roles. */
import type { App } from '../application.ts'
import type { TenantOf } from './access.ts'
import type { DefectId } from './defects.ts'
import {
  answer,
  answers,
  body,
  byId,
  EMAIL,
  ID,
  KEY,
  listOf,
  NAME,
  NOTHING,
  PASSWORD,
  type Page,
  page,
  pageOf,
  ref,
  seenUser,
  shown,
  TIME,
} from './schemas.ts'
import { type Administration, missing, type PersonalToken, unprocessable } from './state.ts'

type ById = { userId: string }
type Has = (id: DefectId) => boolean
interface Given {
  username: string
  primaryEmail?: string
  name?: string
  password?: string
}

const params = byId('userId')
const response = answers({ 200: ref('User') }, 401, 404)

export function users(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  listed(app, store, tenantOf, has)
  app.get<{ params: ById }>('/users/:userId', { schema: { params, response } }, async (request) => {
    const { userId } = request.params
    const anyones = has('users-of-other-tenants') ? store.users.get(userId) : undefined
    return shown(anyones ?? store.userOf(userId, tenantOf(request)))
  })
  app.patch<{ params: ById; body: Partial<Given> }>(
    '/users/:userId',
    {
      schema: {
        params,
        body: body({ primaryEmail: EMAIL, name: NAME }),
        response,
      },
    },
    async (request) => {
      const user = store.userOf(request.params.userId, tenantOf(request))
      return shown(Object.assign(user, request.body))
    },
  )
  app.delete<{ params: ById }>(
    '/users/:userId',
    { schema: { params, response: answers({ 204: NOTHING }, 401, 404) } },
    async (request, reply) => {
      const { id, tenant } = store.userOf(request.params.userId, tenantOf(request))
      store.users.delete(id)
      store.personalTokens.delete(id)
      store.rolesOf.delete(id)
      for (const { members } of store.organizations.values()) members.delete(id)
      if (!has('password-of-the-deleted')) store.passwords.delete(id)
      store.note(tenant, 'User.Deleted')
      return reply.code(204).send()
    },
  )
  app.patch<{ params: ById; body: { isSuspended: boolean } }>(
    '/users/:userId/is-suspended',
    {
      schema: {
        params,
        body: body({ isSuspended: { type: 'boolean' } }, ['isSuspended']),
        response: answers({ 200: has('never-signed-in') ? seenUser : ref('User') }, 401, 404),
      },
    },
    async (request) => {
      const user = store.userOf(request.params.userId, tenantOf(request))
      return shown(Object.assign(user, request.body))
    },
  )
  passwords(app, store, tenantOf, has)
  custom(app, store, tenantOf, has)
  personalTokens(app, store, tenantOf, has)
}

function listed(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  app.get<{ query: Page & { search?: string } }>(
    '/users',
    {
      schema: {
        querystring: body({ ...page, search: { type: 'string', maxLength: 100 } }),
        response: answers({ 200: listOf('User') }, 401),
      },
    },
    async (request, reply) => {
      const { page, page_size, search = '' } = request.query
      const tenant = tenantOf(request)
      const found = [...store.users.values()].filter(
        (one) => one.tenant === tenant && `${one.username} ${one.name ?? ''}`.includes(search),
      )
      reply.header('total-number', found.length)
      const own = pageOf(found, request.query)
      const isFull = found.length > page * page_size
      return (has('last-of-each-page') && isFull ? own.slice(0, -1) : own).map(shown)
    },
  )
  app.post<{ body: Given }>(
    '/users',
    {
      schema: {
        body: body({ username: KEY, primaryEmail: EMAIL, name: NAME, password: PASSWORD }, ['username']),
        response: answers({ 201: ref('User') }, 401, 422),
      },
    },
    async (request, reply) => {
      const tenant = tenantOf(request)
      const { username, name } = request.body
      if ([...store.users.values()].some((one) => one.tenant === tenant && one.username === username))
        throw unprocessable('user.username_already_in_use', 'There is a user with this name')
      if (has('nul-in-a-name') && name?.includes('\0'))
        throw new Error('invalid byte sequence for encoding "UTF8": 0x00')
      const user = store.addUser(tenant, request.body)
      store.note(tenant, 'User.Created')
      return reply.code(201).send(shown(user))
    },
  )
}

const STRENGTHS = ['weak', 'fair', 'good', 'strong']

function passwords(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  const password = body({ password: PASSWORD }, ['password'])
  app.patch<{ params: ById; body: { password: string } }>(
    '/users/:userId/password',
    { schema: { params, body: password, response } },
    async (request, reply) => {
      const user = store.userOf(request.params.userId, tenantOf(request))
      const { length } = Array.from(request.body.password)
      const at = has('password-beyond-the-table') ? Math.floor(length / 64) : Math.floor((length - 1) / 64)
      reply.header('x-strength', STRENGTHS[at]!.toUpperCase())
      store.passwords.set(user.id, request.body.password)
      return shown(user)
    },
  )
  const attempts: Buffer[] = []
  app.post<{ params: ById; body: { password: string } }>(
    '/users/:userId/password/verify',
    { schema: { params, body: password, response: answers({ 204: NOTHING }, 401, 404, 422) } },
    async (request, reply) => {
      const user = store.userOf(request.params.userId, tenantOf(request))
      const area = Buffer.alloc(32_768, request.body.password)
      if (has('every-attempt-is-kept')) attempts.push(area)
      if (store.passwords.get(user.id) !== request.body.password)
        throw unprocessable('session.invalid_credentials', 'The password is another one')
      user.lastSignInAt = Date.now()
      return reply.code(204).send()
    },
  )
  app.get<{ params: ById }>(
    '/users/:userId/has-password',
    {
      schema: {
        params,
        response: answers({ 200: answer({ hasPassword: { type: 'boolean' } }) }, 401, 404),
      },
    },
    async (request) => {
      const { userId } = request.params
      if (has('password-of-the-deleted') && store.passwords.has(userId)) return { hasPassword: true }
      store.userOf(userId, tenantOf(request))
      return { hasPassword: store.passwords.has(userId) }
    },
  )
}

function custom(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  const data = { type: 'object', additionalProperties: true }
  app.get<{ params: ById }>(
    '/users/:userId/custom-data',
    { schema: { params, response: answers({ 200: data }, 401, 404) } },
    async (request) => store.userOf(request.params.userId, tenantOf(request)).customData,
  )
  app.patch<{ params: ById; body: { customData: Record<string, unknown> } }>(
    '/users/:userId/custom-data',
    {
      schema: {
        params,
        body: body({ customData: { ...data, maxProperties: 20 } }, ['customData']),
        response: answers({ 200: data }, 401, 404, 422),
      },
    },
    async (request) => {
      const user = store.userOf(request.params.userId, tenantOf(request))
      const customData = { ...user.customData, ...request.body.customData }
      if (Object.keys(customData).length > 100)
        throw unprocessable('user.too_much', 'A user has at most 100 custom properties')
      if (!has('custom-data-not-kept')) user.customData = customData
      return customData
    },
  )
  app.put<{ params: ById; body: { roleIds: string[] } }>(
    '/users/:userId/roles',
    {
      schema: {
        params,
        body: body({ roleIds: { type: 'array', items: ID, maxItems: 20, uniqueItems: true } }, ['roleIds']),
        response: answers({ 200: listOf('Role') }, 401, 404, 422),
      },
    },
    async (request) => {
      const tenant = tenantOf(request)
      const { id } = store.userOf(request.params.userId, tenant)
      const { roleIds } = request.body
      const unknown = roleIds.find((one) => store.roles.get(one)?.tenant !== tenant)
      if (unknown !== undefined) throw unprocessable('entity.relation_foreign_key_not_found', unknown)
      const before = has('roles-twice') ? (store.rolesOf.get(id) ?? []) : []
      store.rolesOf.set(id, [...before, ...roleIds])
      return store.rolesOf.get(id)!.map((one) => shown(store.roles.get(one)!))
    },
  )
}

function personalTokens(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  const url = '/users/:userId/personal-access-tokens'
  app.get<{ params: ById }>(
    url,
    { schema: { params, response: answers({ 200: listOf('PersonalToken') }, 401, 404) } },
    async (request) => {
      const { id } = store.userOf(request.params.userId, tenantOf(request))
      return store.personalTokens.get(id) ?? []
    },
  )
  app.post<{ params: ById; body: { name: string; expiresAt?: number } }>(
    url,
    {
      schema: {
        params,
        body: body({ name: KEY, expiresAt: TIME }, ['name']),
        response: answers({ 201: ref('PersonalToken') }, 401, 404, 422),
      },
    },
    async (request, reply) => {
      const { id } = store.userOf(request.params.userId, tenantOf(request))
      const { name, expiresAt = null } = request.body
      const own = store.personalTokens.get(id) ?? []
      if (own.some((one) => one.name === name))
        throw unprocessable('user.personal_access_token_name_exists', 'There is a token with this name')
      if (expiresAt !== null && has('token-of-the-far-future'))
        reply.header('x-expires', new Date(expiresAt).toISOString())
      const token: PersonalToken = { name, value: `pat_${store.nextId()}`, expiresAt }
      store.personalTokens.set(id, [...own, token])
      return reply.code(201).send(token)
    },
  )
  app.delete<{ params: ById & { name: string } }>(
    `${url}/:name`,
    {
      schema: {
        params: body({ userId: ID, name: KEY }, ['userId', 'name']),
        response: answers({ 204: NOTHING }, 401, 404),
      },
    },
    async (request, reply) => {
      const { id } = store.userOf(request.params.userId, tenantOf(request))
      const own = store.personalTokens.get(id) ?? []
      const left = own.filter(({ name }) => name !== request.params.name)
      if (left.length === own.length) throw missing('The token', request.params.name)
      store.personalTokens.set(id, left)
      return reply.code(204).send()
    },
  )
}
