/** The `operationId` of each operation: no two have the same. */
import { errorCodes } from '../errors.ts'
import type { Variant } from './place.ts'

export class OperationIds {
  readonly #known = new Map<string, Variant>()
  readonly #ofTwins = new Map<object, number>()

  /** The id for a variant of a declaration, made of what the application wrote. Throws if another declaration has it. */
  of(variant: Variant, given: unknown): string | undefined {
    if (typeof given !== 'string' || given === '') return undefined
    let id = given + variant.suffix
    const known = this.#known.get(id)
    if (known !== undefined) {
      // A route at the root of a prefix has two spellings with the same options.
      if (known.declared.options !== variant.declared.options)
        throw new errorCodes.TST_ERR_OPENAPI_OPERATION_ID(id, nameOf(known), nameOf(variant))
      const count = (this.#ofTwins.get(variant.declared.options) ?? 1) + 1
      this.#ofTwins.set(variant.declared.options, count)
      id = `${id}_${count}`
    }
    this.#known.set(id, variant)
    return id
  }
}

const nameOf = ({ route }: Variant): string => `${route.method} ${route.url} (${route.context})`
