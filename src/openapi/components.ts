/** The named parts of a document. Equal content has one name; other content under the same name gets a number. */
import { isObject, type Properties } from '../values.ts'

/** What the names of components may have. */
const UNFIT = /[^A-Za-z0-9._-]/g

/** Names for things of one kind. */
export class Names {
  readonly #byContent = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** The name of a content, and whether it is new. */
  of(content: string, wanted: string): { name: string; isNew: boolean } {
    const known = this.#byContent.get(content)
    if (known !== undefined) return { name: known, isNew: false }
    const first = wanted.replace(UNFIT, '_') || 'schema'
    let name = first
    for (let count = 2; this.#taken.has(name); count++) name = `${first}_${count}`
    this.#taken.add(name)
    this.#byContent.set(content, name)
    return { name, isNew: true }
  }
}

export class Components {
  readonly schemas: Properties = Object.create(null) // a component may be called __proto__
  readonly schemaNames = new Names()
  readonly #securitySchemes: Properties = Object.create(null)
  readonly #schemeNames = new Names()

  /** The name of a security scheme, which is then a component. */
  security(wanted: string, scheme: unknown): string {
    const { name, isNew } = this.#schemeNames.of(JSON.stringify([wanted, scheme]), wanted)
    if (isNew) this.#securitySchemes[name] = scheme
    return name
  }

  /** Whether a security scheme of this name is a component. */
  hasScheme(name: string): boolean {
    return Object.hasOwn(this.#securitySchemes, name)
  }

  /** The component `Error`: the default reply to a request that failed. */
  errorSchema(): Properties {
    const { name, isNew } = this.schemaNames.of('the default reply to an error', 'Error')
    if (isNew) this.schemas[name] = structuredClone(ERROR)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Undefined if there are none. */
  get written(): Properties | undefined {
    const parts = { schemas: plainOf(this.schemas), securitySchemes: plainOf(this.#securitySchemes) }
    const filled = Object.entries(parts).filter(([, map]) => isObject(map) && Object.keys(map).length > 0)
    return filled.length === 0 ? undefined : Object.fromEntries(filled)
  }
}

const ERROR = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['statusCode', 'error', 'message'],
}

/** An object like others, in which `__proto__` is a key like others. */
const plainOf = (parts: Properties): Properties => Object.fromEntries(Object.entries(parts))
