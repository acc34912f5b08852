/** Joi schemas in the place of JSON Schemas, on one route and in a whole context. */
import joi from 'joi'
import type { Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const user = joi.object({
  name: joi.string().min(2).required(),
  age: joi.number().integer().min(0).default(18),
})

export function build(framework: Touchstone) {
  const app = framework()
  app.post(
    '/users',
    {
      schema: { body: user },
      validatorCompiler:
        ({ schema }: { schema: joi.Schema }) =>
        (data: unknown) =>
          schema.validate(data),
    },
    async (request) => request.body,
  )
  app.register(async (child) => {
    child.setValidatorCompiler<joi.Schema>(
      ({ schema }) =>
        (data: unknown) =>
          schema.validate(data, { abortEarly: false }),
    )
    child.setErrorHandler((error, _request, reply) => {
      reply
        .code(error.statusCode ?? 500)
        .send({ refused: error.message, part: error.validationContext ?? null })
    })
    child.get(
      '/pages/:page',
      {
        schema: {
          params: joi.object({ page: joi.number().max(9) }),
          headers: joi.object({ 'x-key': 'k' }).unknown(),
        },
      },
      async (request) => request.params,
    )
    child.get(
      '/search',
      { schema: { querystring: joi.object({ n: joi.number() }) } },
      async (request) => request.query,
    )
  })
  return app
}

export const exchanges: Exchange[] = [
  {
    title: 'the value that Joi returns is the body',
    request: { method: 'POST', url: '/users', payload: { name: 'Ada' } },
    status: 200,
  },
  {
    title: 'what Joi refuses is refused',
    request: { method: 'POST', url: '/users', payload: { name: 'A' } },
    status: 400,
  },
  { title: 'no body', request: { method: 'POST', url: '/users' }, status: 400 },
  { title: 'params are converted', request: { url: '/pages/3', headers: { 'x-key': 'k' } }, status: 200 },
  {
    title: 'an error handler tells the part',
    request: { url: '/pages/30', headers: { 'x-key': 'k' } },
    status: 400,
  },
  { title: 'the query is converted', request: { url: '/search?n=3' }, status: 200 },
  { title: 'the query is a part too', request: { url: '/search?n=x' }, status: 400 },
  { title: 'another part', request: { url: '/pages/3', headers: { 'x-key': 'other' } }, status: 400 },
]
