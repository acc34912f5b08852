// Users: they register, log in with a password, and get a token.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(scrypt)

async function hash(password, salt = randomBytes(16)) {
  return `${salt.toString('hex')}:${(await derive(password, salt, 32)).toString('hex')}`
}

async function isRight(password, stored) {
  const [salt] = stored.split(':')
  return timingSafeEqual(Buffer.from(await hash(password, Buffer.from(salt, 'hex'))), Buffer.from(stored))
}

const body = {
  type: 'object',
  required: ['name', 'password'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z]{2,20}$' },
    password: { type: 'string', minLength: 8, maxLength: 100 },
  },
}

export default async function users(app) {
  const tags = ['users']
  const user = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }

  app.post(
    '/',
    { schema: { tags, body, response: { 201: user, '4xx': { $ref: 'error#' } } } },
    async (request, reply) => {
      const { name, password } = request.body
      const stored = await hash(password)
      if (app.db.user(name)) throw Object.assign(new Error(`'${name}' is taken`), { statusCode: 409 })
      app.db.addUser(name, stored)
      return reply.code(201).send(app.db.user(name)) // the schema leaves the password out
    },
  )

  const limited = {
    rateLimit: {
      max: 5,
      timeWindow: '1 minute',
      keyGenerator: (request) => request.body?.name ?? '',
      hook: 'preHandler',
    },
  }
  const token = { type: 'object', properties: { token: { type: 'string' } } }
  app.post(
    '/login',
    { config: limited, schema: { tags, body, response: { 200: token, '4xx': { $ref: 'error#' } } } },
    async (request) => {
      const { name, password } = request.body
      const found = app.db.user(name)
      if (!found || !(await isRight(password, found.password)))
        throw Object.assign(new Error('the name or the password is wrong'), { statusCode: 401 })
      return { token: app.jwt.sign({ id: found.id, name }) }
    },
  )
}
