/** Where routes refuse everybody: what the application looks the values of requests up in, as fuzzers of binaries read what is compared. */
import type { Headers, Session } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isSchema, type Schema } from '../schema/walk.ts'
import { samplerOf } from './live.ts'
import { letIn, reach } from './reach.ts'

/** Where keys stand in requests. */
const PLACES: readonly (readonly [header: string, scheme: string])[] = [
  ...(['Bearer ', '', 'Token ', 'token ', 'Bot ', 'ApiKey '] as const).map(
    (one) => ['authorization', one] as const,
  ),
  ...(['x-api-key', 'x-access-token', 'x-auth-token'] as const).map((one) => [one, ''] as const),
]
const KEYS = /key|token|secret|sha|hash|session/i
const SECRET = /password|passwd|secret|pin$/i
/** Routes that are asked with a wrong key, and the right ones that are taken of one place. */
const [ROUTES, ENOUGH] = [6, 2]
/** Things of one collection, and values of all of them that are tried. */
const [THINGS, VALUES] = [6, 40]
/** A shorter value is looked up for many reasons. */
const SHORTEST = 4

export async function lookups(run: Run): Promise<void> {
  const isRefused = refusedOf(run)
  if (!run.target.app || !run.plans.some(isRefused)) return
  run.phase = 'lookups'
  const ways: string[] = []
  for (const plan of run.plans)
    if (secretOf(plan) && !run.reach.isReached(plan) && (await logIn(run, plan)))
      ways.push(`${plan.name} with values`)
  if (ways.length === 0) ways.push(...(await keys(run, isRefused)))
  if (ways.length === 0) return
  run.target.notes.push(
    `Without identities in a configuration the run let itself in by ${ways.join(', and by ')} that the application looks up.`,
  )
  await reach(run)
}

function refusedOf(run: Run): (plan: RoutePlan) => boolean {
  const tallies = new Map(run.tallies().map(({ route, statuses }) => [route, statuses]))
  return (plan) => {
    const statuses = tallies.get(plan.name) ?? {}
    return (statuses['401'] ?? statuses['403']) !== undefined && !run.reach.isReached(plan)
  }
}

function secretOf({ route, parts }: RoutePlan): boolean {
  const { schema } = parts.get('body') ?? {}
  const properties = isSchema(schema) ? schema['properties'] : undefined
  return (
    route.method === 'POST' &&
    isSchema(properties) &&
    Object.keys(properties).some((name) => SECRET.test(name))
  )
}

/** Sends names that nobody has, and then those of the collection in which they were looked for, with what it has beside them. */
async function logIn(run: Run, plan: RoutePlan): Promise<boolean> {
  const values = run.reach.fill(plan, samplerOf(run, plan).fitting(), 0)
  const { body } = values
  if (!isSchema(body)) return false
  let count = 0
  for (const [name, needle] of Object.entries(body)) {
    if (typeof needle !== 'string' || SECRET.test(name) || count > 0) continue
    const things = await spied(needle, () => run.ask(plan, values))
    for (const { key, fields } of things) {
      if (count === ENOUGH) break
      run.checkLimits()
      const own = Object.entries(body).map(([its, value]) => [
        its,
        its === name ? (key ?? fields[name]) : (fields[its] ?? value),
      ])
      const asked = await run.ask(plan, { ...values, body: Object.fromEntries(own) as Schema })
      if ((asked?.answer?.status ?? 500) >= 300) continue
      count++
      run.found.push(
        ...Object.keys(fields)
          .filter((its) => SECRET.test(its))
          .map((its) => fields[its]!),
      )
    }
  }
  return count > 0
}

/** Sends keys that nobody has, and then what they were looked for in. */
async function keys(run: Run, isRefused: (plan: RoutePlan) => boolean): Promise<string[]> {
  const found: string[] = []
  const tried = run.plans
    .filter((plan) => plan.route.method === 'GET' && isRefused(plan))
    .sort((left, right) => Number(left.parts.has('params')) - Number(right.parts.has('params')))
  for (const plan of tried.slice(0, ROUTES)) {
    if (run.reach.isReached(plan)) continue
    const values = run.reach.fill(plan, samplerOf(run, plan).fitting(), 0)
    const open = { headers: {}, login: null }
    const usual = new Set(
      (await spied('', () => run.askAs(plan, values, open))).flatMap(({ texts }) => texts),
    )
    for (const [header, scheme] of PLACES) {
      // Of a form that most patterns of keys take.
      const needle = `${run.requests}`.padStart(40, 'a')
      const seen = await spied(needle, () =>
        run.askAs(plan, values, { headers: { [header]: scheme + needle }, login: null }),
      )
      // What is looked through without a key too comes last.
      const isUsual = ({ texts }: Thing): boolean => texts.every((one) => usual.has(one))
      const things = [...seen.filter((one) => !isUsual(one)), ...seen.filter(isUsual)]
      const headersOf = (text: string): Headers => ({
        [header]: text.startsWith(scheme) ? text : scheme + text,
      })
      const sessions = await letting(run, plan, values, things, headersOf)
      if (sessions.length === 0) continue
      found.push(`${header} with keys`)
      if (run.reach.identities().length === 0) for (const one of sessions.reverse()) run.reach.add(one)
      else for (const one of run.plans.filter(isRefused)) await bound(run, one, sessions[0]!)
      break
    }
    if (run.reach.identities().length > 0)
      for (const one of run.plans.filter(isRefused))
        await letIn(run, one, run.reach.fill(one, samplerOf(run, one).fitting(), 0))
  }
  return [...new Set(found)]
}

/** A route that takes the key is asked with it from then on. */
async function bound(run: Run, plan: RoutePlan, session: Session): Promise<void> {
  run.checkLimits()
  const asked = await run.askAs(plan, run.reach.fill(plan, samplerOf(run, plan).fitting(), 0), session)
  if (![401, 403].includes(asked?.answer?.status ?? 401)) run.reach.bind(plan, session)
}

/** One key of each thing: two of one let in the same user. */
async function letting(
  run: Run,
  plan: RoutePlan,
  values: Values,
  things: readonly Thing[],
  headersOf: (text: string) => Headers,
): Promise<Session[]> {
  const found: Session[] = []
  let left = VALUES
  for (const { texts } of things)
    for (const text of texts) {
      if (found.length === ENOUGH || left-- === 0) return found
      run.checkLimits()
      const session: Session = { headers: headersOf(text), login: null }
      const asked = await run.askAs(plan, values, session)
      if ([401, 403].includes(asked?.answer?.status ?? 401)) continue
      run.found.push(text)
      found.push(session)
      break
    }
  return found
}

interface Thing {
  key?: string
  fields: Readonly<Record<string, string>>
  /** Its key and the texts of its fields, the likeliest keys first. */
  texts: readonly string[]
}

type Method = (this: unknown, ...given: unknown[]) => unknown
/** Methods that look something up by a value, and those that do with a function. */
const [BY_VALUE, BY_FUNCTION]: [[object, string][], [object, string][]] = [
  [
    ...(['get', 'has'] as const).map((name): [object, string] => [Map.prototype, name]),
    [Set.prototype, 'has'],
    ...(['includes', 'indexOf'] as const).map((name): [object, string] => [Array.prototype, name]),
  ],
  (['find', 'findLast', 'findIndex', 'some', 'filter'] as const).map((name) => [Array.prototype, name]),
]

/** Notes the collections in which a text is looked for while a request is served. */
async function spied(needle: string, ask: () => Promise<unknown>): Promise<Thing[]> {
  const found = new Set<Iterable<unknown>>()
  const undo: (() => void)[] = []
  const spy = ([owner, name]: [object, string], isIt: (own: unknown, given: unknown) => boolean): void => {
    const known = Object.getOwnPropertyDescriptor(owner, name)!
    const method = known.value as Method
    const value: Method = function (...given) {
      if (isIt(this, given[0])) found.add(this as Iterable<unknown>)
      return method.apply(this, given)
    }
    Object.defineProperty(owner, name, { ...known, value })
    undo.push(() => Object.defineProperty(owner, name, known))
  }
  const isNeedle = (_own: unknown, given: unknown): boolean =>
    typeof given === 'string' && needle.length >= SHORTEST && given.includes(needle)
  for (const one of BY_VALUE) spy(one, isNeedle)
  for (const one of BY_FUNCTION) spy(one, (own) => Array.isArray(own) && isSchema(own[0]))
  try {
    await ask()
  } finally {
    for (const one of undo) one()
  }
  return [...found].flatMap(thingsOf).slice(0, THINGS * THINGS)
}

function thingsOf(collection: Iterable<unknown>): Thing[] {
  const entries = collection instanceof Map ? [...collection] : [...collection].map((one) => [one, one])
  return entries.slice(0, THINGS).map(([key, value]) => {
    const fields = Object.entries(isSchema(value) ? value : {}).filter(
      ([, one]) => typeof one === 'string',
    ) as [string, string][]
    const rank = ([name, text]: [string, string]): number => (KEYS.test(name) ? 0 : 1000) - text.length
    const own: [string, string][] = typeof key === 'string' ? [['key', key]] : []
    const texts = [...own, ...fields].sort((left, right) => rank(left) - rank(right)).map(([, one]) => one)
    return {
      ...(typeof key === 'string' ? { key } : {}),
      ...{ fields: Object.fromEntries(fields), texts: texts.filter((one) => one.length >= SHORTEST) },
    }
  })
}
