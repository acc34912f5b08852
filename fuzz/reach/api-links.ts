/** Values that go from an answer into the parameters of another operation, as the document of an API says. */
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import { isSchema } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import type { Answer } from '../target/target.ts'

const PLACES: Readonly<Record<string, Part>> = { path: 'params', query: 'querystring', header: 'headers' }
/** Kept for one route, the newest last. */
const MOST = 12
/** How often a request takes them. */
const OFTEN = 0.7

export class ApiLinks {
  readonly #plans: ReadonlyMap<string, RoutePlan>
  readonly #known = new Map<RoutePlan, Values[]>()

  constructor(plans: readonly RoutePlan[]) {
    this.#plans = new Map(plans.map((plan) => [plan.name, plan]))
  }

  /** Notes what an accepted request gives to other routes. */
  take({ route }: RoutePlan, values: Values, answer: Answer, json: unknown): void {
    for (const { status, to, parameters, body } of route.links ?? []) {
      const plan = this.#plans.get(to)
      if (!plan || !isStatus(status, answer.status)) continue
      const found: Partial<Record<Part, Record<string, unknown>>> = {}
      const given = (value: unknown): unknown => carried(value, values, answer, json)
      for (const [key, expression] of Object.entries(parameters)) {
        const [, place = '', name = key] = /^(path|query|header)\.(.+)$/.exec(key) ?? []
        const part = PLACES[place] ?? partOf(plan, name)
        const value = given(expression)
        if (part && value !== undefined) (found[part] ??= {})[name] = value
      }
      const sent = body === undefined ? undefined : given(body)
      const list = this.#known.get(plan) ?? []
      this.#known.set(plan, [...list, sent === undefined ? found : { ...found, body: sent }].slice(-MOST))
    }
  }

  /** What a path names is not there any more. */
  forget(plan: RoutePlan, { params }: Values): void {
    const list = this.#known.get(plan)
    if (!list || !isSchema(params)) return
    const isOther = ({ params: own }: Values): boolean =>
      !isSchema(own) || Object.entries(own).some(([name, value]) => String(params[name]) !== String(value))
    this.#known.set(plan, list.filter(isOther))
  }

  /** A request with values that were noted for its route. */
  into(plan: RoutePlan, values: Values, broken: Part | undefined, random: () => number): Values {
    const list = this.#known.get(plan)
    if (!list || list.length === 0 || random() > OFTEN) return values
    const one = random() < 0.5 ? list.at(-1)! : list[Math.floor(random() * list.length)]!
    const filled = { ...values }
    for (const [part, own] of Object.entries(one) as [Part, unknown][]) {
      const next = isSchema(own) ? { ...(values[part] as object | undefined), ...own } : own
      if (part !== broken && plan.parts.get(part)?.oracle?.judge(next).valid !== false) filled[part] = next
    }
    return filled
  }
}

function isStatus(declared: string, status: number): boolean {
  return (
    declared === 'default' ||
    declared.replace(/XX$/i, '') === String(status).slice(0, /XX$/i.test(declared) ? 1 : 3)
  )
}

/** The part that declares a parameter. */
function partOf({ parts }: RoutePlan, name: string): Part | undefined {
  return (['params', 'querystring', 'headers'] as const).find((part) => {
    const schema = parts.get(part)?.schema
    return isSchema(schema) && isSchema(schema['properties']) && Object.hasOwn(schema['properties'], name)
  })
}

const EXPRESSION = /^\$(?:url|method|statusCode|(?:request|response)\.\w+\S*)$/

/** A constant with what its runtime expressions give; undefined where it is one that gives nothing. */
function carried(given: unknown, values: Values, answer: Answer, json: unknown): unknown {
  const again = (one: unknown): unknown => carried(one, values, answer, json)
  if (Array.isArray(given)) return given.map(again).filter((one) => one !== undefined)
  if (isSchema(given)) {
    const known = Object.entries(given).map(([name, one]) => [name, again(one)] as const)
    return Object.fromEntries(known.filter(([, one]) => one !== undefined))
  }
  if (typeof given !== 'string') return given
  if (EXPRESSION.test(given)) return evaluated(given, values, answer, json)
  const [whole] = /^\{\$[^}]+\}$/.exec(given) ?? []
  if (whole !== undefined) return again(whole.slice(1, -1))
  return given.replace(/\{(\$[^}]+)\}/g, (_, one: string) => String(again(one) ?? ''))
}

function evaluated(expression: string, values: Values, answer: Answer, json: unknown): unknown {
  if (expression === '$statusCode') return answer.status
  const [, from, what = '', rest = ''] = /^\$(request|response)\.(\w+)[.#]?(.*)$/.exec(expression) ?? []
  if (from === undefined) return undefined
  const { params, querystring, headers, body } = values
  const given: Record<string, unknown> = { path: params, query: querystring }
  if (what === 'header')
    return (from === 'response' ? answer.headers : isSchema(headers) ? headers : {})[rest.toLowerCase()]
  if (what !== 'body') return isSchema(given[what]) ? given[what][rest] : undefined
  let found: unknown = from === 'response' ? json : body
  for (const key of rest.split('/').slice(1))
    found = (found as Record<string, unknown> | null | undefined)?.[
      key.replaceAll('~1', '/').replaceAll('~0', '~')
    ]
  return found
}
