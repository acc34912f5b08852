// The application of a case as a tree of contexts: what each declares. What it sees is observed: contexts/sightings.ts.

import type { App, FunctionForm, Json, Program, Statement } from './case.ts'

export interface Declared {
  kind: string
  name: string
  /** Of a route: its full path and methods. */
  url?: string
  methods?: string[]
  /** Declared later, in a callback such as `after`. */
  within: string
  /** The statement itself, and its place in the order in which the case writes statements. */
  statement: Statement
  order: number
  /** The probe that has whether the declaration was refused, where the case tries it. */
  tried?: string
}

export interface ContextNode {
  name: string
  /** A wrapped plugin has no context of its own: it declares in the one that registered it. */
  wrapped: boolean
  prefix: string
  order: number
  declares: Declared[]
  children: ContextNode[]
}

const METHODS = ['get', 'post', 'delete', 'head', 'all']
const SETTERS: Record<string, string> = {
  setErrorHandler: 'error handler',
  setNotFoundHandler: 'not-found handler',
  setValidatorCompiler: 'validator compiler',
  setSerializerCompiler: 'serializer compiler',
  setSchemaErrorFormatter: 'error formatter',
  setReplySerializer: 'reply serializer',
}

export function treeOf(app: App): ContextNode {
  const root: ContextNode = { name: 'root', wrapped: false, prefix: '', order: 0, declares: [], children: [] }
  const walk: Walk = { order: 0 }
  walkProgram(app.do, root, '', walk)
  if (app.afterReady) walkProgram(app.afterReady, root, 'once ready', walk)
  return root
}

interface Walk {
  order: number
  tried?: string
}

function walkProgram(program: Program, node: ContextNode, within: string, walk: Walk): void {
  for (const statement of program) {
    walk.order++
    const { order, tried } = walk
    if (statement.register) enter(statement, node, walk)
    else
      for (const [kind, name, more] of declaredBy(statement, node))
        node.declares.push({
          kind,
          name,
          ...more,
          within,
          statement,
          order,
          ...(tried === undefined ? {} : { tried }),
        })
    for (const [inner, name] of innerPrograms(statement)) {
      if (inner === statement.attempt && typeof statement.as === 'string') walk.tried = statement.as
      walkProgram(inner, node, name || within, walk)
      if (tried === undefined) delete walk.tried
    }
  }
}

function enter({ register }: Statement, node: ContextNode, walk: Walk): void {
  const { name, wrap, prefix, do: program } = register ?? {}
  const keeps = typeof wrap === 'object' && wrap['encapsulate'] === true
  const wrapped = Boolean(wrap) && !keeps
  const own = typeof prefix === 'string' ? prefix : ''
  const child: ContextNode = {
    name: name ?? `plugin ${node.children.length + 1}`,
    wrapped,
    prefix: node.prefix + own,
    order: walk.order,
    declares: [],
    children: [],
  }
  node.children.push(child)
  walkProgram(program ?? [], child, '', walk)
}

/** Programs that run on the same instance: in a callback, or on a condition. */
function innerPrograms(statement: Statement): [Program, string][] {
  const callbacks: [Program, string][] = (['after', 'ready'] as const).flatMap((name) => {
    const form = statement[name]
    return form ? [[programOf(form), `in ${name}`] as [Program, string]] : []
  })
  const branches = [statement.attempt, statement.then, statement.else]
  return [...callbacks, ...branches.flatMap((one): [Program, string][] => (one ? [[one, '']] : []))]
}

export function programOf(form: FunctionForm | undefined): Program {
  if (Array.isArray(form)) return form
  return form && 'do' in form && Array.isArray(form.do) ? form.do : []
}

type Named = [kind: string, name: string, more?: Pick<Declared, 'url' | 'methods'>]

function declaredBy(s: Statement, node: ContextNode): Named[] {
  const one = (kind: string, name: string): Named[] => [[kind, name]]
  if (s.decorate) return one('decorator', text(s.decorate[0]))
  if (s.decorateRequest) return one('request decorator', text(s.decorateRequest[0]))
  if (s.decorateReply) return one('reply decorator', text(s.decorateReply[0]))
  if (s.addHook) return one('hook', text(s.addHook[0]))
  if (s.addSchema !== undefined) return one('schema', schemaName(s.addSchema))
  if (Array.isArray(s.addSchemas)) return s.addSchemas.flatMap((schema) => one('schema', schemaName(schema)))
  if (s.addContentTypeParser) return one('parser', text(s.addContentTypeParser.type))
  if (s.bearerAuth) return one('plugin', 'bearer-token')
  for (const [key, name] of Object.entries(SETTERS)) if (key in s) return one(name, '')
  return routeOf(s, node)
}

function routeOf(s: Statement, node: ContextNode): Named[] {
  const method = METHODS.find((name) => name in s)
  const given = method ? s[method as 'get'] : (s.route?.['url'] ?? s.route?.['path'])
  if (!method && !s.route) return []
  const url = typeof given === 'string' ? given : text(given as Json)
  const full = node.prefix === '' ? url || '/' : node.prefix + (url === '/' ? '' : url)
  const names = method ? [method] : [s.route?.['method'] ?? 'GET'].flat().map(text)
  const methods = names.map((name) => name.toUpperCase())
  return [['route', `${methods.join(', ')} ${full}`, { url: full, methods }]]
}

function schemaName(schema: Json): string {
  const id =
    schema !== null && typeof schema === 'object' && !Array.isArray(schema) ? schema['$id'] : undefined
  return typeof id === 'string' ? id : 'without an id'
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** The route that a request goes to, as far as it can be told without a router. */
export function findRoute(tree: ContextNode, method: string, url: string): Declared | null {
  const path = url.replace(/[?#].*$/, '')
  const routes = allRoutes(tree).filter(
    ({ methods = [] }) =>
      methods.includes(method) || methods.includes('ALL') || (method === 'HEAD' && methods.includes('GET')),
  )
  return (
    routes.find((route) => route.url === path) ?? routes.find((route) => fits(route.url ?? '', path)) ?? null
  )
}

function allRoutes(node: ContextNode): Declared[] {
  return [...node.declares.filter(({ kind }) => kind === 'route'), ...node.children.flatMap(allRoutes)]
}

function fits(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[\w]+/g, '[^/]+')
    .replaceAll('*', '.*')
  return new RegExp(`^${source}/?$`).test(path)
}
