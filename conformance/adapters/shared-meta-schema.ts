// One compiled meta-schema for all instances of ajv in this process. Each application of Fastify has an own instance, and each of them
// compiles the meta-schema of draft 7 before it judges its first schema: the same function each time, and a fifth of what asking Fastify costs.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** What is used here of ajv's class, which is not part of its types. */
interface MetaCompiler {
  _compileMetaSchema(this: Instance, meta: SchemaEnv): void
}

interface Instance {
  _metaOpts: Record<string, unknown>
  formats: Record<string, unknown>
}

interface SchemaEnv {
  schema: object
  validate?: unknown
  validateName?: unknown
}

interface Compiled {
  options: string
  formats: unknown[]
  env: SchemaEnv
}

/** The formats that the meta-schema has. An application can replace them. */
const FORMATS = ['uri', 'uri-reference', 'regex']

/** Lets the instances of ajv that have equal options and formats share the compiled meta-schema. */
export function shareMetaSchema(): void {
  const { prototype } = require('ajv/dist/core').default as { prototype: MetaCompiler }
  const compile = prototype._compileMetaSchema
  const known = new WeakMap<object, Compiled[]>()
  prototype._compileMetaSchema = function compileOnce(meta) {
    const options = optionsOf(this._metaOpts)
    const formats = FORMATS.map((name) => this.formats[name])
    const same = known
      .get(meta.schema)
      ?.find((one) => one.options === options && one.formats.every((format, at) => format === formats[at]))
    if (same !== undefined) {
      meta.validate = same.env.validate
      meta.validateName = same.env.validateName
      return
    }
    compile.call(this, meta)
    known.set(meta.schema, [...(known.get(meta.schema) ?? []), { options, formats, env: meta }])
  }
}

/** The options that can change what is generated: those that are no objects, and those of the generator. */
function optionsOf(options: Record<string, unknown>): string {
  const plain = (of: object): unknown[] => Object.entries(of).filter(([, value]) => typeof value !== 'object')
  const { code } = options
  return [options, code ?? {}].map((of) => plain(of).map(String).toSorted().join()).join('|')
}
