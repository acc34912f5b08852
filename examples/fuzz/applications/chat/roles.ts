/** The roles of a guild. */
import type { App, Plugin, Request } from '../application.ts'
import { type Context, guildOf, type OfGuild, Refusal, wantsUser } from './context.ts'
import { answers, BODY, byId, EMPTY, listOf, ref } from './schemas.ts'
import type { Role } from './store.ts'

export const roles = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsUser(context))
    declareAll(app, context)
    declareOne(app, context)
  }
}

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  color: { type: 'integer', minimum: 0, maximum: 0xffffff },
  permissions: { type: 'string', pattern: '^[0-9]{1,20}$' },
  hoist: { type: 'boolean' },
}

const show = ({ guild_id: _guild, ...role }: Role) => role

const SHADES = 'night coal slate stone moss fern leaf reed sand clay rose dusk sky mist chalk'.split(' ')

/** The name of the shade of a color: the palette has 15 of them. */
function shadeOf(color: number, overruns: boolean): string {
  const index = Math.ceil(color / 0x111111)
  return SHADES[overruns ? index : Math.min(index, SHADES.length - 1)]!.toUpperCase()
}

function declareAll(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('guild_id')
  const get = { params, response: answers(200, listOf('Role'), 400, 401, 404) }
  app.get<OfGuild>('/guilds/:guild_id/roles', { schema: get }, async (request) => {
    const { id } = guildOf(context, request, request.params.guild_id)
    return [...store.roles.values()].filter((one) => one.guild_id === id).map(show)
  })
  const body = { type: 'object', required: ['name'], properties, additionalProperties: false }
  const schema = { params, body, response: answers(201, ref('Role'), 401, 404, ...BODY) }
  type Parts = OfGuild & { body: Partial<Role> & { name: string } }
  app.post<Parts>('/guilds/:guild_id/roles', { schema }, async (request, reply) => {
    const guild = guildOf(context, request, request.params.guild_id)
    const defaults = { color: 0, permissions: '0', hoist: false }
    const role: Role = { ...defaults, ...request.body, id: store.makeId(), guild_id: guild.id }
    reply.header('x-shade', shadeOf(role.color, defects.has('white-has-no-shade')))
    store.roles.set(role.id, role)
    return reply.code(201).send(show(role))
  })
}

type OfRole = { params: { guild_id: string; role_id: string } }

function declareOne(app: App, context: Context): void {
  const { store, defects } = context
  const roleOf = (request: Request, { params }: OfRole, ofAny = false): Role => {
    const guild = guildOf(context, request, params.guild_id)
    const role = store.roles.get(params.role_id)
    if (role === undefined || !(ofAny || role.guild_id === guild.id)) throw new Refusal(404, 'Unknown Role')
    return role
  }
  const params = byId('guild_id', 'role_id')
  const url = '/guilds/:guild_id/roles/:role_id'
  const get = { params, response: answers(200, ref('Role'), 400, 401, 404) }
  app.get<OfRole>(url, { schema: get }, async (request) => show(roleOf(request, request)))
  const body = { type: 'object', minProperties: 1, properties, additionalProperties: false }
  const patch = { params, body, response: answers(200, ref('Role'), 401, 404, ...BODY) }
  app.patch<OfRole & { body: Partial<Role> }>(url, { schema: patch }, async (request) =>
    show(Object.assign(roleOf(request, request, defects.has('role-of-any-guild')), request.body)),
  )
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<OfRole>(url, { schema: remove }, async (request, reply) => {
    store.roles.delete(roleOf(request, request).id)
    return reply.code(204).send()
  })
}
