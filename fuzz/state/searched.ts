/** What was changed is found by its new text, and not by its old one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import { valueAt } from '../sequence/expectation.ts'
import type { Answer } from '../target/target.ts'
import { type Family, familiesIn } from './family.ts'
import { accepted, ensure, type MutablePins, valuesAbout } from './scene.ts'
import { type Broken, isFine, type Story, scalarsOf, twice } from './story.ts'

const SEARCH = /^(q|query|search|term|keywords?|text|filter)$/i
/** What a text is mostly searched in. */
const TITLES = ['title', 'name', 'text', 'content', 'description', 'email']
/** An index may be renewed a moment later: so many milliseconds. */
const MOMENT = 300

export async function searched(run: Run): Promise<void> {
  run.phase = 'searched'
  if (!run.wants('read-your-write')) return
  for (const family of familiesIn(run))
    for (const search of family.id === '' ? [] : run.plans)
      for (const writer of [family.put, family.patch])
        for (const param of writer ? paramsOf(search) : [])
          for (const name of TITLES)
            if (namesIn(writer!).includes(`"${name}":`))
              await twice(run, (story) => foundByNew(story, family, writer!, search, param, name))
}

/** The parameters of a query that are searched for; of one without a schema the usual one. */
function paramsOf({ route, path, parts }: RoutePlan): string[] {
  if (route.method !== 'GET' || path.length > 1) return []
  const planned = parts.get('querystring')
  if (!planned) return /search$/i.test(route.url) ? ['q'] : []
  const { properties } = isSchema(planned.schema) ? planned.schema : {}
  return Object.keys(isSchema(properties) ? properties : {}).filter((name) => SEARCH.test(name))
}

function namesIn({ parts }: RoutePlan): string {
  return JSON.stringify(parts.get('body')?.schema) ?? ''
}

async function foundByNew(
  story: Story,
  { item, id }: Family,
  writer: RoutePlan,
  search: RoutePlan,
  param: string,
  name: string,
): Promise<Broken | null> {
  const pins: MutablePins = new Map()
  if (!(await ensure(story, item, pins))) return null
  const asked = async (text: string): Promise<Answer | null> => {
    const found = await story.ask(search, { querystring: { [param]: text } })
    if (found) story.requests.push(found.request)
    if (found) story.answers.push(found.answer)
    return found?.answer ?? null
  }
  const [old, now] = [`touchstone${story.run.requests}`, `measured${story.run.requests}`]
  const own = (await written(story, writer, pins, name, old)) ? await accepted(story, item, { pins }) : null
  const its = [...(own ? scalarsOf(own.answer.body) : [])].find(
    ([at]) => at.endsWith(`/${id}`) || at.endsWith('/id'),
  )
  const before = its && (await asked(old))
  const at = story.next - 1
  const place = isFine(before) && its ? placeOf(before, its[1]) : undefined
  if (place === undefined || !(await written(story, writer, pins, name, now))) return null
  const shown = await accepted(story, item, { pins })
  if (!shown?.answer.body.includes(now) || shown.answer.body.includes(old)) return null
  const isStill = async (): Promise<boolean> => {
    const [byNew, byOld] = [await asked(now), await asked(old)]
    return isFine(byNew) && isFine(byOld) && !placeOf(byNew, its![1]) && valueAt(byOld, place) === its![1]
  }
  if (!(await isStill())) return null
  await sleep(MOMENT)
  if (!(await isStill())) return null
  const why = `After ${writer.name} has changed ${name}, ${search.name} finds it by the old text, and not by the new one.`
  const expected = { kind: 'distinct', of: [at, story.next - 1], pointer: place } as Broken['expected']
  return { plan: search, check: 'read-your-write', key: `search ${name}`, why, expected }
}

/** Whether a property was changed to a text. */
async function written(
  story: Story,
  writer: RoutePlan,
  pins: MutablePins,
  name: string,
  text: string,
): Promise<boolean> {
  for (let turn = 0; turn < 6; turn++) {
    story.run.checkLimits()
    // The state that a change has to name is mostly the newest one.
    const values = valuesAbout(story, writer, pins, turn + 1)
    const put = (key: string, value: unknown): unknown =>
      key === name && typeof value === 'string' ? text : value
    const body: unknown = JSON.parse(JSON.stringify(values.body ?? null, put))
    if (!JSON.stringify(body).includes(text)) continue
    const asked = await story.ask(writer, { ...values, body })
    if (!isFine(asked?.answer)) continue
    story.requests.push(asked!.request)
    story.answers.push(asked!.answer)
    return true
  }
  return false
}

function placeOf({ body }: Answer, id: unknown): string | undefined {
  return [...scalarsOf(body)].find(([, value]) => value === id)?.[0]
}
