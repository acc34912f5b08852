/** Where removing undeclared properties takes what was declared: the schemas that meet one object remove one after the other. */
import { isSchema, type Schema } from './walk.ts'

const BESIDE = ['oneOf', 'anyOf', 'allOf', 'if', 'then', 'else', 'not', '$ref'] as const

/** Whether other schemas speak of the same object. */
export function combinesObjects(schema: Schema): boolean {
  return BESIDE.some((key) => schema[key] !== undefined)
}

/** Why valid properties are lost, or null. */
export function losesProperties(schema: Schema): string | null {
  const isClosed = (one: Schema): boolean => one['additionalProperties'] === false
  const declares = (one: Schema): string[] =>
    Object.keys(isSchema(one['properties']) ? one['properties'] : {})
  for (const key of ['oneOf', 'anyOf', 'allOf'] as const) {
    const branches = Array.isArray(schema[key]) ? schema[key].filter(isSchema) : []
    const own = declares(schema)
    for (const [at, one] of branches.entries()) {
      const others = [...own, ...branches.filter((other) => other !== one).flatMap(declares)]
      const lost = others.find((name) => !declares(one).includes(name))
      if (isClosed(one) && lost !== undefined)
        return `additionalProperties false in ${key}/${at} removes ${lost}, which is declared beside it: the value is taken, and the property is lost`
    }
    const lost = branches.flatMap(declares).find((name) => !own.includes(name))
    if (isClosed(schema) && lost !== undefined)
      return `additionalProperties false beside ${key} removes ${lost}, which only ${key} declares: the value is taken, and the property is lost`
  }
  const ways = [schema['if'], schema['then'], schema['else']].filter(isSchema)
  const lost = ways.flatMap(declares).find((name) => !declares(schema).includes(name))
  return isClosed(schema) && lost !== undefined
    ? `additionalProperties false beside if removes ${lost}, which only if, then or else declares`
    : null
}
