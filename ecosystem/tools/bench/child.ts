/** One program, or the server that a program starts, in a process of its own: nothing here loads what a tool may patch. */
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Touchstone } from '../../../src/index.ts'
import { type Started, start } from './start.ts'

/** What a program gets. */
export interface Bench {
  /** The factory; a tool that wants to be loaded first is loaded before this is read. */
  readonly fastify: Touchstone
  /** The line of plugins for the column: those of Fastify 5, or those of Fastify 4. */
  line: 4 | 5
  /** Loads a package of the shelf; `load.esm` imports it, `load.resolve` gives its file. */
  load: ((name: string) => unknown) & { esm(name: string): Promise<unknown>; resolve(name: string): string }
  /** Notes a value, equal in all columns. `expected` is what Fastify 5 has to show: it says what the program is for. */
  see(label: string, value: unknown, expected?: unknown): void
  /** Starts a server of the same file in a process of its own. */
  start(name: string, environment?: Record<string, string>): Promise<Started>
  /** In a server: tells the program something, such as its address. */
  tell(what: string, value?: unknown): void
}

type Program = (bench: Bench) => Promise<void>
interface File {
  programs: Record<string, Program>
  servers?: Record<string, Program>
}

const [kind, file, name, folder] = process.argv.slice(2) as [keyof File, string, string, string]
const require = createRequire(join(folder, 'package.json'))

const bench: Bench = {
  get fastify() {
    return require('fastify') as Touchstone
  },
  line: folder.endsWith('fastify-5') ? 5 : 4,
  load: Object.assign((id: string): unknown => require(id), {
    resolve: (id: string): string => require.resolve(id),
    esm: async (id: string): Promise<unknown> => {
      const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
      return load(id)
    },
  }),
  see: (label, value, expected) => write({ label, value, expected }),
  start: (server, environment = {}) => start([file, server, folder], environment),
  tell: (what, value) => void process.send?.({ what, value }),
}

// At once and whole: a tool may end the process at any time.
function write(line: object): void {
  writeSync(1, `\n${JSON.stringify(line).replace(/127\.0\.0\.1:\d+/g, 'HOST')}\n`)
}

if (process.channel) {
  process.on('disconnect', () => process.exit(99))
  process.channel.unref() // a server has to end by itself
}
const { [kind]: all } = (await import(pathToFileURL(file).href)) as File
const program = all?.[name]
if (program === undefined) throw new Error(`there is no ${name} in ${file}`)
await program(bench)
if (kind === 'programs') write({ done: true })
