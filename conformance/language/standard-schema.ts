// The behaviour schema/standard: a Standard Schema without a library, so that cases need none. https://standardschema.dev

type Field = 'text' | 'number'

interface Settings {
  fields?: Record<string, Field>
  /** what it says of its output. @default fields */
  output?: Record<string, Field>
  async?: boolean
  form?: 'object' | 'function' | 'instance'
  exports?: boolean
  answers?: unknown
}

interface Issue {
  message: string
  path: (string | { key: string })[]
}
type Result = { value: unknown } | { issues: Issue[] }

class Instance {}

export function makeStandardSchema(settings: Record<string, unknown>): unknown {
  const { fields, output = fields, async, form = 'object', exports = true, ...rest } = settings as Settings
  const judge = fields === undefined ? judgeText : (value: unknown) => judgeObject(fields, value)
  const validate = (value: unknown): unknown => {
    const result = 'answers' in rest ? rest.answers : judge(value)
    return async ? Promise.resolve(result) : result
  }
  const jsonSchema = {
    input: () => exported(fields, ['string', 'number']),
    output: () => exported(output, 'number'),
  }
  const standard = { version: 1, vendor: 'suite', validate, ...(exports ? { jsonSchema } : {}) }
  return Object.assign(FORMS[form](), { '~standard': standard })
}

const FORMS = {
  object: () => ({ type: 'object' }),
  function: () => () => undefined,
  instance: () => new Instance(),
} as const satisfies Record<string, () => object>

/** A text; its output is in upper case. */
function judgeText(value: unknown): Result {
  return typeof value === 'string'
    ? { value: value.toUpperCase() }
    : { issues: [{ message: 'is no text', path: [] }] }
}

/** An object with these fields. Its output has them and no others; digits are a number. */
function judgeObject(fields: Record<string, Field>, value: unknown): Result {
  if (typeof value !== 'object' || value === null) return { issues: [{ message: 'is no object', path: [] }] }
  const output: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [name, field] of Object.entries(fields)) {
    const own = (value as Record<string, unknown>)[name]
    if (field === 'text') {
      output[name] = own
      if (typeof own !== 'string') issues.push({ message: 'is no text', path: [name] })
    } else {
      output[name] = Number(own)
      if (!/^\d+$/.test(String(own))) issues.push({ message: 'is no number', path: [{ key: name }] })
    }
  }
  return issues.length === 0 ? { value: output } : { issues }
}

function exported(fields: Record<string, Field> | undefined, number: string | string[]): object {
  if (fields === undefined) return { type: 'string' }
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    { type: field === 'text' ? 'string' : number },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(fields) }
}
