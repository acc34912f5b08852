// Loads an application, and prints, writes or compares its OpenAPI document.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setIn, visible } from '../../../conformance/markup/escape.ts'
import { NoApplication, targetOfModule } from '../../../fuzz/index.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { complain, say } from '../../options/say.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { type Difference, type Document, differencesOf, isRecord } from './differences.ts'

type Version = '3.0' | '3.1'

interface Values {
  version?: string | undefined
  output?: string | undefined
  check?: string | undefined
  title?: string | undefined
  'api-version'?: string | undefined
  errors?: string | undefined
  import?: string | undefined
}

/** The member that this command needs of an instance. */
interface Describing {
  openapi?(options: object): Promise<Document>
  close(): PromiseLike<unknown>
}

/** How long the application may take to close, and its handles to keep the process alive after it. */
const GRACE = 500

export async function runOpenApi(values: Values, module: string): Promise<number> {
  try {
    return await run(values, module)
  } finally {
    // Handles that the application leaves open do not keep the command from ending.
    setTimeout(() => process.exit(), GRACE).unref()
  }
}

async function run(values: Values, module: string): Promise<number> {
  const { output, check, errors = 'some' } = values
  if (errors !== 'some' && errors !== 'all')
    throw new UsageError(`--errors is some or all, not "${visible(errors)}".`)
  const file = resolve(module)
  if (!existsSync(file)) throw new UsageError(`There is no module ${visible(module)}.`)
  const known = check === undefined ? undefined : readDocument(check)
  const version = versionOf(values.version, known)
  const info = {
    title: values.title ?? packageOf(file).name,
    version: values['api-version'] ?? packageOf(file).version,
  }
  let document: Document
  try {
    document = await withoutOutput(() => describe(file, values.import, { version, info, errors }))
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    complain(`${setIn(code === undefined ? String(message) : `${code}: ${message}`)}\n`)
    return EXIT.adapter
  }
  if (known !== undefined) return tell(differencesOf(known, document), check!, module)
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (output === undefined) process.stdout.write(text)
  else writeFile(output, text)
  return EXIT.ok
}

async function describe(file: string, before: string | undefined, options: object): Promise<Document> {
  if (before !== undefined)
    await import(/^\.{0,2}\//.test(before) ? pathToFileURL(resolve(before)).href : before)
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  const target = (await targetOfModule(module)) as { readonly app?: unknown }
  const app = target.app as Describing
  if (typeof app.openapi !== 'function')
    throw new NoApplication('The application is an instance of another framework, which has no openapi().')
  const document = await app.openapi(options)
  await Promise.race([app.close(), new Promise((done) => setTimeout(done, GRACE).unref())])
  return document
}

/** What an application prints while it boots goes to stderr: stdout has the document alone. */
async function withoutOutput<T>(load: () => Promise<T>): Promise<T> {
  const { write } = process.stdout
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write
  try {
    return await load()
  } finally {
    process.stdout.write = write
  }
}

function versionOf(wanted: string | undefined, known: Document | undefined): Version {
  if (wanted === '3.0' || wanted === '3.1') return wanted
  if (wanted !== undefined) throw new UsageError(`--version is 3.1 or 3.0, not "${visible(wanted)}".`)
  return String(known?.['openapi']).startsWith('3.0') ? '3.0' : '3.1'
}

function readDocument(file: string): Document {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(
      `There is no file ${visible(file)} to compare with. --output ${visible(file)} writes it.`,
    )
  }
  try {
    const document: unknown = JSON.parse(text)
    if (isRecord(document)) return document
  } catch {
    // said below
  }
  throw new UsageError(`${visible(file)} is no OpenAPI document in JSON.`)
}

/** What the package of a module calls itself. */
function packageOf(file: string): { name: string; version: string } {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) {
      const { name = 'API', version = '0.0.0' } = JSON.parse(readFileSync(path, 'utf8')) as Record<
        string,
        string
      >
      return { name, version }
    }
    if (dirname(folder) === folder) return { name: 'API', version: '0.0.0' }
  }
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const

function tell(differences: readonly Difference[], file: string, module: string): number {
  if (differences.length === 0) return EXIT.ok
  const lines = differences.map(({ kind, name, details }) =>
    [`  ${SIGNS[kind]} ${visible(name)}`, ...details.map((detail) => `      ${visible(detail)}`)].join('\n'),
  )
  say(`${visible(file)} is not the document of ${visible(module)} (+ only in the application, - only in the file, ~ changed):

${lines.join('\n')}

touchstone openapi ${visible(module)} --output ${visible(file)} writes it anew.
`)
  return EXIT.unexpected
}
