// The configuration file of `conform`, `explore` and `fuzz`: found, checked against its schema, and put below the options of the command line.

import { existsSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv, type ErrorObject } from 'ajv'
import { packageFile } from '../../conformance/contract/package.ts'
import { didYouMean } from '../../conformance/markup/suggest.ts'
import { parseData } from '../../spec/data.ts'
import { UsageError } from './usage.ts'

const NAMES = ['touchstone.config.js', 'touchstone.config.mjs', 'touchstone.config.json']

export type Config = Record<string, unknown>

interface Described {
  description?: string
}
interface ConfigSchema {
  properties: Record<string, Described & { properties?: Record<string, Described> }>
}

/** The values of options and the names of implementations, with those of the file where the command line has none. */
export async function withConfig<V extends { config?: string | undefined }>(
  values: V,
  names: string[],
  known: readonly string[],
): Promise<{ values: V; names: string[] }> {
  const file = configFile(values.config)
  if (file === null) return { values, names }
  const { implementations, ...config } = await readConfig(file)
  const given: Record<string, unknown> = values
  const options: Record<string, unknown> = { ...values }
  for (const [key, value] of Object.entries(config)) {
    const option = optionOf(key)
    // The file serves both commands: an option of the other one does not count.
    if (!known.includes(option) || given[option] !== undefined) continue
    options[option] = typeof value === 'number' ? String(value) : value
  }
  const named = names.length > 0 || given['implementation'] !== undefined
  return {
    values: options as V,
    names: named ? names : ((implementations as string[] | undefined) ?? []),
  }
}

/** The file that is named, or the one of the working folder; null without one. */
export function configFile(named: string | undefined): string | null {
  if (named !== undefined) return named
  const file = NAMES.find((name) => existsSync(name))
  if (file !== undefined) refuseSecond(file)
  return file ?? null
}

function refuseSecond(file: string): void {
  const second = NAMES.find((name) => name !== file && existsSync(name))
  if (second === undefined) return
  throw new UsageError(`There are ${file} and ${second}: keep one of them, or name one with --config FILE.`)
}

/** Throws a UsageError that names the file, the key, the wrong value and what would be right. */
export async function readConfig(file: string): Promise<Config> {
  if (!existsSync(file))
    throw new UsageError(
      `--config: there is no file ${file}. Write the path of a touchstone.config.json or .js.`,
    )
  const content = await contentOf(file).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`)
  })
  const schema = parseData(packageFile('cli/config.schema.json')) as ConfigSchema
  const validate = new Ajv().compile(schema)
  if (!validate(content)) throw new UsageError(`${file}: ${faultOf(validate.errors?.[0], content, schema)}`)
  const { $schema: _, ...config } = content as Config
  return config
}

async function contentOf(file: string): Promise<unknown> {
  if (extname(file) === '.json') return JSON.parse(readFileSync(file, 'utf8'))
  // What it connects to or waits for would keep a tool that is done, whose exit code is set then.
  setInterval(() => {
    if (process.exitCode !== undefined) process.stdout.write('', () => process.exit())
  }, 50).unref()
  const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }
  if (module.default === undefined) throw new Error('it has no default export; write export default { … }')
  return module.default
}

function faultOf(error: ErrorObject | undefined, content: unknown, schema: ConfigSchema): string {
  const { instancePath = '', keyword, params = {}, message } = error ?? {}
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty'])
    const keys = Object.keys(schema.properties).filter((one) => !one.startsWith('$'))
    // The name of the option is the most likely mistake.
    const same = keys.find((one) => optionOf(one) === key)
    if (Object.hasOwn(schema.properties['fuzz']?.properties ?? {}, key))
      return `there is no key "${key}" here; write { "fuzz": { "${key}": … } }.`
    const meant = same === undefined ? didYouMean(key, keys) : ` Did you mean ${same}?`
    return `there is no key "${key}".${meant || ` There are ${keys.join(', ')}.`}`
  }
  if (instancePath === '') return `it must be an object such as { "implementations": ["npm:fastify@5"] }.`
  const [key = '', inner = ''] = instancePath.slice(1).split('/')
  const about = (schema.properties[key]?.properties?.[inner] ?? schema.properties[key])?.description
  const right =
    keyword === 'enum' ? `must be one of ${(params['allowedValues'] as string[]).join(', ')}` : message
  return `"${instancePath.slice(1)}" is ${JSON.stringify(valueAt(content, instancePath))} and ${right}${about === undefined ? '' : ` (${about})`}.`
}

function valueAt(content: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], content)
}

/** timeScale → time-scale. */
function optionOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
