// `touchstone types`: the routes of an application as an interface for `touchstone/client`. What runs it is loaded when it runs.

import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from '../../spec/write-file.ts'
import { defineCommand } from '../options/command.ts'
import { complain, say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone types APP [--name NAME] [--output FILE | --check FILE]

Writes the routes of an application as an interface, for client<Api>() of touchstone/client: what each route needs, and what it answers by
status. The text imports nothing, so that a program that uses it compiles no server. Routes with schema.hide are left out.

  APP            a module that exports an instance, a function that makes one, or a plugin
  --name NAME    the name of the interface; default: Api
  --output FILE  writes to this file, and not to stdout
  --check FILE   writes nothing: the exit code says whether FILE has the text that would be written

Exit codes: 0 written, or equal; 1 FILE is old; 3 wrong usage; 5 the file cannot be written; 7 the application does not load or does not boot.
`

export const command = defineCommand({
  name: 'types',
  help: HELP,
  examples: [
    ['touchstone types ./app.js --output api.d.ts', 'The interface Api, in a file.'],
    ['touchstone types ./app.js --check api.d.ts', 'In CI: fails when the file is old.'],
  ],
  options: { name: { type: 'string' }, output: { type: 'string' }, check: { type: 'string' } },
  async run({ name = 'Api', output, check }, names) {
    const [file] = names
    if (file === undefined || names.length > 1)
      throw new UsageError(
        `types takes one application, and got ${names.length}: write touchstone types ./app.js`,
      )
    if (!/^[A-Za-z_$][\w$]*$/.test(name))
      throw new UsageError(
        `--name is ${JSON.stringify(name)}: right would be the name of a type, such as Api`,
      )
    if (output !== undefined && check !== undefined)
      throw new UsageError('--check compares and writes nothing: leave out --output.')
    if (check !== undefined && !existsSync(check))
      throw new UsageError(
        `--check names ${check}, which is no file: write it with touchstone types ${file} --output ${check}`,
      )
    if (!existsSync(file))
      throw new UsageError(`${file} is no file: right would be a module, such as ./app.js`)
    let text: string
    try {
      text = await (await import('./types/write.ts')).writeTypes(file, name)
    } catch (error) {
      const { message } = error as Error
      complain(`${file}: ${message}\n`)
      return EXIT.setup
    }
    if (check === undefined) {
      if (output === undefined) say(text)
      else writeFile(output, text)
      return EXIT.ok
    }
    const lines = different(readFileSync(check, 'utf8'), text)
    if (lines.length === 0) return EXIT.ok
    complain(`${check} is not what touchstone types writes of ${file}:\n${lines.join('\n')}\n`)
    return EXIT.unexpected
  },
})

const MOST_LINES = 20

/** The lines that one text has and the other lacks. */
function different(old: string, now: string): string[] {
  const [before, after] = [old.split('\n'), now.split('\n')]
  if (old === now) return []
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`)
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`)
  return [...gone, ...come].slice(0, MOST_LINES)
}
