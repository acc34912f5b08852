/** One validator for each part of a request: the query string is coerced, the body is taken at its word. */
import { Ajv } from 'ajv'
import type { Touchstone, ValidatorCompiler } from 'touchstone'
import type { Exchange } from './exchange.ts'

const coercing = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true, strict: false })
const exact = new Ajv({ coerceTypes: false, useDefaults: true, strict: false })
const validators = new Map([
  ['body', exact],
  ['querystring', coercing],
  ['params', coercing],
  ['headers', coercing],
])

export const compiler: ValidatorCompiler = ({ schema, httpPart }) => {
  if (httpPart === undefined) throw new Error('Missing httpPart')
  const validator = validators.get(httpPart)
  if (validator === undefined) throw new Error(`Missing compiler for ${httpPart}`)
  return validator.compile(schema as object)
}

export function build(framework: Touchstone) {
  const app = framework()
  app.setValidatorCompiler(compiler)
  app.post(
    '/orders/:shop',
    {
      schema: {
        params: { type: 'object', properties: { shop: { type: 'integer' } } },
        querystring: {
          type: 'object',
          properties: {
            dry: { type: 'boolean', default: false },
            tags: { type: 'array', items: { type: 'string' } },
          },
        },
        headers: { type: 'object', properties: { 'x-retry': { type: 'integer' } } },
        body: {
          type: 'object',
          properties: { amount: { type: 'integer' }, note: { type: 'string', default: '-' } },
          required: ['amount'],
        },
      },
    },
    async ({ params, query, headers, body }) => ({ params, query, retry: headers['x-retry'] ?? null, body }),
  )
  // A route may bring a compiler of its own.
  app.post(
    '/loose',
    {
      schema: { body: { type: 'object', properties: { amount: { type: 'integer' } } } },
      validatorCompiler: ({ schema }) => coercing.compile(schema),
    },
    async (request) => request.body,
  )
  return app
}

export const exchanges: Exchange[] = [
  {
    title: 'the query is coerced, the body fits',
    request: {
      method: 'POST',
      url: '/orders/7?dry=true&tags=a',
      headers: { 'x-retry': '2' },
      payload: { amount: 3 },
    },
    status: 200,
  },
  {
    title: 'a default is filled in',
    request: { method: 'POST', url: '/orders/7', payload: { amount: 3 } },
    status: 200,
  },
  {
    title: 'text is no number in a body that is not coerced',
    request: { method: 'POST', url: '/orders/7', payload: { amount: '3' } },
    status: 400,
  },
  {
    title: 'what cannot be coerced is refused',
    request: { method: 'POST', url: '/orders/seven', payload: { amount: 3 } },
    status: 400,
  },
  {
    title: 'a route with its own compiler coerces its body',
    request: { method: 'POST', url: '/loose', payload: { amount: '3' } },
    status: 200,
  },
]
