/** The compiled validation of touchstone without an application: what a request passes, and its predicates alone. */
import { ajvCompiler, libraryOf } from '../../../src/compile/ajv.ts'
import { CodePolicy } from '../../../src/compile/keywords/generated-code.ts'
import { Predicates } from '../../../src/compile/predicate/plain.ts'
import { NO, type Plain } from '../../../src/compile/predicate/verdict.ts'
import { lazyValidator } from '../../../src/compile/predicate.ts'
import { SchemaScope } from '../../../src/compile/scope.ts'
import { Turns } from '../../../src/compile/turns.ts'
import { compileParts, type PartSource } from '../../../src/compile/validators.ts'
import type { Exchange } from '../../../src/serve/exchange.ts'
import type { Invalid, Validate } from '../../../src/serve/plan.ts'
import { formatErrors } from '../../../src/serve/validate.ts'
import { copyOf } from '../../compare/text.ts'
import {
  type Became,
  becameOf,
  isMap,
  listsOf,
  type Options,
  type Part,
  replaced,
  THROWS,
  type Validator,
} from './oracle.ts'

export interface Own {
  /** as a request is validated; a promise: it waits until its schema may be compiled */
  readonly ask: (value: unknown) => Became | Promise<Became>
  /** as `request.validateInput` and its like validate in a handler */
  readonly byHand: (value: unknown) => Became
  /** the errors that a handler finds on its function after a request */
  readonly errors: () => unknown
}

export type CompileOwn = (part: Part, schema: unknown) => Own

/** A plugin that does nothing: with it the ajv is one of the application, and no predicate takes its place. */
const NOTHING = (): void => {}

/** Validators of one scope. `isAccelerated`: predicates judge until a schema is compiled; `isCodeless`: it is never compiled. */
export function ownOf(
  shared: Readonly<Record<string, unknown>>,
  options: Options,
  isAccelerated: boolean,
  turns = new Turns(),
  isCodeless = false,
): CompileOwn {
  const scope = new SchemaScope(shared)
  const compile = ajvCompiler(
    scope,
    { customOptions: { ...options }, plugins: isAccelerated ? [] : [NOTHING] },
    turns,
    new CodePolicy(isCodeless ? 'library' : 'needed'),
  )
  const source = {
    context: {
      path: '/',
      parent: null,
      children: [],
      schemas: { getSchemas: () => shared, getSchema: () => undefined },
    },
    scope: () => scope,
    method: 'POST',
    url: '/',
    compile,
    custom: false,
    format: formatErrors,
    keywords: false,
    unsafe: null,
  } as unknown as PartSource // of the context only the names are read, for messages
  return (part, schema) => {
    const { validate, validators } = compileParts({ [part]: schema }, source)
    return {
      ask: (value) => askRequest(validate!, part, value),
      byHand: (value) => askByHand(validators[part]!, part, value),
      errors: () => validators[part]!.errors ?? null,
    }
  }
}

const FIELDS = { body: 'body', querystring: 'query', params: 'params', headers: 'headers' } as const

function askRequest(
  validate: (x: Exchange) => Invalid | null | PromiseLike<Invalid | null>,
  part: Part,
  value: unknown,
): Became | Promise<Became> {
  const request: Record<string, unknown> = { [FIELDS[part]]: copyOf(value) }
  const lists = listsOf(request[FIELDS[part]])
  const read = (outcome: Invalid | null): Became => {
    const data = request[FIELDS[part]]
    return outcome === null
      ? becameOf(part, true, '', null, data, !isMap(value), replaced(lists, data))
      : becameOf(part, false, outcome.error.message, outcome.error.validation, data, !isMap(value), '')
  }
  let outcome: ReturnType<typeof validate>
  try {
    outcome = validate({
      request,
      wire: { method: 'POST', url: '/' },
      mediaType: null,
      plan: { app: { queryContext: 'query' } },
    } as unknown as Exchange)
  } catch {
    return THROWS
  }
  return outcome === null || 'error' in outcome
    ? read(outcome)
    : Promise.resolve(outcome).then(read, () => THROWS)
}

function askByHand(validate: Validate, part: Part, value: unknown): Became {
  const parent = { root: copyOf(value) }
  const lists = listsOf(parent.root)
  const place = { instancePath: '', parentData: parent, parentDataProperty: 'root', rootData: parent.root }
  let isAccepted: boolean
  try {
    isAccepted = validate(parent.root, place) === true
  } catch {
    return THROWS
  }
  const message = isAccepted ? '' : formatErrors(validate.errors, part).message
  return becameOf(
    part,
    isAccepted,
    message,
    validate.errors,
    parent.root,
    !isMap(value),
    replaced(lists, parent.root),
  )
}

/** The predicate of a schema. ajv, which decides where it is unsure, is the oracle itself. */
export interface Judged {
  /** a validator that has judged nothing yet; `onAsked` is called when it asks ajv */
  readonly fresh: (onAsked: () => void) => Validator
  readonly saysNo: (value: unknown) => boolean
  readonly convertsAlways: boolean
}

export type PredicateOf = (schema: unknown, theirs: Validator) => Judged | null

export function predicatesOf(shared: Readonly<Record<string, unknown>>, options: Options): PredicateOf {
  const scope = new SchemaScope(shared)
  const predicates = new Predicates(libraryOf(scope), options)
  const turns = new Turns()
  return (schema, theirs) => {
    const plain: Plain | null = predicates.of(scope.read(schema))
    if (plain === null) return null
    return {
      fresh: (onAsked) => {
        const compile = (): Validate => {
          onAsked()
          return theirs as unknown as Validate
        }
        return lazyValidator(plain, compile, turns) as unknown as Validator
      },
      saysNo: (value) => plain.judge(copyOf(value)) === NO,
      convertsAlways: plain.settle !== undefined,
    }
  }
}
