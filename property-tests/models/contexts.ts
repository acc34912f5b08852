/** What each context of an application sees and runs, read from its document by the rules alone: no framework in here. */
import type { App, FunctionObject, Program, Statement } from '../../spec/case.ts'

/** Where a table of a context comes from is its row in the table of what a child inherits. */
interface Context {
  readonly parent: Context | null
  readonly children: Context[]
  /** copied at birth, not handed down later */
  readonly request: Map<string, string>
  readonly reply: Map<string, string>
  /** a chain: what is declared above is seen, early or late; a child may shadow */
  readonly instance: Set<string>
  /** copied at birth, handed down later */
  readonly schemas: Set<string>
  readonly hooks: Map<string, string[]>
  /** a chain, which a route settles on before what is registered behind it speaks */
  handler: string | null
}

export interface RouteModel {
  readonly request: Readonly<Record<string, string>>
  readonly reply: Readonly<Record<string, string>>
  readonly instance: readonly string[]
  readonly schemas: readonly string[]
  /** the labels of the hooks of each name, in their order */
  readonly hooks: ReadonlyMap<string, readonly string[]>
  readonly handler: string | null
}

export interface ApplicationModel {
  /** the code of the error with which it cannot boot */
  readonly clash: string | null
  /** by method and url, `get /x` */
  readonly routes: ReadonlyMap<string, RouteModel>
}

export const CLASHES = {
  decorator: 'FST_ERR_DEC_ALREADY_PRESENT',
  schema: 'FST_ERR_SCH_ALREADY_PRESENT',
} as const

class Clash extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export function modelOf(app: App): ApplicationModel {
  const routes: { name: string; context: Context; handler: string | null }[] = []
  const root = born(null)
  const boot: Boot = { clash: null }
  run(boot, () => speak(app.do, root, routes, boot))
  if (boot.clash !== null) return { clash: boot.clash, routes: new Map() }
  const models = routes.map(
    ({ name, context, handler }) => [name, { ...seenFrom(context), handler }] as const,
  )
  return { clash: null, routes: new Map(models) }
}

function born(parent: Context | null): Context {
  const child: Context = {
    parent,
    children: [],
    request: new Map(parent?.request),
    reply: new Map(parent?.reply),
    instance: new Set(),
    schemas: new Set(parent?.schemas),
    hooks: new Map([...(parent?.hooks ?? [])].map(([name, labels]) => [name, [...labels]])),
    handler: null,
  }
  parent?.children.push(child)
  return child
}

/** The last clash is the one with which the boot ends. */
interface Boot {
  clash: string | null
}

function run(boot: Boot, part: () => void): void {
  try {
    part()
  } catch (error) {
    if (!(error instanceof Clash)) throw error
    boot.clash = error.code
  }
}

type Routes = { name: string; context: Context; handler: string | null }[]

/**
 * A plugin speaks to its end; then comes, in the order of its words, what had to wait: hooks, plugins and `after`. After a clash no
 * plugin runs any more; `after` does, and what it would wait for is left out.
 */
function speak(program: Program, context: Context, routes: Routes, boot: Boot): void {
  const late = boot.clash !== null
  const waiting: Statement[] = []
  const own: Routes = []
  for (const statement of program) {
    if (statement.addHook || statement.register || statement.after) waiting.push(statement)
    else declareNow(statement, context, own)
  }
  routes.push(...own)
  for (const route of own) route.handler = handlerOf(context)
  if (late) return
  for (const { addHook, register, after } of waiting) {
    if (addHook) addTo(context, String(addHook[0]), labelOf(addHook[1] as Program))
    if (after) run(boot, () => speak((after as FunctionObject).do, context, routes, boot))
    if (register && boot.clash === null) {
      const inside = register.wrap ? context : born(context)
      run(boot, () => speak(register.do ?? [], inside, routes, boot))
    }
  }
}

function declareNow(statement: Statement, context: Context, routes: Routes): void {
  const { decorate, decorateRequest, decorateReply, addSchema, setErrorHandler } = statement
  if (decorateRequest) put(context.request, decorateRequest)
  if (decorateReply) put(context.reply, decorateReply)
  if (decorate) {
    const name = String(decorate[0])
    if (context.instance.has(name)) throw new Clash(CLASHES.decorator)
    context.instance.add(name)
  }
  if (addSchema) addSchemaTo(context, String((addSchema as { $id: string }).$id))
  if (setErrorHandler) context.handler = labelOf(setErrorHandler as Program)
  if (statement.get !== undefined) routes.push({ name: `get ${statement.get}`, context, handler: null })
}

function put(table: Map<string, string>, [name, value]: unknown[]): void {
  if (table.has(String(name))) throw new Clash(CLASHES.decorator)
  table.set(String(name), String(value))
}

function addSchemaTo(context: Context, id: string): void {
  if (context.schemas.has(id)) throw new Clash(CLASHES.schema)
  context.schemas.add(id)
  for (const child of context.children) addSchemaTo(child, id)
}

function addTo(context: Context, hook: string, label: string): void {
  context.hooks.set(hook, [...(context.hooks.get(hook) ?? []), label])
  for (const child of context.children) addTo(child, hook, label)
}

function handlerOf(context: Context | null): string | null {
  return context === null ? null : (context.handler ?? handlerOf(context.parent))
}

function labelOf(program: Program): string {
  return String(program.find(({ trace }) => trace !== undefined)?.trace)
}

function seenFrom(context: Context): Omit<RouteModel, 'handler'> {
  const instances = (one: Context | null): string[] =>
    one === null ? [] : [...one.instance, ...instances(one.parent)]
  return {
    request: Object.fromEntries(context.request),
    reply: Object.fromEntries(context.reply),
    instance: [...new Set(instances(context))].sort(),
    schemas: [...context.schemas].sort(),
    hooks: context.hooks,
  }
}

/** The stages of a request that succeeds with an object, and of one whose handler throws. */
export const STAGES = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'HANDLER'] as const
const AFTER_SUCCESS = ['preSerialization', 'onSend', 'onResponse']

/** What a request to a route traces, where each hook and handler traces its label. */
export function traceOf(route: RouteModel, throws: boolean): string[] {
  const labels = (stage: string): readonly string[] =>
    stage === 'HANDLER' ? ['handler'] : (route.hooks.get(stage) ?? [])
  const stages: string[] = [...STAGES]
  if (!throws) return [...stages, ...AFTER_SUCCESS].flatMap(labels)
  const error = route.handler === null ? [] : [route.handler, ...labels('preSerialization')]
  return [
    ...stages.flatMap(labels),
    ...labels('onError'),
    ...error,
    ...['onSend', 'onResponse'].flatMap(labels),
  ]
}
