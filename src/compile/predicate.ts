/**
 * Validates plain schemas with predicates, without generated code. ajv takes milliseconds to compile a schema, so a schema
 * is compiled only when a value does not fit its predicate, or when its route has had enough requests.
 */
import type { Validate } from '../serve/plan.ts'
import { refuse } from '../serve/validate.ts'
import { type Plain, YES } from './predicate/verdict.ts'
import type { Turns } from './turns.ts'

/**
 * The number of values after which a schema is compiled. A compilation takes milliseconds (40 for the first one of ajv); a
 * predicate takes about a microsecond more than a compiled function. After some thousand values both cost the same.
 */
const WORTH_COMPILING = 5000

/** A validator that compiles the schema when necessary. `generates`: it also does so when that is worth it. */
export function lazyValidator(
  plain: Plain,
  compile: () => Validate,
  turns: Turns,
  generates = true,
): Validate {
  const enough = generates ? WORTH_COMPILING : Number.POSITIVE_INFINITY
  let compiled: Validate | null = null
  let calls = 0
  const predicted = predictor(plain)
  // Handlers get the verdict at once.
  const byHand: Validate = (data: unknown, place?: object) => {
    if (compiled === null && calls++ < enough && predicted(data)) return true
    compiled ??= turns.take(compile)
    const verdict = compiled(data, place)
    byHand.errors = compiled.errors ?? null
    return verdict
  }
  byHand.errors = null
  // A request waits for its turn. Until then others may use the same function, so the errors are part of the verdict.
  const later = (data: unknown, place?: object): unknown =>
    byHand(data, place) === true ? true : refuse(byHand.errors)
  // No list of arguments, and `errors` is only set where it changes: this runs for every request.
  const validate: Validate = (data: unknown, place?: object) => {
    if (compiled === null) {
      if (calls++ < enough && predicted(data)) return true
      if (!turns.isFree) return predicted(data) || turns.wait(() => later(data, place))
      compiled = turns.take(compile)
    }
    const verdict = compiled(data, place)
    // A handler reads them of the function that it gets.
    if (verdict !== true) byHand.errors = validate.errors = compiled.errors ?? null
    else if (validate.errors !== null) byHand.errors = validate.errors = null
    return verdict
  }
  validate.errors = null
  return Object.assign(validate, { byHand })
}

/** A validator that generates no code: `interpret` judges what does not fit its predicate. */
export function codelessValidator(plain: Plain, interpret: Validate): Validate {
  const predicted = predictor(plain)
  const validate: Validate = (data: unknown, place?: object) => {
    const verdict = predicted(data) || interpret(data, place)
    validate.errors = verdict === true ? null : (interpret.errors ?? null)
    return verdict
  }
  validate.errors = null
  return validate
}

/** Whether a value fits; then it is as ajv would leave it. A predicate needs more of the stack than ajv for a deep value: ajv decides. */
function predictor({ judge, fill, settle }: Plain): (data: unknown) => boolean {
  // The first value that needs a conversion makes what converts. It judges those without one as well.
  let isSettling = false
  return (data) => {
    try {
      if (!isSettling) {
        if (judge(data) === YES) {
          fill?.(data)
          return true
        }
        isSettling = settle !== undefined
      }
      return isSettling && settle!(data)
    } catch {
      return false
    }
  }
}
