// Values of an application in plain words: JSON is itself, an operator is what it stands for.

import type { FunctionForm, FunctionObject, Json } from '../../../spec/case.ts'
import { valueText } from '../../../spec/pages/program-text.ts'

export function valueWords(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(valueWords).join(', ')}]`
  const keys = Object.keys(value)
  const [key = ''] = keys
  const say = keys.length === 1 ? WORDS[key] : undefined
  if (say) return say(value[key] as Json)
  if (keys.length === 1 && /^\$[a-z]/.test(key) && key !== '$ref' && key !== '$id') return valueText(value)
  return `{${keys.map((name) => `${JSON.stringify(name)}: ${valueWords(value[name])}`).join(', ')}}`
}

/** A path is what a function sees, anything else a value. */
const place = (operand: Json): string => (typeof operand === 'string' ? operand : valueWords(operand))

const list = (operand: Json): string[] => (Array.isArray(operand) ? operand : [operand]).map(valueWords)

/** One that returns or throws a value is told by it; any other as the data of its case tells it. */
function functionWords(form: FunctionForm): string {
  const {
    do: program = [],
    style,
    params = [],
  } = Array.isArray(form) ? { do: form } : (form as FunctionObject)
  const [first, ...rest] = program
  const head = `${style === 'async' ? 'an async function' : 'a function'}${params.length === 0 ? '' : ` of (${params.join(', ')})`}`
  if (first !== undefined && rest.length === 0 && style !== 'callback') {
    if ('return' in first) return `${head} that returns ${valueWords(first.return)}`
    if ('throw' in first) return `${head} that throws ${valueWords(first.throw)}`
  }
  return `a ${valueText({ $function: form as unknown as Json })}`
}

const WORDS: Record<string, (operand: Json) => string> = {
  $get: (operand) => [operand].flat().map(String).join('.'),
  $error: (operand) =>
    typeof operand === 'string' || /^\$/.test(Object.keys(Object(operand))[0] ?? '')
      ? `an error with the message ${valueWords(operand)}`
      : `an error with ${valueWords(operand)}`,
  $type: (operand) => `the name of the type of ${place(operand)} ("undefined" where there is none)`,
  $defined: (operand) => `there is ${place(operand)}`,
  $concat: (operand) => `the text ${list(operand).join(' + ')}`,
  $undefined: () => 'nothing (undefined)',
  $literal: (operand) => JSON.stringify(operand),
  $repeat: (operand) => `the text ${list(operand)[0]}, ${list(operand)[1]} times`,
  $buffer: (operand) => `the bytes of ${valueWords(operand)}`,
  $bytes: (operand) => `the bytes ${valueWords(operand)} (base64)`,
  $function: (operand) => functionWords(operand as unknown as FunctionForm),
  $call: (operand) => {
    const [path, ...args] = operand as Json[]
    return `the result of ${[path].flat().map(String).join('.')}(${args.map(valueWords).join(', ')})`
  },
  $json: (operand) => `${place(operand)} as a JSON text`,
  $eq: (operand) => list(operand).join(' equals '),
  $not: (operand) => `not ${valueWords(operand)}`,
  $visible: (operand) => {
    const { on = 'request', names = operand } = Object(operand) as { on?: string; names?: Json }
    return `an object with the members ${[names].flat().map(String).join(', ')} of the ${on} ("<undefined>" where there is none)`
  },
}
