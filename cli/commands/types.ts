// `touchstone types`: the routes of an application as an interface for `touchstone/client`.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NoApplication, targetOfModule } from '../../fuzz/index.ts'
import { defineCommand } from '../options/command.ts'
import { complain, say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'
import { apiTypes, type Declared, type Document } from '../typings/api-types.ts'

const HELP = `touchstone types APP [--name NAME] [--check FILE]

Writes the routes of an application as an interface, for client<Api>() of touchstone/client: what each route needs, and what it answers by
status. The text imports nothing, so that a program that uses it compiles no server. Routes with schema.hide are left out.

  APP            a module that exports an instance, a function that makes one, or a plugin
  --name NAME    the name of the interface; default: Api
  --check FILE   writes nothing: the exit code says whether FILE has the text that would be written

Exit codes: 0 written, or equal; 1 FILE is old; 3 wrong usage; 7 the application does not load or does not boot.
`

interface Described {
  openapi(): Promise<Document>
  close(): Promise<unknown>
}

export const command = defineCommand({
  name: 'types',
  help: HELP,
  examples: [
    ['touchstone types ./app.js > api.d.ts', 'The interface Api, in a file.'],
    ['touchstone types ./app.js --check api.d.ts', 'In CI: fails when the file is old.'],
  ],
  options: { name: { type: 'string' }, check: { type: 'string' } },
  async run({ name = 'Api', check }, names) {
    const [file] = names
    if (file === undefined || names.length > 1)
      throw new UsageError(
        `types takes one application, and got ${names.length}: write touchstone types ./app.js`,
      )
    if (!/^[A-Za-z_$][\w$]*$/.test(name))
      throw new UsageError(
        `--name is ${JSON.stringify(name)}: right would be the name of a type, such as Api`,
      )
    if (check !== undefined && !existsSync(check))
      throw new UsageError(
        `--check names ${check}, which is no file: write it with touchstone types ${file} > ${check}`,
      )
    if (!existsSync(file))
      throw new UsageError(`${file} is no file: right would be a module, such as ./app.js`)
    let text: string
    try {
      text = await write(file, name)
    } catch (error) {
      const { message } = error as Error
      complain(`${file}: ${message}\n`)
      return EXIT.setup
    }
    if (check === undefined) {
      say(text)
      return EXIT.ok
    }
    const lines = different(readFileSync(check, 'utf8'), text)
    if (lines.length === 0) return EXIT.ok
    complain(`${check} is not what touchstone types writes of ${file}:\n${lines.join('\n')}\n`)
    return EXIT.unexpected
  },
})

async function write(file: string, name: string): Promise<string> {
  const target = await targetOfModule(await import(pathToFileURL(resolve(file)).href))
  const app = Reflect.get(target, 'app') as Described
  if (typeof app?.openapi !== 'function')
    throw new NoApplication('types needs an application of touchstone, and this has no openapi()')
  const routes: readonly Declared[] = await target.routes()
  const text = apiTypes(routes, await app.openapi(), name)
  await app.close()
  return text
}

const MOST_LINES = 20

/** The lines that one text has and the other lacks. */
function different(old: string, now: string): string[] {
  const [before, after] = [old.split('\n'), now.split('\n')]
  if (old === now) return []
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`)
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`)
  return [...gone, ...come].slice(0, MOST_LINES)
}
