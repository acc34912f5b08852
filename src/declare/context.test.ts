/** Compares the table INHERIT with what happens: each row is declared in a parent before and after its child is created. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import touchstone from '../index.ts'
import { Context, INHERIT, type Inherit } from './context.ts'
import { ParserTable } from './parser-table.ts'
import { settle } from './route.ts'
import { SchemaStore } from './schema-store.ts'

interface Row {
  /** declares the `n`th thing in a context */
  declare(context: Context, n: number): void
  sees(context: Context, n: number): boolean
  /** whether the context has it itself, and not through its parent */
  own(context: Context, n: number): boolean
  /** what a route of the context keeps when it is settled */
  keeps?(context: Context): unknown
}

const things = [0, 1].map((n) => ({ n, fn: () => n }))
const fnOf = (n: number): (() => number) => things[n]!.fn
const field = (name: 'prefix' | 'logLevel'): Row => ({
  declare: (context, n) => Object.assign(context, { [name]: `/${name}${n}` }),
  sees: (context, n) => context[name] === `/${name}${n}`,
  own: (context) => Object.hasOwn(context, name),
})
const compiler = (name: 'validatorCompiler' | 'serializerCompiler'): Row => ({
  declare: (context, n) => Object.assign(context, { [name]: fnOf(n) }),
  sees: (context, n) => Object.is(context[name], fnOf(n)),
  own: (context) => Object.hasOwn(context, name),
})
const decoration = (name: 'requests' | 'replies', value: (n: number) => unknown): Row => ({
  declare: (context, n) => context[name].decorate(`x${n}`, value(n), undefined),
  sees: (context, n) => context[name].has(`x${n}`),
  own: (context, n) => {
    const made = context[name].make()
    return made !== context.parent?.[name].make() && Object.hasOwn(made.prototype, `x${n}`)
  },
})
const policy = (name: 'formatErrors' | 'replySerializer'): Row => ({
  declare: (context, n) => Object.assign(context.policy, { [name]: fnOf(n) }),
  sees: (context, n) => Object.is(context.effective(name), fnOf(n)),
  own: (context) => name in context.policy,
  keeps: (context) => settle(context)[name],
})

const links = things.map(({ fn }) => ({ handler: fn, parent: null }))
const factories = () => ({
  bucket: (initial?: Record<string, unknown>) => new SchemaStore(initial),
  buildValidator: null,
  buildSerializer: null,
})
const controllers = [factories(), factories()]

const ROWS: Record<Exclude<keyof typeof INHERIT, 'notFoundHandler'>, Row> = {
  prefix: field('prefix'),
  logLevel: field('logLevel'),
  logSerializers: {
    declare: (context, n) => Object.assign(context, { logSerializers: things[n] }),
    sees: (context, n) => context.logSerializers === things[n],
    own: (context) => Object.hasOwn(context, 'logSerializers'),
  },
  parsers: {
    declare: (context, n) => context.parsers.add(`text/x${n}`, { bodyLimit: 1 }, fnOf(n)),
    sees: (context, n) => context.parsers.has(`text/x${n}`),
    own: () => true,
  },
  requestValues: decoration('requests', (n) => n),
  replyValues: decoration('replies', (n) => n),
  validatorCompiler: compiler('validatorCompiler'),
  serializerCompiler: compiler('serializerCompiler'),
  schemaController: {
    declare: (context, n) => Object.assign(context, { factories: controllers[n] }),
    sees: (context, n) => context.factories === controllers[n],
    own: (context) => Object.hasOwn(context, 'factories'),
  },
  hooks: {
    declare: (context, n) => context.addHook('onRequest', fnOf(n)),
    sees: (context, n) => context.hooks.list('onRequest').includes(fnOf(n)),
    own: () => true,
  },
  schemas: {
    declare: (context, n) => context.addSchema({ $id: `s${n}` }),
    sees: (context, n) => context.schemas.getSchema(`s${n}`) !== undefined,
    own: () => true,
  },
  decorators: {
    declare: (context, n) => Object.assign(context.instance, { [`d${n}`]: n }),
    sees: (context, n) => `d${n}` in context.instance,
    own: (context, n) => Object.hasOwn(context.instance, `d${n}`),
  },
  requestMethods: decoration('requests', fnOf),
  replyMethods: decoration('replies', fnOf),
  registeredPlugins: {
    declare: (context, n) => void context.registered.add(`p${n}`),
    sees: (context, n) => context.registered.has(`p${n}`),
    own: (context, n) => [...context.registered].includes(`p${n}`),
  },
  requestIds: {
    declare: (context, n) => Object.assign(context.policy, { genReqId: fnOf(n) }),
    sees: (context, n) => Object.is(context.effective('genReqId'), fnOf(n)),
    own: (context) => 'genReqId' in context.policy,
  },
  childLoggers: {
    declare: (context, n) => Object.assign(context.policy, { childLogger: fnOf(n) }),
    sees: (context, n) => Object.is(context.effective('childLogger'), fnOf(n)),
    own: (context) => 'childLogger' in context.policy,
  },
  errorHandler: {
    declare: (context, n) => Object.assign(context.policy, { errors: links[n] }),
    sees: (context, n) => context.effective('errors') === links[n],
    own: (context) => 'errors' in context.policy,
    keeps: (context) => settle(context).errors,
  },
  errorFormatter: policy('formatErrors'),
  replySerializer: policy('replySerializer'),
}

/** What happens with a row, as one of the values of the table. */
function observed({ declare, sees, own, keeps }: Row): Inherit {
  const root = Context.root(touchstone(), new ParserTable(), factories())
  root.policy.errors = { handler: null, parent: null }
  declare(root, 0)
  const child = root.fork('child', {})
  assert.ok(sees(child, 0), 'a child has what its parent has when it is created')
  const kept = keeps?.(child)
  declare(root, 1)
  if (!sees(child, 1)) return 'copied'
  if (keeps !== undefined && kept !== keeps(child)) return 'settled'
  return own(child, 1) ? 'handed-down' : 'live'
}

for (const [name, row] of Object.entries(ROWS)) {
  test(`${name}: the table says what happens`, () => {
    assert.equal(INHERIT[name as keyof typeof ROWS], observed(row))
  })
}

test('notFoundHandler: a child without one uses the handler that its parent sets later', async () => {
  const app = touchstone()
  app.register(async () => {}, { prefix: '/child' })
  await app.after()
  app.setNotFoundHandler(async () => 'late')
  assert.equal((await app.inject('/child/none')).body, 'late')
  assert.equal(INHERIT.notFoundHandler, 'live')
})

test('a parent does not see what its child declares', () => {
  for (const [name, { declare, sees }] of Object.entries(ROWS)) {
    const root = Context.root(touchstone(), new ParserTable(), factories())
    const child = root.fork('child', {})
    declare(child, 0)
    assert.equal(sees(root, 0), false, name)
  }
})

test('the guide to encapsulation prints the table', () => {
  const page = readFileSync(new URL('../../../docs/guides/encapsulation.md', import.meta.url), 'utf8')
  for (const how of new Set(Object.values(INHERIT))) {
    const names = Object.entries(INHERIT).filter(([, one]) => one === how)
    const line = `| ${how} | ${names.map(([name]) => `\`${name}\``).join(', ')} |`
    assert.ok(page.includes(line), `the page has no line ${line}`)
  }
})
