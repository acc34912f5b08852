/** F2 and F3: what one context declares, and in which order contexts are registered, changes nothing elsewhere. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { App, Program, Statement } from '../../spec/case.ts'
import {
  asking,
  type ContextPlan,
  contextPlan,
  documentOf,
  HOOKS,
  placesOf,
} from '../arbitraries/application.ts'
import { observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'

const KINDS = { names: true, hooks: true, handlers: true } as const

/** What a stranger may declare; each kind of it once leaked somewhere. */
const STRANGERS: readonly Statement[] = [
  { decorateRequest: ['stranger', 1] },
  { decorateReply: ['stranger', 1] },
  { decorate: ['stranger', 1] },
  { addSchema: { $id: 'stranger', type: 'string' } },
  ...HOOKS.map((hook): Statement => ({ addHook: [hook, [{ trace: `stranger ${hook}` }]] })),
  { setErrorHandler: [{ code: 499 }, { send: 'stranger' }] },
  { setNotFoundHandler: [{ code: 498 }, { send: 'stranger' }] },
  { setSchemaErrorFormatter: [{ return: { $error: 'stranger' } }] },
  { setValidatorCompiler: [{ return: { $function: [{ return: false }] } }] },
  { setSerializerCompiler: [{ return: { $function: [{ return: '"stranger"' }] } }] },
  { setReplySerializer: [{ return: 'stranger' }] },
  { addContentTypeParser: { type: 'application/stranger', do: [{ return: 'stranger' }] } },
  { call: ['app.removeContentTypeParser', 'application/json'] },
]

interface Stranger extends Scenario {
  /** a plugin that is registered beside the others, in front of them or behind them */
  stranger: Program
  first: boolean
  /** below the first child, where there is one */
  below: boolean
}

/** Routes that show what leaks: a validated body, a body of another type, a response schema, a missing route. */
const COMMON: Program = [
  {
    post: '/valid',
    schema: {
      body: { type: 'object', properties: { n: { type: 'integer' } } },
      response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } },
    },
    do: [{ send: { $get: 'request.body' } }],
  },
]
const COMMON_SENDS: Scenario['sends'] = [
  { method: 'POST', url: '/valid', json: { n: '1', more: 1 } },
  { method: 'POST', url: '/valid', json: { n: 'x' } },
  { method: 'POST', url: '/valid', text: 'x', contentType: 'application/stranger' },
  { url: '/missing' },
]

function insert({ app, stranger, first, below }: Stranger): App {
  const plugin: Statement = { register: { prefix: '/stranger', do: stranger } }
  const at = app.do.findIndex(({ register }) => register !== undefined && !register.wrap)
  const inner = app.do[at]?.register
  if (below && inner) {
    const changed: Statement = { register: { ...inner, do: [plugin, ...(inner.do ?? [])] } }
    return { ...app, do: app.do.with(at, changed) }
  }
  const routes = app.do.findIndex(({ register }) => register !== undefined)
  const place = first && routes >= 0 ? routes : app.do.length
  return { ...app, do: app.do.toSpliced(place, 0, plugin) }
}

export const stranger: Property<Stranger> = {
  id: 'F2',
  title: 'an unrelated plugin changes nothing elsewhere',
  precondition: 'the plugin is not wrapped, its names are its own, its routes are below its own prefix',
  catches: 'handlers, formatters, compilers, parsers and schemas that are one for the whole application',
  rules: ['ENC-2', 'ENC-3'],
  runs: 60,
  arbitrary: fc
    .record({
      plan: contextPlan(KINDS),
      stranger: fc.uniqueArray(fc.constantFrom(...STRANGERS), { minLength: 1, maxLength: 4 }),
      first: fc.boolean(),
      below: fc.boolean(),
    })
    .map(({ plan, ...rest }) => {
      const app = documentOf(plan, 'plain and throw')
      return {
        app: { ...app, do: [...COMMON, ...app.do] },
        sends: [...asking(placesOf(plan), 'plain and throw'), ...COMMON_SENDS],
        ...rest,
      }
    }),
  async check(value, world) {
    const without = await observe(value, world)
    assert.deepEqual(await observe({ app: insert(value), sends: value.sends }, world), without)
  },
  scenarios: (value) => [{ app: insert(value), sends: value.sends }],
}

interface Permuted extends Scenario {
  /** the same application with its contexts registered in another order */
  other: App
}

/** The places of contexts stay with them, so that their urls and labels are the same in another order. */
function permuted(plan: ContextPlan): Permuted {
  const app = documentOf(plan, 'plain and throw')
  return {
    app,
    other: { do: reversed(app.do) },
    sends: asking(placesOf(plan), 'plain and throw'),
  }
}

function reversed(program: Program): Program {
  const plugins = program.filter(({ register }) => register !== undefined)
  const turned = plugins
    .map(({ register }): Statement => ({ register: { ...register, do: reversed(register?.do ?? []) } }))
    .reverse()
  let next = 0
  return program.map((statement) => (statement.register ? (turned[next++] as Statement) : statement))
}

export const order: Property<Permuted> = {
  id: 'F3',
  title: 'the order in which siblings are registered changes nothing',
  precondition: 'no sibling is wrapped: what a wrapped one declares is seen by those that come after it',
  catches:
    'what depends on the order of loading: tables that are shared instead of copied, the last one that wins',
  rules: ['ENC-3'],
  runs: 120,
  arbitrary: contextPlan({ ...KINDS, wrapped: false }).map(permuted),
  async check(value, world) {
    const [one, other] = [await observe(value, world), await observe({ ...value, app: value.other }, world)]
    // The order decides which of two clashing names is reported, not whether there is a clash.
    if (one.boot !== null) assert.notEqual(other.boot, null)
    else assert.deepEqual(other, one)
  },
  scenarios: (value) => [value, { app: value.other, sends: value.sends }],
}
