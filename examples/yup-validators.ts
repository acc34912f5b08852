/** Yup schemas in the place of JSON Schemas, with an error handler that lists every complaint. */
import type { Touchstone } from 'touchstone'
import * as yup from 'yup'
import type { Exchange } from './exchange.ts'

const options = { strict: false, abortEarly: false, stripUnknown: true, recursive: true }

const ticket = yup.object({
  title: yup.string().required().max(10),
  seats: yup.number().integer().positive().default(1),
})

export function build(framework: Touchstone) {
  const app = framework()
  app.setValidatorCompiler<yup.Schema>(({ schema }) => (data: unknown) => {
    try {
      return { value: schema.validateSync(data, options) }
    } catch (error) {
      return { error }
    }
  })
  app.setErrorHandler((error, _request, reply) => {
    const part = error.validationContext ?? null
    if (!(error instanceof yup.ValidationError)) return reply.send(error)
    return reply.code(422).send({ part, complaints: error.errors })
  })
  app.post('/tickets', { schema: { body: ticket } }, async (request) => request.body)
  app.get('/broken', async () => {
    throw new Error('not about validation')
  })
  return app
}

export const exchanges: Exchange[] = [
  {
    title: 'converted, filled in, and rid of what is unknown',
    request: { method: 'POST', url: '/tickets', payload: { title: 'Row 1', seats: '2', extra: true } },
    status: 200,
  },
  {
    title: 'every complaint is listed',
    request: { method: 'POST', url: '/tickets', payload: { title: 'much too long', seats: -1 } },
    status: 422,
  },
  { title: 'another error goes on as it is', request: { url: '/broken' }, status: 500 },
]
