// Who does the work of a trial: what the libraries were asked to do. A mutant that loses a fast way
// changes no answer, only this.

import { createRequire } from 'node:module'

/** What is counted, in this order. */
export const KINDS = [
  'ajv.create', // an instance was made
  'ajv.schema', // a schema was checked by its metaschema
  'ajv.compile', // a schema was given to ajv
  'ajv', // a value was given to a function of ajv
  'fast-json-stringify.compile',
  'fast-json-stringify',
  'find-my-way', // a route was looked for
  'secure-json-parse',
  'light-my-request',
] as const

/** How often each kind of work was done. */
export type Done = readonly number[]

type Any = (...given: unknown[]) => unknown

const counts: number[] = KINDS.map(() => 0)

const count = (kind: (typeof KINDS)[number]): void => {
  counts[KINDS.indexOf(kind)]!++
}

/** Counts calls of `target`, which keeps its name and its properties. */
function counting<Target extends Any>(kind: (typeof KINDS)[number], target: Target): Target {
  return new Proxy(target, {
    apply: (inner, self, given) => {
      count(kind)
      return Reflect.apply(inner, self, given)
    },
  })
}

/** Counts calls of a function that makes functions, and of those. */
function countingMaker<Target extends Any>(
  made: (typeof KINDS)[number],
  called: (typeof KINDS)[number],
  target: Target,
): Target {
  return new Proxy(target, {
    apply: (inner, self, given) => {
      count(made)
      const result: unknown = Reflect.apply(inner, self, given)
      return typeof result === 'function' ? counting(called, result as Any) : result
    },
  })
}

let watched = false

/** Counts from now on, in this process. `from`: the url of a module from which the packages are found. */
export function watchWork(from: string): void {
  if (watched) return
  watched = true
  const load = createRequire(from)
  const replace = (name: string, wrap: (whole: Any) => Any): void => {
    const whole = load(name) as Any
    load.cache[load.resolve(name)]!.exports = wrap(whole)
  }
  const replaceMethods = (owner: object, kind: (typeof KINDS)[number], names: readonly string[]): void => {
    for (const name of names) Reflect.set(owner, name, counting(kind, Reflect.get(owner, name) as Any))
  }
  const { prototype: ajv } = (load('ajv/dist/core') as { default: { prototype: { compile: Any } } }).default
  ajv.compile = countingMaker('ajv.compile', 'ajv', ajv.compile)
  replaceMethods(ajv, 'ajv.create', ['_addVocabularies']) // the constructor calls it
  replaceMethods(ajv, 'ajv.schema', ['validateSchema'])
  replace('fast-json-stringify', (whole) =>
    countingMaker('fast-json-stringify.compile', 'fast-json-stringify', whole),
  )
  replace('light-my-request', (whole) => counting('light-my-request', whole))
  const { prototype: router } = load('find-my-way') as { prototype: object }
  replaceMethods(router, 'find-my-way', ['find', 'lookup', '_findCompiled', '_lookupCompiled'])
  replaceMethods(load('secure-json-parse') as object, 'secure-json-parse', ['parse', 'safeParse', 'scan'])
}

/** What was done since the last call. */
export function takeWork(): Done {
  const done = [...counts]
  counts.fill(0)
  return done
}

export const sumOf = (all: readonly Done[]): Done =>
  KINDS.map((_, at) => all.reduce((sum, done) => sum + (done[at] ?? 0), 0))

export const isSame = (one: Done, other: Done): boolean => KINDS.every((_, at) => one[at] === other[at])

/** `ajv 2 instead of 0` */
export const tellWork = (seen: Done, known: Done): string =>
  KINDS.flatMap((kind, at) =>
    seen[at] === known[at] ? [] : [`${kind} ${seen[at]} instead of ${known[at]}`],
  ).join(', ')
