/** F1 and the models of hooks and error handlers: what a context sees and runs is what the rules say of its document. */
import assert from 'node:assert/strict'
import { scenario } from '../arbitraries/application.ts'
import { type ApplicationModel, modelOf, traceOf } from '../models/contexts.ts'
import type { SeenAll } from '../property/observe.ts'
import { codeOf, jsonOf, observe } from '../property/observe.ts'
import type { Property, Scenario, World } from '../property/property.ts'

async function against(
  value: Scenario,
  world: World,
  look: (model: ApplicationModel, seen: SeenAll) => void,
): Promise<void> {
  const model = modelOf(value.app)
  const seen = await observe(value, world)
  assert.equal(codeOf(seen.boot), model.clash ?? '', 'how the boot ends')
  if (model.clash === null) look(model, seen)
}

export const visibility: Property<Scenario> = {
  id: 'F1',
  title: 'a context sees what the model says, and nothing else',
  precondition: 'none: names that clash are part of the model, by the code of the boot that fails',
  catches:
    'leaks through prototypes, wrappers that lift one level too many or too few, siblings that see each other',
  rules: ['ENC-1', 'ENC-2', 'ENC-3', 'ENC-6'],
  runs: 220,
  arbitrary: scenario({ names: true, late: true }, 'see'),
  check: (value, world) =>
    against(value, world, (model, seen) => {
      for (const [at, { url }] of value.sends.entries()) {
        const route = model.routes.get(`get ${String(url)}`)
        assert.ok(route)
        const body = jsonOf(seen.exchanges[at]!) as Record<string, Record<string, unknown>>
        const names = (prefix: string, from: Readonly<Record<string, string>>) =>
          Object.fromEntries([...'abcd'].map((one) => [prefix + one, from[prefix + one] ?? '<undefined>']))
        assert.deepEqual(body['request'], names('r', route.request), `request decorators at ${String(url)}`)
        assert.deepEqual(body['reply'], names('r', route.reply), `reply decorators at ${String(url)}`)
        const there = Object.entries(body['instance'] ?? {}).filter(([, is]) => is === true)
        assert.deepEqual(
          there.map(([name]) => name),
          route.instance,
          `decorators at ${String(url)}`,
        )
        assert.deepEqual(body['schemas'], route.schemas, `shared schemas at ${String(url)}`)
      }
    }),
  scenarios: (value) => [value],
}

export const hookOrder: Property<Scenario> = {
  id: 'M1',
  title: 'hooks run in the order of the model, at the routes of the model',
  precondition: 'hooks that let everything pass',
  catches: 'hooks of another context, of another order, twice or never',
  rules: ['ENC-1', 'ENC-3'],
  runs: 150,
  arbitrary: scenario({ hooks: true, late: true }, 'plain and throw'),
  check: (value, world) => against(value, world, (model, seen) => sameTraces(value, model, seen)),
  scenarios: (value) => [value],
}

export const errorHandlers: Property<Scenario> = {
  id: 'M2',
  title: 'an error goes to the handler of the model: the nearest one, or the default',
  precondition: 'handlers are declared before the children are registered, or once they have loaded',
  catches: 'handlers of a sibling, of a child, or the default one in their place',
  rules: ['ERH-2'],
  runs: 150,
  arbitrary: scenario({ hooks: true, handlers: true }, 'throw'),
  check: (value, world) =>
    against(value, world, (model, seen) => {
      sameTraces(value, model, seen)
      for (const [at, { url }] of value.sends.entries()) {
        const handler = model.routes.get(`get ${String(url)}`)?.handler ?? null
        const { answer } = seen.exchanges[at]!
        assert.equal(answer?.status, handler === null ? 500 : 418, `status at ${String(url)}`)
        if (handler !== null)
          assert.deepEqual(jsonOf(seen.exchanges[at]!), { handledBy: handler.replace('handler ', '') })
      }
    }),
  scenarios: (value) => [value],
}

function sameTraces(value: Scenario, model: ApplicationModel, seen: SeenAll): void {
  for (const [at, { url }] of value.sends.entries()) {
    const route = model.routes.get(`get ${String(url)}`)
    assert.ok(route)
    const expected = traceOf(route, String(url).startsWith('/throw'))
    assert.deepEqual(seen.exchanges[at]?.trace, expected, `what ${String(url)} runs`)
  }
}
