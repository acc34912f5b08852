/** A chat API: guilds as tenants, channels, messages, reactions, pins, files and webhooks. */
import type { App, Failure, Framework, FuzzApplication } from '../application.ts'
import { channels } from './channels.ts'
import type { Context } from './context.ts'
import { DEFECTS } from './defects.ts'
import { guilds } from './guilds.ts'
import { marks } from './marks.ts'
import { messages } from './messages.ts'
import { roles } from './roles.ts'
import { shared } from './schemas.ts'
import { Store } from './store.ts'
import { webhooks } from './webhooks.ts'

const identities = [...new Store().users.values()].map(({ username, token }) => ({
  name: username,
  headers: { authorization: `Bot ${token}` },
}))

export const application: FuzzApplication = {
  name: 'chat',
  origin: 'discord-api-spec 10.0.266135: Discord HTTP API, version 10',
  defects: DEFECTS,
  identities,
  build(framework: Framework, defects: ReadonlySet<string>): App {
    const context: Context = { store: new Store(), defects }
    const app = framework()
    for (const schema of shared(defects)) app.addSchema(schema)
    app.setErrorHandler((error: Failure, _request, reply) => {
      const status = error.validation === undefined ? (error.statusCode ?? 500) : 400
      reply.code(status).send({ code: status === 400 ? 50035 : 0, message: error.message })
    })
    app.setNotFoundHandler((_request, reply) => {
      reply.code(404).send({ code: 0, message: '404: Not Found' })
    })
    for (const part of [guilds, roles, channels, messages, marks, webhooks]) app.register(part(context))
    return app
  },
}
