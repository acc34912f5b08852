/** Schemas made from others: ajv-merge-patch adds the keywords `$merge` and `$patch` to the default validator. */
import { createRequire } from 'node:module'
import type { AjvPlugin, Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const mergePatch = createRequire(import.meta.url)('ajv-merge-patch') as AjvPlugin

// A new object for each route: `$patch` changes the one that it is given.
const source = () => ({ type: 'object', properties: { q: { type: 'string' } }, additionalProperties: false })

export function build(framework: Touchstone) {
  const app = framework({ ajv: { plugins: [mergePatch] } })
  app.post(
    '/patched',
    {
      schema: {
        body: {
          $patch: {
            source: source(),
            with: [{ op: 'add', path: '/properties/q', value: { type: 'number' } }],
          },
        },
      },
    },
    async (request) => request.body,
  )
  app.post(
    '/merged',
    { schema: { body: { $merge: { source: source(), with: { required: ['q'] } } } } },
    async (request) => request.body,
  )
  return app
}

export const exchanges: Exchange[] = [
  {
    title: 'the patched property is a number',
    request: { method: 'POST', url: '/patched', payload: { q: '3' } },
    status: 200,
  },
  {
    title: 'and nothing else',
    request: { method: 'POST', url: '/patched', payload: { q: 'x' } },
    status: 400,
  },
  {
    title: 'the merged property is needed',
    request: { method: 'POST', url: '/merged', payload: { p: 'x' } },
    status: 400,
  },
  { title: 'and there', request: { method: 'POST', url: '/merged', payload: { q: 'x', p: 1 } }, status: 200 },
]
