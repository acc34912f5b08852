/**
 * A thing that two answers show: what one has as null or as a fraction, and the other as "", 0 or a whole number, was lost on its way,
 * and so was the one property that all others have.
 */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { samplerOf } from '../phases/live.ts'
import { kindOfPath } from '../reach/names.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { isSchema } from '../schema/walk.ts'
import { valueAt } from '../sequence/expectation.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Family, familiesIn } from './family.ts'
import { accepted, ensure, type MutablePins } from './scene.ts'
import { type Broken, isFine, paramsIn, requestFor, type Scalar, Story, scalarsOf, twice } from './story.ts'

interface Exchange {
  plan: RoutePlan
  request: WireRequest
  answer: Answer
}

interface Shown {
  plan: RoutePlan
  request: WireRequest
  /** Where the thing is in the answer. */
  pointer: string
  scalars: ReadonlyMap<string, Scalar>
}

/** Things of one answer that are looked at. */
const MOST = 40
/** Things of a list that are asked for alone because of one name. */
const ASKED = 3
/** Bodies that are drawn until one has a null or a fraction. */
const TRIES = 20
/** A fraction that nobody rounds away. */
const CLEAR = 0.01
/** Properties that show two times the same form of a thing. */
const ALIKE = 4

/** From within, each payload is compared with what leaves. */
export async function shown(run: Run): Promise<void> {
  run.phase = 'shown'
  if (!run.wants('response-lossy') || run.successes.flat().some(({ answer }) => answer.seen)) return
  // Of what was changed before, some is deleted by now.
  for (const plan of run.plans)
    if (/PATCH|PUT/.test(plan.route.method) && run.reach.isReached(plan)) {
      const [story, pins]: [Story, MutablePins] = [new Story(run), new Map()]
      if (await ensure(story, plan, pins)) await accepted(story, plan, { pins, tries: 3 })
    }
  const exchanges: Exchange[] = run.plans.flatMap((plan) =>
    run.successes[plan.at]!.map((one) => ({ plan, ...one })),
  )
  for (const family of familiesIn(run)) exchanges.push(...(await askedAlone(run, family)))
  for (const plan of run.plans) exchanges.push(...(await fragileSent(run, plan)))
  for (const { plan, request, answer } of exchanges)
    for (const [place, value] of lostOf(scalarsOf(request.body ?? ''), scalarsOf(answer.body)))
      await twice(run, (story) => sentIsAnswered(story, plan, request, place, value))
  const known = new Map<string, Shown[]>()
  for (const { plan, request, answer } of exchanges)
    for (const [id, one] of thingsIn(answer))
      known.set(id, [...(known.get(id) ?? []), { plan, request, ...one }])
  for (const all of known.values()) {
    for (const wrong of all)
      for (const [name, right] of missingIn(wrong, all))
        await twice(run, (story) => shownAlike(story, right, wrong, name, isMissing))
    for (const right of all)
      for (const wrong of right.plan.route.method === 'GET' ? all : [])
        if (wrong.plan !== right.plan && isComparable(right, wrong.plan.route.method))
          for (const [name] of lostOf(right.scalars, wrong.scalars))
            await twice(run, (story) => shownAlike(story, right, wrong, name, isLost))
  }
}

/** What the route of a thing itself does not show of it, although all that others show is the same and that. A list may show less. */
function missingIn({ plan, scalars }: Shown, all: readonly Shown[]): [string, Shown][] {
  if (plan.route.method !== 'GET' || !('param' in plan.path.at(-1)!) || scalars.size < ALIKE) return []
  const others = all.filter((one) => one.plan !== plan && one.scalars.size >= scalars.size)
  const right = others.find((one) => one.plan.route.method === 'GET')
  const [name = '', ...more] = [...(right?.scalars.keys() ?? [])].filter((one) => !scalars.has(one))
  const isMore = (one: Shown): boolean =>
    one.scalars.has(name) &&
    one.scalars.size === scalars.size + 1 &&
    [...scalars.keys()].every((its) => one.scalars.has(its))
  const isSure = new Set(others.map((one) => one.plan)).size > 1 && others.every(isMore)
  return right && more.length === 0 && isSure ? [[name, right]] : []
}

/** What is written may have another place in a list afterwards. */
function isComparable({ pointer }: Shown, method: string): boolean {
  return method === 'GET' || (!/POST|DELETE/.test(method) && !/\/\d/.test(pointer))
}

/** Requests of a route whose body can have a null or a fraction, with one of them. */
async function fragileSent(run: Run, plan: RoutePlan): Promise<Exchange[]> {
  const { schema, around } = plan.parts.get('body') ?? {}
  if (!around || !run.reach.isReached(plan) || !/"(number|null)"/.test(JSON.stringify(schema))) return []
  const sampler = samplerOf(run, plan)
  const found: Exchange[] = []
  for (let turn = 0, sent = 0; turn < TRIES && sent < ASKED; turn++) {
    const values = run.reach.fill(plan, sampler.fitting(), turn % 2)
    if (!/[:[](null|-?\d+(\.|e-)\d)/.test(JSON.stringify(values.body) ?? '')) continue
    sent++
    run.checkLimits()
    // What is almost zero may be rounded.
    const body: unknown = JSON.parse(JSON.stringify(values.body), halved)
    const isRight = plan.parts.get('body')?.oracle?.judge(body).valid !== false
    const asked = await run.ask(plan, isRight ? { ...values, body } : values)
    if (isFine(asked?.answer)) found.push({ plan, request: asked!.request, answer: asked!.answer! })
  }
  return found
}

function halved(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Math.trunc(value % 1e6) + 0.5 : value
}

/** What a list has as null, or as a fraction, is asked for alone too, and so is what a route below an item answers, or one for such things elsewhere. */
async function askedAlone(run: Run, { item, list, id }: Family): Promise<Exchange[]> {
  const found: Exchange[] = []
  const asked = new Map<string, number>()
  const stem = item.route.url.slice(0, item.route.url.lastIndexOf('/') + 1)
  const kind = pathNamesOf(item).at(-1)?.kind
  const below = run.plans.filter(
    (one) => one !== item && (one.route.url.startsWith(stem) || kindOfPath(one.route.url) === kind),
  )
  for (const plan of id === '' ? [] : [...(list ? [list] : []), ...below])
    for (const { request, answer } of run.successes[plan.at]!.slice())
      for (const [own, { scalars }] of thingsIn(answer)) {
        const names = plan === list ? [...scalars].filter(isFragile).map(([name]) => name) : [plan.name]
        const wanted = names.filter((name) => (asked.get(name) ?? 0) < ASKED)
        const params = { ...paramsIn(plan, request.url), [id]: own }
        const alone = wanted.length > 0 ? requestFor(run, item, params, request.headers) : null
        if (alone?.method !== 'GET') continue
        for (const name of wanted) asked.set(name, (asked.get(name) ?? 0) + 1)
        run.checkLimits()
        const shown = await run.send(item, alone)
        if (isFine(shown)) found.push({ plan: item, request: alone, answer: shown })
      }
  return found
}

function isFragile([, value]: [string, Scalar]): boolean {
  return value === null || (typeof value === 'number' && !Number.isInteger(value))
}

/** The things of an answer by their ids, with their own scalars. */
function thingsIn({ body }: Answer): Map<string, Pick<Shown, 'pointer' | 'scalars'>> {
  const found = new Map<string, Pick<Shown, 'pointer' | 'scalars'>>()
  const collect = (value: unknown, pointer: string): void => {
    if (found.size >= MOST || typeof value !== 'object' || value === null) return
    const id = isSchema(value) ? (value['id'] ?? value['uuid']) : undefined
    const entries = Object.entries(value)
    if (typeof id === 'string' || typeof id === 'number') {
      const scalars = entries.filter(([, one]) => typeof one !== 'object' || one === null) as [
        string,
        Scalar,
      ][]
      found.set(`${id}`, { pointer, scalars: new Map(scalars.map(([name, one]) => [`/${name}`, one])) })
    }
    for (const [name, one] of entries) collect(one, `${pointer}/${name}`)
  }
  try {
    collect(JSON.parse(body), '')
  } catch {
    // no JSON
  }
  return found
}

/** What the second one has lost of the first one, by the pointer in the second one. */
function lostOf(left: ReadonlyMap<string, Scalar>, right: ReadonlyMap<string, Scalar>): [string, Scalar][] {
  const named = new Map([...left].map(([pointer, value]) => [pointer.replace(/.*\//, ''), value]))
  return [...right.keys()].flatMap((pointer): [string, Scalar][] => {
    const value = left.get(pointer) ?? named.get(pointer.replace(/.*\//, ''))
    return value !== undefined && isLost(value, right.get(pointer)) ? [[pointer, value]] : []
  })
}

function isLost(value: Scalar, other: Scalar | undefined): boolean {
  if (value === null) return other === '' || other === 0
  return typeof value === 'number' && Math.abs(value % 1) > CLEAR && other === Math.trunc(value)
}

function isMissing(value: Scalar, other: Scalar | undefined): boolean {
  return value !== null && other === undefined
}

async function sentIsAnswered(
  story: Story,
  plan: RoutePlan,
  request: WireRequest,
  pointer: string,
  value: Scalar,
): Promise<Broken | null> {
  const answer = await story.send(plan, request)
  if (!isFine(answer) || !isLost(value, scalarsOf(answer.body).get(pointer))) return null
  const why = `${JSON.stringify(value)} is sent, and the answer has ${JSON.stringify(scalarsOf(answer.body).get(pointer))} at ${pointer}.`
  const expected = { kind: 'value', pointer, value } as const
  return { plan, check: 'response-lossy', key: pointer.replace(/\d+/g, '*'), why, expected }
}

/** Between two equal answers of the one route, the other one has another value. */
async function shownAlike(
  story: Story,
  right: Shown,
  wrong: Shown,
  name: string,
  isWrong: (value: Scalar, other: Scalar | undefined) => boolean,
): Promise<Broken | null> {
  const [one, other] = [`${right.pointer}${name}`, `${wrong.pointer}${name}`]
  const answers = []
  for (const { plan, request } of [right, wrong, right]) answers.push(await story.send(plan, request))
  const [before, between, after] = answers
  if (!isFine(before) || !isFine(between) || !isFine(after)) return null
  const [value, lost] = [
    valueAt(before, one) as Scalar | undefined,
    valueAt(between, other) as Scalar | undefined,
  ]
  if (value === undefined || !isWrong(value, lost) || valueAt(after, one) !== value) return null
  const why = `${name.slice(1)} is ${JSON.stringify(lost) ?? 'missing'} here, and ${JSON.stringify(value)} in the answer to ${right.plan.name}.`
  const expected = { kind: 'same' as const, of: [0, 1] as [number, number], pointers: [one], others: [other] }
  return { plan: wrong.plan, check: 'response-lossy', key: name, why, expected }
}
