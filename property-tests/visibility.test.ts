/** Random context trees: what each context sees is what the model says, and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import touchstone, { plugin } from 'touchstone'
import { type ContextNode, contextTree, placed } from './arbitraries/context-tree.ts'
import { declaresLate, model } from './models/visibility.ts'
import { runs } from './settings.ts'

const NAMES = ['a', 'b', 'c', 'd']

interface App {
  decorate(name: string, value: unknown): unknown
  decorateRequest(name: string, value: unknown): unknown
  addSchema(schema: { $id: string; type: string }): unknown
  getSchemas(): Record<string, unknown>
  get(url: string, handler: (request: Record<string, unknown>) => unknown): unknown
  register(plugin: unknown): unknown
  hasDecorator(name: string): boolean
}

/** Declares a tree on a real application; every context has a route that tells what it sees. */
function declare(app: App, node: ContextNode, path: string): void {
  for (const name of node.requests) app.decorateRequest(name, name)
  for (const name of node.instances) app.decorate(name, name)
  for (const $id of node.schemas) app.addSchema({ $id, type: 'string' })
  app.get(`/x${path}`, (request) => ({
    requests: NAMES.map((name) => `r${name}`).filter((name) => request[name] === name),
    instances: NAMES.map((name) => `i${name}`).filter((name) => app.hasDecorator(name)),
    schemas: Object.keys(app.getSchemas()).sort(),
  }))
  node.children.forEach((child, at) => {
    const speak = async (inner: App) => declare(inner, child, `${path}/${at}`)
    app.register(child.wrapped ? plugin(speak as never) : speak)
  })
}

test('a context sees what is declared in it, in its ancestors and by plugins wrapped into them', async () => {
  const property = fc.asyncProperty(contextTree, async (tree) => {
    fc.pre(!declaresLate(tree)) // late declarations have rules of their own, held by cases
    const expected = model(tree)
    const app = touchstone()
    try {
      if (expected.visible === null) {
        await assert.rejects(
          (async () => {
            declare(app as unknown as App, tree, '')
            await app.ready()
          })(),
          /FST_ERR_(DEC|SCH)_ALREADY_PRESENT/,
        )
        return
      }
      declare(app as unknown as App, tree, '')
      for (const { path } of placed(tree)) {
        const at = path.map((step) => `/${step}`).join('')
        const answer = await app.inject(`/x${at}`)
        assert.deepEqual(answer.json(), expected.visible.get(at), `what the context '${at}' sees`)
      }
    } finally {
      await app.close()
    }
  })
  await fc.assert(property, runs(150))
})
