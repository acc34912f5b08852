/** Organizations, their members, and invitations to them. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App } from '../application.ts'
import type { TenantOf } from './access.ts'
import type { DefectId } from './defects.ts'
import {
  answers,
  body,
  byId,
  DESCRIPTION,
  EMAIL,
  ID,
  listOf,
  NAME,
  NOTHING,
  type Page,
  page,
  pageOf,
  ref,
  shown,
  TIME,
} from './schemas.ts'
import {
  type Administration,
  type Invitation,
  missing,
  type Organization,
  RequestError,
  unprocessable,
} from './state.ts'

type ById = { id: string }
type Has = (id: DefectId) => boolean

const params = byId('id')
const view = ({ members: _members, ...rest }: Organization) => shown(rest)

export function organizations(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  const shared = { tenant: '' }
  app.get<{ query: Page }>(
    '/organizations',
    { schema: { querystring: body(page), response: answers({ 200: listOf('Organization') }, 401) } },
    async (request) => {
      shared.tenant = tenantOf(request)
      await soon() // the number of members is counted
      const tenant = has('tenant-of-the-last-request') ? shared.tenant : tenantOf(request)
      const own = [...store.organizations.values()].filter((one) => one.tenant === tenant)
      return pageOf(own, request.query).map(view)
    },
  )
  app.post<{ body: { name: string; description?: string } }>(
    '/organizations',
    {
      schema: {
        body: body({ name: NAME, description: DESCRIPTION }, ['name']),
        response: answers({ 201: ref('Organization') }, 401, 422),
      },
    },
    async (request, reply) => {
      const tenant = tenantOf(request)
      const { name, description = null } = request.body
      if ([...store.organizations.values()].some((one) => one.tenant === tenant && one.name === name)) {
        const message = 'There is an organization with this name'
        if (has('conflict-not-declared')) throw new RequestError(409, 'organization.name_in_use', message)
        throw unprocessable('organization.name_in_use', message)
      }
      const made = { id: store.nextId(), tenant, name, description, version: 1, members: new Set<string>() }
      store.organizations.set(made.id, made)
      return reply.code(201).send(view(made))
    },
  )
  app.get<{ params: ById }>(
    '/organizations/:id',
    { schema: { params, response: answers({ 200: ref('Organization') }, 401, 404) } },
    async (request) => view(store.organizationOf(request.params.id, tenantOf(request))),
  )
  changed(app, store, tenantOf, has)
  members(app, store, tenantOf)
  invitations(app, store, tenantOf, has)
}

function changed(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  const tag = { type: 'string', maxLength: 30 }
  const isLoose = has('tag-in-any-form')
  app.patch<{
    params: ById
    body: { name?: string; description?: string }
    headers: { 'if-match'?: string }
  }>(
    '/organizations/:id',
    {
      schema: {
        params,
        headers: {
          type: 'object',
          properties: { 'if-match': isLoose ? tag : { ...tag, pattern: '^"[0-9]{1,15}"$' } },
        },
        body: body({ name: NAME, description: DESCRIPTION }),
        response: answers({ 200: ref('Organization') }, 401, 404, 412),
      },
    },
    async (request) => {
      const found = store.organizationOf(request.params.id, tenantOf(request))
      const given = request.headers['if-match']
      if (given !== undefined && Number(JSON.parse(given)) !== found.version)
        throw new RequestError(412, 'organization.changed', `The version is ${found.version}`)
      Object.assign(found, request.body, { version: found.version + 1 })
      return view(found)
    },
  )
  app.delete<{ params: ById }>(
    '/organizations/:id',
    { schema: { params, response: answers({ 204: NOTHING }, 401, 404) } },
    async (request, reply) => {
      const { id } = request.params
      const anyones = has('organizations-of-other-tenants') && store.organizations.has(id)
      if (!anyones) store.organizationOf(id, tenantOf(request))
      store.organizations.delete(id)
      if (!has('invited-to-nothing'))
        for (const one of store.invitations.values())
          if (one.organizationId === id) store.invitations.delete(one.id)
      return reply.code(204).send()
    },
  )
}

function members(app: App, store: Administration, tenantOf: TenantOf): void {
  app.get<{ params: ById; query: Page }>(
    '/organizations/:id/users',
    { schema: { params, querystring: body(page), response: answers({ 200: listOf('User') }, 401, 404) } },
    async (request) => {
      const { members } = store.organizationOf(request.params.id, tenantOf(request))
      return pageOf([...members], request.query).map((id) => shown(store.users.get(id)!))
    },
  )
  app.post<{ params: ById; body: { userIds: string[] } }>(
    '/organizations/:id/users',
    {
      schema: {
        params,
        body: body({ userIds: { type: 'array', items: ID, minItems: 1, maxItems: 20 } }, ['userIds']),
        response: answers({ 201: NOTHING }, 401, 404, 422),
      },
    },
    async (request, reply) => {
      const tenant = tenantOf(request)
      const { members } = store.organizationOf(request.params.id, tenant)
      const unknown = request.body.userIds.find((id) => store.users.get(id)?.tenant !== tenant)
      if (unknown !== undefined) throw unprocessable('entity.relation_foreign_key_not_found', unknown)
      for (const id of request.body.userIds) members.add(id)
      return reply.code(201).send(null)
    },
  )
  app.delete<{ params: ById & { userId: string } }>(
    '/organizations/:id/users/:userId',
    { schema: { params: byId('id', 'userId'), response: answers({ 204: NOTHING }, 401, 404) } },
    async (request, reply) => {
      const { members } = store.organizationOf(request.params.id, tenantOf(request))
      if (!members.delete(request.params.userId)) throw missing('The member', request.params.userId)
      return reply.code(204).send()
    },
  )
}

function invitations(app: App, store: Administration, tenantOf: TenantOf, has: Has): void {
  app.get<{ query: { organizationId?: string } }>(
    '/organization-invitations',
    {
      schema: {
        querystring: body({ organizationId: ID }),
        response: answers({ 200: listOf('Invitation') }, 401),
      },
    },
    async (request) => {
      const { organizationId } = request.query
      return [...store.invitations.values()]
        .filter(({ tenant }) => tenant === tenantOf(request))
        .filter((one) => organizationId === undefined || one.organizationId === organizationId)
        .map(shown)
    },
  )
  const sendMessage = ({ expiresAt, invitee }: Invitation): string => {
    if (expiresAt < Date.now() && has('invitation-of-yesterday'))
      throw new RangeError(`the invitation of ${invitee} has expired`)
    return `You are invited until ${expiresAt}`
  }
  app.post<{ body: { invitee: string; organizationId: string; expiresAt: number } }>(
    '/organization-invitations',
    {
      schema: {
        body: body({ invitee: EMAIL, organizationId: ID, expiresAt: TIME }, [
          ...['invitee', 'organizationId', 'expiresAt'],
        ]),
        response: answers({ 201: ref('Invitation') }, 401, 404),
      },
    },
    async (request, reply) => {
      const tenant = tenantOf(request)
      store.organizationOf(request.body.organizationId, tenant)
      const made: Invitation = { id: store.nextId(), tenant, status: 'Pending', ...request.body }
      store.invitations.set(made.id, made)
      setImmediate(() => sendMessage(made))
      return reply.code(201).send(shown(made))
    },
  )
  answered(app, store, tenantOf)
}

function answered(app: App, store: Administration, tenantOf: TenantOf): void {
  const response = answers({ 200: ref('Invitation') }, 401, 404, 422)
  app.get<{ params: ById }>(
    '/organization-invitations/:id',
    { schema: { params, response } },
    async (request) => shown(store.invitationOf(request.params.id, tenantOf(request))),
  )
  const status = { type: 'string', enum: ['Accepted', 'Revoked'] }
  app.put<{ params: ById; body: { status: 'Accepted' | 'Revoked'; acceptedUserId?: string } }>(
    '/organization-invitations/:id/status',
    {
      schema: {
        params,
        body: {
          ...body({ status, acceptedUserId: ID }, ['status']),
          if: { properties: { status: { const: 'Accepted' } } },
          then: { required: ['acceptedUserId'] },
        },
        response,
      },
    },
    async (request) => {
      const tenant = tenantOf(request)
      const invitation = store.invitationOf(request.params.id, tenant)
      const { status, acceptedUserId = '' } = request.body
      if (invitation.status !== 'Pending' && invitation.status !== status)
        throw unprocessable('organization_invitation.not_pending', `It is ${invitation.status}`)
      if (status === 'Accepted') {
        if (store.users.get(acceptedUserId)?.tenant !== tenant)
          throw unprocessable('entity.relation_foreign_key_not_found', acceptedUserId)
        store.organizations.get(invitation.organizationId)!.members.add(acceptedUserId)
      }
      invitation.status = status
      return shown(invitation)
    },
  )
}
