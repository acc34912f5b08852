/** References inside of one document, as `bundle` leaves them: `#`, or a JSON pointer into the definitions. */
import { isObject, type Properties } from '../../values.ts'

/** How many references may follow each other without a schema between. */
const LONGEST = 40

/** The schema that a reference leads to; undefined: there is none, which the library says. */
export function targetIn(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  let schema: unknown = root
  for (const step of ref.split('/').slice(1))
    schema = Object(schema)[decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~')]
  return schema
}

/** The schema at the end of references that lead to references. */
export function endIn(root: unknown, schema: Properties): Properties {
  let end: unknown = schema
  for (let steps = 0; isObject(end) && typeof end.$ref === 'string' && steps < LONGEST; steps++)
    end = targetIn(root, end.$ref)
  return isObject(end) ? end : schema
}
