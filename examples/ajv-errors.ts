/** Messages of one's own for each keyword: ajv-errors, which needs `allErrors` and with it bounded input. */
import ajvErrors from 'ajv-errors'
import type { Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

// A keyword that JSON Schema does not have is an error of types, until its name is merged in.
declare module 'touchstone' {
  interface GlobalKeywords {
    errorMessage: unknown
  }
}

export function build(framework: Touchstone) {
  const app = framework({
    // With all errors collected a client can make work: limit what it may send.
    ajv: { customOptions: { allErrors: true }, plugins: [ajvErrors.default] },
    bodyLimit: 1024,
  })
  app.post(
    '/members',
    {
      schema: {
        body: {
          type: 'object',
          properties: {
            name: {
              type: 'string',
              maxLength: 20,
              errorMessage: { type: 'Bad name', maxLength: 'Name too long' },
            },
            age: { type: 'integer', minimum: 18, errorMessage: { minimum: 'Too young', type: 'Bad age' } },
          },
          required: ['name', 'age'],
          errorMessage: { required: { name: 'Why no name?', age: 'Why no age?' } },
        },
      },
    },
    async ({ body }) => body,
  )
  return app
}

export const exchanges: Exchange[] = [
  {
    title: 'a member',
    request: { method: 'POST', url: '/members', payload: { name: 'Ada', age: 36 } },
    status: 200,
  },
  { title: 'nothing is there', request: { method: 'POST', url: '/members', payload: {} }, status: 400 },
  {
    title: 'two values are wrong',
    request: { method: 'POST', url: '/members', payload: { name: 'A very long name indeed', age: 3 } },
    status: 400,
  },
  {
    title: 'another type',
    request: { method: 'POST', url: '/members', payload: { name: 'Ada', age: 'old' } },
    status: 400,
  },
]
