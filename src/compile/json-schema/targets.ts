/** What references lead to while a schema is read: what ajv has to judge by keeps its definitions, what is written has others. */

import { copyOf } from '../../copies.ts'
import { isFunction, isObject, type Properties } from '../../values.ts'
import { targetIn } from './inner-reference.ts'
import type { Found } from './sift.ts'

export interface Target {
  /** the reference in its place */
  readonly ref: string
  /** undefined: it is not yet read to the end */
  found: Found | undefined
}

/** What is left of a value at a reference into a schema that was not yet read to the end. */
export const laterOf = ({ found }: Target, value: unknown): unknown =>
  isFunction(found) ? found(value) : value

export class Targets {
  readonly #root: Properties
  readonly #written = new Map<string, Target>()
  readonly #judged = new Map<string, Target>()

  constructor(root: Properties) {
    this.#root = root
  }

  of(ref: string, isJudged: boolean): { target: Target; isNew: boolean } {
    const all = isJudged ? this.#judged : this.#written
    const known = all.get(ref)
    if (known !== undefined) return { target: known, isNew: false }
    const target: Target = { ref: isJudged ? ref : this.#copyFor(ref), found: undefined }
    all.set(ref, target)
    return { target, isNew: true }
  }

  #copyFor(ref: string): string {
    const { definitions } = this.#root
    if (ref === '#' || !isObject(definitions)) return ref
    const name = `written-${this.#written.size}`
    definitions[name] = copyOf(targetIn(this.#root, ref))
    return `#/definitions/${name}`
  }
}
