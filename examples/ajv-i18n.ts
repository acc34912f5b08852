/** Complaints in the reader's language: ajv-i18n translates them in the error handler, before they are sent. */
import { createRequire } from 'node:module'
import type { SchemaError, Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

// Its types promise a default export that it does not have.
const localize = createRequire(import.meta.url)('ajv-i18n') as Record<
  'de' | 'en',
  (errors: SchemaError[]) => void
>

export function build(framework: Touchstone) {
  const app = framework()
  app.setErrorHandler((error, request, reply) => {
    if (error.validation === undefined) return reply.send(error)
    const language = request.headers['accept-language'] === 'de' ? 'de' : 'en'
    localize[language](error.validation)
    return reply
      .code(400)
      .send({ complaints: error.validation.map((one) => `${one.instancePath} ${one.message}`) })
  })
  app.post(
    '/rooms',
    {
      schema: {
        body: { type: 'object', properties: { beds: { type: 'integer', maximum: 4 } }, required: ['beds'] },
      },
    },
    async ({ body }) => body,
  )
  return app
}

const post = (payload: object, language: string) =>
  ({ method: 'POST', url: '/rooms', headers: { 'accept-language': language }, payload }) as const

export const exchanges: Exchange[] = [
  { title: 'a room', request: post({ beds: 2 }, 'de'), status: 200 },
  { title: 'in German', request: post({}, 'de'), status: 400 },
  { title: 'in English', request: post({}, 'en'), status: 400 },
  { title: 'another keyword, in German', request: post({ beds: 9 }, 'de'), status: 400 },
]
