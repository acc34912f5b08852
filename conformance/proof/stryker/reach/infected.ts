// Which trials of the dry run could notice a mutant: those in which the changed code would have another value there. That a
// trial reaches the line says little: every boot runs the lines that look at options, few have the option.

import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import type { Hits } from './specific.ts'

/** What an instrumented module calls where a mutant may be active, and where the original code runs. */
const ACTIVE = /^stryMutAct_/
const COVERED = /^stryCov_/

/**
 * When another value is there: always; if the value is falsy, for `true`; if it is truthy, for `false`; if it is undefined, for
 * `a.b` instead of `a?.b`; if that of the mutant differs, which has no effects; when the function is called.
 */
type When = 'always' | 'falsy' | 'truthy' | 'undefined' | 'other' | 'called'

interface Place {
  readonly id: string
  readonly when: When
}

type See = (at: number, value: unknown, ...others: readonly (() => unknown)[]) => unknown

interface Globals {
  [INSTRUMENTER_CONSTANTS.NAMESPACE]?: InstrumenterContext
  /** The names are known to the rewritten text only. */
  __touchstoneSees?: See
  __touchstoneCalls?: (at: number) => void
}

const globals = globalThis as unknown as Globals

/** A change of a text: what stands from `start` to `end` is replaced. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Without effects: evaluating it once more changes nothing. */
function isPure(node: Expression): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'ThisExpression':
    case 'Literal':
      return true
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return isPure(node.expression)
    case 'MemberExpression':
      return isPure(node.object) && (!node.computed || isPure(node.property))
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument)
    case 'BinaryExpression':
      return node.left.type !== 'PrivateIdentifier' && isPure(node.left) && isPure(node.right)
    case 'LogicalExpression':
      return isPure(node.left) && isPure(node.right)
    case 'ConditionalExpression': // a place of another mutant is what the original is
      return (
        (idOf(node.test, ACTIVE) !== null || (isPure(node.test) && isPure(node.consequent))) &&
        isPure(node.alternate)
      )
    case 'SequenceExpression':
      return idOf(node.expressions[0]!, COVERED) !== null && node.expressions.slice(1).every(isPure)
    default:
      return false
  }
}

function whenOf(mutant: Expression, original: Expression): When {
  if (mutant.type === 'Literal' && mutant.value === true) return 'falsy'
  if (mutant.type === 'Literal' && mutant.value === false) return 'truthy'
  if (original.type === 'ArrowFunctionExpression' && original.expression) return 'called'
  if (isPure(mutant) && isPure(original)) return 'other'
  return original.type === 'ChainExpression' && mutant.type !== 'ChainExpression' ? 'undefined' : 'always'
}

const inner = (node: Expression): Expression =>
  node.type === 'ParenthesizedExpression' ? inner(node.expression) : node

/** `stryMutAct("1")`: the id. */
function idOf(node: Expression, name: RegExp): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || !name.test(node.callee.name))
    return null
  const [id] = node.arguments
  return id?.type === 'Literal' && typeof id.value === 'string' ? id.value : null
}

/** The same modules without the calls that count what is reached: a trial does not ask, and they take a tenth of its time. */
export const withoutCoverage = (text: string): string =>
  text.replace(/\bstryCov_\w+\((?:"\d+"(?:, )?)+\)(?:, |;)/g, '')

/** The instrumented text of modules, which tells from now on what the values are. */
export class Infected {
  readonly #places: Place[][] = []
  readonly #counts = new Map<string, number>()
  readonly #infected = new Set<string>()

  /** The same modules, telling. */
  watched(text: string): string {
    const edits: Edit[] = []
    const { program, errors } = parseSync('modules.cjs', text)
    if (errors.length > 0) throw new Error(`the instrumented modules do not parse: ${errors[0]?.message}`)
    const choices = new Set<number>()
    new Visitor({
      ConditionalExpression: (node) => {
        // `stryMutAct("2") ? one : stryMutAct("1") ? other : (stryCov("1", "2"), original)`
        if (choices.has(node.start) || idOf(node.test, ACTIVE) === null) return
        const mutants: { id: string; text: Expression }[] = []
        let last: Expression = node
        for (;;) {
          last = inner(last)
          if (last.type !== 'ConditionalExpression') break
          const id = idOf(last.test, ACTIVE)
          if (id === null) return
          choices.add(last.start)
          mutants.push({ id, text: inner(last.consequent) })
          last = last.alternate
        }
        if (last.type !== 'SequenceExpression' || last.expressions.length !== 2) return
        const [covers, original] = last.expressions as [Expression, Expression]
        if (idOf(covers, COVERED) === null) return
        edits.push(...this.#editsFor(text, mutants, covers, original))
      },
    }).visit(program)
    edits.sort((one, other) => one.start - other.start || one.end - other.end)
    const parts: string[] = []
    let at = 0
    for (const { start, end, text: replacement } of edits) {
      parts.push(text.slice(at, start), replacement)
      at = end
    }
    globals.__touchstoneSees = (place, value, ...others) => this.#see(place, value, others)
    globals.__touchstoneCalls = (place) => this.#call(place)
    return parts.join('') + text.slice(at)
  }

  #editsFor(
    text: string,
    mutants: readonly { id: string; text: Expression }[],
    covers: Expression,
    original: Expression,
  ): Edit[] {
    const kinds = mutants.map((mutant) => ({ ...mutant, when: whenOf(mutant.text, inner(original)) }))
    const at = this.#places.push(kinds.map(({ id, when }) => ({ id, when }))) - 1
    const others = kinds.filter(({ when }) => when === 'other')
    const more = others.map((one) => `, () => (${text.slice(one.text.start, one.text.end)})`).join('')
    const edits: Edit[] = []
    const whole = inner(original)
    if (whole.type === 'ArrowFunctionExpression' && kinds.some(({ when }) => when === 'called')) {
      const { start, end } = whole.body
      edits.push({ start, end: start, text: `(__touchstoneCalls(${at}), ` }, { start: end, end, text: ')' })
    }
    return [
      ...edits,
      { start: covers.start, end: original.start, text: `__touchstoneSees(${at}, ` },
      { start: original.end, end: original.end, text: `${more})` },
    ]
  }

  #see(at: number, value: unknown, others: readonly (() => unknown)[]): unknown {
    const context = (globals[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {})
    const { currentTestId } = context
    const { static: told } = (context.mutantCoverage ??= { static: {}, perTest: {} })
    let other = 0
    for (const { id, when } of this.#places[at]!) {
      if (currentTestId === undefined) {
        told[id] = (told[id] ?? 0) + 1
        continue
      }
      this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
      const mutant = when === 'other' ? others[other++] : undefined
      if (!this.#infected.has(id) && differs(when, value, mutant)) this.#infected.add(id)
    }
    return value
  }

  #call(at: number): void {
    for (const { id, when } of this.#places[at]!) if (when === 'called') this.#infected.add(id)
  }

  /** How often the trial reached each mutant that would have another value in it, since the last call. */
  take(): Hits {
    const hits = Object.fromEntries([...this.#infected].map((id) => [id, this.#counts.get(id) ?? 1]))
    this.#counts.clear()
    this.#infected.clear()
    return hits
  }
}

function differs(when: When, value: unknown, mutant: (() => unknown) | undefined): boolean {
  if (when === 'always') return true
  if (when === 'falsy') return !value
  if (when === 'truthy') return Boolean(value)
  if (when === 'undefined') return value === undefined
  if (when === 'called' || mutant === undefined) return false
  try {
    return !Object.is(mutant(), value)
  } catch {
    return true
  }
}
