/** Guilds and their members. A guild is a tenant: who is no member of it sees nothing of it. */
import type { App, Plugin } from '../application.ts'
import {
  type Context,
  guildOf,
  isOlder,
  type OfGuild,
  Refusal,
  showUser,
  userOf,
  wantsUser,
} from './context.ts'
import { answers, BODY, byId, EMPTY, listOf, ref, snowflake } from './schemas.ts'
import type { Guild } from './store.ts'

export const guilds = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsUser(context))
    declareUser(app, context)
    declareCreate(app, context)
    declareOne(app, context)
    declareUpdate(app, context)
    declareMembers(app, context)
    declareMember(app, context)
  }
}

const show = ({ members, ...guild }: Guild) => ({ ...guild, approximate_member_count: members.size })

function declareUser(app: App, context: Context): void {
  const { store, defects } = context
  const me = { response: answers(200, ref('User'), 401) }
  app.get('/users/@me', { schema: me }, async (request) => showUser(userOf(context, request)))
  const querystring = {
    type: 'object',
    properties: { after: snowflake, limit: { type: 'integer', minimum: 1, maximum: 200, default: 200 } },
  }
  const schema = { querystring, response: answers(200, listOf('Guild'), 400, 401) }
  const known = new Map<string, ReturnType<typeof show>[]>()
  type Parts = { query: { after?: string; limit: number } }
  app.get<Parts>('/users/@me/guilds', { schema }, async (request) => {
    const { after, limit } = request.query
    const key = `${after} ${limit}`
    if (known.has(key)) return known.get(key)
    const { id } = userOf(context, request)
    const own = [...store.guilds.values()].filter((one) => one.members.has(id))
    const page = own.filter((one) => after === undefined || isOlder(after, one.id)).slice(0, limit)
    if (defects.has('guilds-of-last-user')) known.set(key, page.map(show))
    return page.map(show)
  })
}

const name = { type: 'string', minLength: 2, maxLength: 100 }
const description = { type: ['string', 'null'], maxLength: 300 }

interface Changes {
  name?: string
  description?: string | null
}

function declareCreate(app: App, context: Context): void {
  const body = {
    type: 'object',
    required: ['name'],
    properties: { name, description },
    additionalProperties: false,
  }
  const schema = { body, response: answers(201, ref('Guild'), 401, ...BODY) }
  app.post<{ body: Changes & { name: string } }>('/guilds', { schema }, async (request, reply) => {
    const guild = context.store.addGuild(request.body.name, userOf(context, request).id)
    guild.description = request.body.description ?? null
    return reply.code(201).send(show(guild))
  })
}

function declareOne(app: App, context: Context): void {
  const { store } = context
  const params = byId('guild_id')
  const get = { params, response: answers(200, ref('Guild'), 400, 401, 404) }
  app.get<OfGuild>('/guilds/:guild_id', { schema: get }, async (request) =>
    show(guildOf(context, request, request.params.guild_id)),
  )
  const remove = { params, response: answers(204, EMPTY, 401, 403, 404, ...BODY) }
  app.delete<OfGuild>('/guilds/:guild_id', { schema: remove }, async (request, reply) => {
    const guild = guildOf(context, request, request.params.guild_id)
    if (guild.owner_id !== userOf(context, request).id) throw new Refusal(403, 'Missing Permissions')
    for (const channel of store.channels.values())
      if (channel.guild_id === guild.id) store.removeChannel(channel)
    for (const role of store.roles.values()) if (role.guild_id === guild.id) store.roles.delete(role.id)
    store.guilds.delete(guild.id)
    return reply.code(204).send()
  })
}

function declareUpdate(app: App, context: Context): void {
  const body = {
    type: 'object',
    minProperties: 1,
    properties: { name, description },
    additionalProperties: false,
  }
  const schema = { params: byId('guild_id'), body, response: answers(200, ref('Guild'), 401, 404, ...BODY) }
  app.patch<OfGuild & { body: Changes }>('/guilds/:guild_id', { schema }, async (request) => {
    const guild = guildOf(context, request, request.params.guild_id)
    return show(Object.assign(guild, request.body))
  })
}

function declareMembers(app: App, context: Context): void {
  const { store } = context
  const querystring = {
    type: 'object',
    properties: { after: snowflake, limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 } },
  }
  const schema = {
    params: byId('guild_id'),
    querystring,
    response: answers(200, listOf('Member'), 400, 401, 404),
  }
  type Parts = OfGuild & { query: { after?: string; limit: number } }
  app.get<Parts>('/guilds/:guild_id/members', { schema }, async (request) => {
    const { after, limit } = request.query
    return [...guildOf(context, request, request.params.guild_id).members]
      .filter(([id]) => after === undefined || isOlder(after, id))
      .sort(([one], [other]) => (isOlder(one, other) ? -1 : 1))
      .slice(0, limit)
      .map(([id, member]) => ({ user: showUser(store.users.get(id)!), ...member }))
  })
}

function declareMember(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('guild_id', 'user_id')
  const url = '/guilds/:guild_id/members/:user_id'
  type Parts = { params: { guild_id: string; user_id: string } }
  const put = { params, response: { ...answers(201, ref('Member'), 401, 404, ...BODY), 204: EMPTY } }
  app.put<Parts>(url, { schema: put }, async (request, reply) => {
    const { members } = guildOf(context, request, request.params.guild_id)
    const user = store.users.get(request.params.user_id)
    if (user === undefined) throw new Refusal(404, 'Unknown User')
    if (members.has(user.id)) return reply.code(defects.has('member-again') ? 208 : 204).send()
    const member = { nick: null, roles: [] }
    members.set(user.id, member)
    return reply.code(201).send({ user: showUser(user), ...member })
  })
  const body = {
    type: 'object',
    required: ['nick'],
    properties: { nick: { type: ['string', 'null'], maxLength: 32 } },
    additionalProperties: false,
  }
  const patch = { params, body, response: answers(200, ref('Member'), 401, 404, ...BODY) }
  app.patch<Parts & { body: { nick: string | null } }>(url, { schema: patch }, async (request) => {
    const { guild_id, user_id } = request.params
    const member = guildOf(context, request, guild_id).members.get(user_id)
    if (member === undefined) throw new Refusal(404, 'Unknown Member')
    member.nick = request.body.nick
    return { user: showUser(store.users.get(user_id)!), ...member }
  })
}
