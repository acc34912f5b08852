// The application: its plugins, in the order in which they need each other, and its routes.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import statics from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import fastify from 'fastify'
import database from './database.js'
import attachments from './routes/attachments.js'
import live from './routes/live.js'
import notes from './routes/notes.js'
import users from './routes/users.js'

const PAGE = fileURLToPath(new URL('./public/', import.meta.url))

export async function buildApp({ folder, secret, logger = false }) {
  const app = fastify({ logger, ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } })

  await app.register(swagger, {
    openapi: {
      info: { title: 'Notes', version: '1.0.0' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  await app.register(rateLimit, { global: false })
  await app.register(jwt, { secret, sign: { expiresIn: '1h' } })
  await app.register(multipart, { limits: { fileSize: 100_000, files: 1 } })
  await app.register(websocket, { options: { maxPayload: 10_000 } })
  await app.register(statics, { root: PAGE })
  await app.register(database, { file: join(folder, 'notes.db') })

  app.decorate('authenticate', async (request) => request.jwtVerify())
  app.addSchema({
    $id: 'error',
    type: 'object',
    properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
  })
  app.setErrorHandler((error, request, reply) => {
    const statusCode = error.statusCode ?? 500
    if (statusCode >= 500) request.log.error(error)
    reply.code(statusCode).send({ statusCode, error: error.code ?? error.name, message: error.message })
  })
  app.setNotFoundHandler((request, reply) => {
    reply
      .code(404)
      .send({ statusCode: 404, error: 'NotFound', message: `there is no ${request.method} ${request.url}` })
  })

  await app.register(live, { prefix: '/api/live' }) // decorates: the routes below tell what has changed
  await app.register(users, { prefix: '/api/users' })
  await app.register(notes, { prefix: '/api/notes' })
  await app.register(attachments, { prefix: '/api/notes/:id/attachment', folder })
  return app
}
