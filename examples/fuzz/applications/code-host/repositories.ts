/** Users, their tokens, and repositories. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import {
  answer,
  answers,
  body,
  inRepository,
  listOf,
  NAME,
  NOTHING,
  type Page,
  page,
  pageOf,
  ref,
  repositoryView,
  TEXT,
} from './schemas.ts'
import { ApiError, type Host, keyOf, missing, sees, type Who } from './state.ts'

type Place = { owner: string; repo: string }
type Has = (id: DefectId) => boolean

/** What everybody may read. */
export function publicRepositories(app: App, host: Host, has: Has): void {
  const kept = new Map<string, unknown>()
  app.get<{ query: Page & { q: string; sort: 'id' | 'name' } }>(
    '/repos/search',
    {
      schema: {
        querystring: body({
          ...page,
          q: { type: 'string', maxLength: 60, default: '' },
          sort: { type: 'string', enum: ['id', 'name'], default: 'id' },
        }),
        response: answers({ 200: answer({ ok: { type: 'boolean' }, data: listOf('Repository') }) }),
      },
    },
    async ({ query, headers, id }) => {
      const user = host.userOf(headers.authorization)
      const found = [...host.repositories.values()].filter(
        (one) => sees(one, user) && one.name.toLowerCase().includes(query.q.toLowerCase()),
      )
      if (query.sort === 'name') found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      const data = pageOf(found, query).map(repositoryView)
      if (has('every-search-is-kept')) kept.set(`${id} ${kept.size}`, Buffer.alloc(32_768, query.q || '-'))
      return { ok: true, data }
    },
  )
  app.get<{ params: Place }>(
    '/repos/:owner/:repo',
    { schema: { params: inRepository(), response: answers({ 200: ref('Repository') }, 404) } },
    async ({ params, headers }) =>
      repositoryView(host.repositoryOf(params, host.userOf(headers.authorization))),
  )
  app.get<{ params: Place }>(
    '/repos/:owner/:repo/topics',
    {
      schema: {
        params: inRepository(),
        response: answers({ 200: answer({ topics: { type: 'array', items: { type: 'string' } } }) }, 404),
      },
    },
    async ({ params, headers }) => ({
      topics: [...host.repositoryOf(params, host.userOf(headers.authorization)).topics],
    }),
  )
  app.get<{ params: { username: string } }>(
    '/users/:username',
    {
      schema: {
        params: body({ username: NAME }, ['username']),
        response: answers({ 200: ref('User') }, 404),
      },
    },
    async ({ params: { username } }) => {
      const user = host.users.get(username.toLowerCase())
      if (!user) throw missing(`The user ${username}`)
      return user
    },
  )
}

/** The user who asks, and what belongs to them. */
export function own(app: App, host: Host, who: Who, has: Has): void {
  const leaked: { user: ReturnType<Who> | null } = { user: null }
  app.get('/user', { schema: { response: answers({ 200: ref('User') }, 401) } }, async (request) => {
    leaked.user = who(request)
    await soon() // the time of the last login is written down
    return has('the-current-user') ? leaked.user : who(request)
  })
  app.get<{ query: Page }>(
    '/user/repos',
    { schema: { querystring: body(page), response: answers({ 200: listOf('Repository') }, 401) } },
    async (request) => {
      const { login } = who(request)
      const found = [...host.repositories.values()].filter(({ owner }) => owner === login)
      return pageOf(found, request.query).map(repositoryView)
    },
  )
  const token = { id: { type: 'integer' }, name: { type: 'string' } }
  app.get(
    '/user/tokens',
    { schema: { response: answers({ 200: { type: 'array', items: answer(token) } }, 401) } },
    async (request) => {
      const { login } = who(request)
      return host.tokens.filter((one) => one.login === login).map(({ id, name }) => ({ id, name }))
    },
  )
  app.post<{ body: { name: string } }>(
    '/user/tokens',
    {
      schema: {
        body: body({ name: NAME }, ['name']),
        response: answers({ 201: answer({ ...token, sha1: { type: 'string' } }) }, 401, 409),
      },
    },
    async (request, reply) => {
      const { login } = who(request)
      const { name } = request.body
      if (host.tokens.some((one) => one.login === login && one.name === name))
        throw new ApiError(409, `There is a token ${name}`)
      const id = host.nextId()
      const sha1 = id.toString(16).padStart(40, 'c')
      host.tokens.push({ id, name, sha1, login })
      return reply.code(201).send({ id, name, sha1 })
    },
  )
  created(app, host, who, has)
}

const LICENSES = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'GPL-3.0-only'] as const
const YEARS: Readonly<Record<string, { since: number }>> = {
  ...{ MIT: { since: 1988 }, 'Apache-2.0': { since: 2004 }, 'BSD-3-Clause': { since: 1999 } },
}

interface Created {
  name: string
  description?: string
  private?: boolean
  default_branch?: string
  auto_init?: boolean
  license?: string
}

function created(app: App, host: Host, who: Who, has: Has): void {
  const properties = {
    ...{ name: NAME, description: TEXT, private: { type: 'boolean' }, default_branch: NAME },
    ...{ auto_init: { type: 'boolean' }, license: { type: 'string', enum: LICENSES } },
  }
  const initialised = { properties: { auto_init: { const: true } }, required: ['auto_init'] }
  app.post<{ body: Created }>(
    '/user/repos',
    {
      schema: {
        body: { ...body(properties, ['name']), if: initialised, then: { required: ['license'] } },
        response: answers({ 201: ref('Repository') }, 401, 409),
      },
    },
    async (request, reply) => {
      const user = who(request)
      const { auto_init, license, ...given } = request.body
      if (host.repositories.has(keyOf(user.login, given.name)))
        throw new ApiError(409, `There is a repository ${given.name}`)
      if (auto_init && license !== undefined) {
        const years = has('no-such-license') ? YEARS : { ...YEARS, 'GPL-3.0-only': { since: 2007 } }
        reply.header('x-license-since', years[license]!.since)
      }
      const repository = host.create(user, { ...given, license: license ?? null })
      return reply.code(201).send(repositoryView(repository))
    },
  )
}

/** Repositories as their owners change them. */
export function changed(app: App, host: Host, who: Who, has: Has): void {
  const properties = {
    name: NAME,
    description: TEXT,
    private: { type: 'boolean' },
    archived: { type: 'boolean' },
  }
  app.patch<{ params: Place; body: Partial<Created> & { archived?: boolean } }>(
    '/repos/:owner/:repo',
    {
      schema: {
        params: inRepository(),
        body: body(properties),
        response: answers({ 200: ref('Repository') }, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const found = host.ownedBy(request.params, who(request))
      const { name } = request.body
      const before = keyOf(found.owner, found.name)
      if (name !== undefined && keyOf(found.owner, name) !== before) {
        if (host.repositories.has(keyOf(found.owner, name)))
          throw new ApiError(409, `There is a repository ${name}`)
        host.repositories.delete(before)
        host.everListed.delete(before)
        host.repositories.set(keyOf(found.owner, name), found)
        host.everListed.set(keyOf(found.owner, name), found)
      }
      Object.assign(found, request.body)
      if (name !== undefined) found.full_name = has('half-a-name') ? name : `${found.owner}/${name}`
      return repositoryView(found)
    },
  )
  app.delete<{ params: Place }>(
    '/repos/:owner/:repo',
    { schema: { params: inRepository(), response: answers({ 204: NOTHING }, 401, 403, 404) } },
    async (request, reply) => {
      const found = host.ownedBy(request.params, who(request))
      host.repositories.delete(keyOf(found.owner, found.name))
      return reply.code(204).send()
    },
  )
  const topic = { type: 'string', pattern: '^[a-z0-9-]{1,35}$' }
  const topics = { type: 'array', items: topic, maxItems: 25 }
  app.put<{ params: Place; body: { topics: string[] } }>(
    '/repos/:owner/:repo/topics',
    {
      schema: {
        params: inRepository(),
        body: body({ topics }, ['topics']),
        response: answers({ 204: NOTHING }, 401, 403, 404),
      },
    },
    async (request, reply) => {
      host.ownedBy(request.params, who(request)).topics = new Set(request.body.topics)
      return reply.code(204).send()
    },
  )
  members(app, host, who)
}

function members(app: App, host: Host, who: Who): void {
  const response = answers({ 204: NOTHING }, 401, 403, 404)
  app.put<{ params: Place & { collaborator: string } }>(
    '/repos/:owner/:repo/collaborators/:collaborator',
    { schema: { params: inRepository('collaborator'), response } },
    async (request, reply) => {
      const found = host.ownedBy(request.params, who(request))
      const user = host.users.get(request.params.collaborator.toLowerCase())
      if (!user) throw missing(`The user ${request.params.collaborator}`)
      found.collaborators.add(user.login)
      return reply.code(204).send()
    },
  )
  app.put<{ params: Place }>(
    '/repos/:owner/:repo/subscription',
    {
      schema: {
        params: inRepository(),
        response: answers({ 200: answer({ subscribed: { type: 'boolean' } }) }, 401, 404),
      },
    },
    async (request) => {
      const user = who(request)
      host.repositoryOf(request.params, user).watchers.add(user.login)
      return { subscribed: true }
    },
  )
  app.delete<{ params: Place }>(
    '/repos/:owner/:repo/subscription',
    { schema: { params: inRepository(), response: answers({ 204: NOTHING }, 401, 404) } },
    async (request, reply) => {
      const user = who(request)
      host.repositoryOf(request.params, user).watchers.delete(user.login)
      return reply.code(204).send()
    },
  )
}
