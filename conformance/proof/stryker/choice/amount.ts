// How many cases a mutant gets, by the environment.

/**
 * How many trials a mutant gets. `STRYKER_CASES=all`: one that survived them gets all that reach it, which takes a night.
 * `STRYKER_CASES=again`: it gets as many of those that noticed mutants nearby, which are known once the file was tried.
 */
export const CASES = oneOf('STRYKER_CASES', ['some', 'again', 'all'])
export const MOST = CASES === 'all' ? Number.POSITIVE_INFINITY : 40

/** Throws for another value, which would be a run that nobody asked for. */
function oneOf<const Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  const given = process.env[name] ?? values[0]
  const known = values.find((value) => value === given)
  if (known !== undefined) return known
  throw new RangeError(`${name} is ${JSON.stringify(given)} and must be one of ${values.join(', ')}`)
}
