/** Contexts: what a root, its children and grandchildren see of each other, and how a wrapped plugin lifts that. */
import { type App, plugin, type Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const clock = plugin(
  async (app: App, options: { now: () => number }) =>
    app.decorateRequest('startedAt', 0).addHook('onRequest', async (request) => {
      request.startedAt = options.now()
    }),
  { name: 'clock' },
)

export function build(framework: Touchstone) {
  const root = framework().decorateRequest('fromRoot', 'root')
  const app = root.register(clock, { now: () => 42 })
  app.get('/', async (request) => ({
    fromRoot: request.fromRoot,
    startedAt: request.startedAt, // the wrapped plugin declared it here
    fromChild: 'fromChild' in request,
  }))
  app.register(
    async (plain) => {
      const child = plain.decorateRequest('fromChild', 'child').decorate('answer', 42)
      child.addHook('onSend', async (_request, reply) => {
        reply.header('x-child', 'seen')
      })
      child.get('/', async function (request) {
        return { fromRoot: request.fromRoot, fromChild: request.fromChild, answer: this.answer }
      })
      child.register(async (plainer) => {
        const grandchild = plainer.decorateRequest('fromGrandchild', 'grandchild')
        grandchild.get('/grandchild', async (request) => ({
          fromRoot: request.fromRoot,
          fromChild: request.fromChild,
          fromGrandchild: request.fromGrandchild,
        }))
      })
      child.setErrorHandler((error, _request, reply) => reply.code(418).send({ child: error.message }))
      child.get('/fails', async () => {
        throw new Error('in the child')
      })
    },
    { prefix: '/child' },
  )
  app.register(
    async (sibling) => {
      sibling.get('/', async (request) => ({
        fromRoot: request.fromRoot,
        fromChild: 'fromChild' in request,
        answer: sibling.hasDecorator('answer'),
      }))
      sibling.get('/fails', async () => {
        throw new Error('in the sibling')
      })
    },
    { prefix: '/sibling' },
  )
  return app
}

export const exchanges: Exchange[] = [
  { title: 'the root sees what a wrapped plugin declared', request: { url: '/' }, status: 200 },
  { title: 'a child sees the root and itself', request: { url: '/child' }, status: 200 },
  { title: 'a grandchild sees all above', request: { url: '/child/grandchild' }, status: 200 },
  { title: 'a sibling sees nothing of it', request: { url: '/sibling' }, status: 200 },
  { title: "a child's error handler", request: { url: '/child/fails' }, status: 418 },
  { title: "is not its sibling's", request: { url: '/sibling/fails' }, status: 500 },
]
