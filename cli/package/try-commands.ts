/** Every command of `touchstone --help`, from the installed package: its help, its first example, and all fixtures. */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from './fixtures-in-one-process.ts'

interface Ended {
  code: number | null
  output: string
  errors: string
}

type Check = (holds: boolean, claim: string) => void

/** What an example needs beside what its line says. */
interface Setting {
  /** Further arguments: an example of the whole specification, or of a port that may be taken. */
  more?: string[]
  /** A file that it writes. */
  writes?: string
  /** What it says while it runs until Ctrl-C, or until its input ends. */
  says?: RegExp
  /** How it ends with the application of the README. */
  code?: number
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  conform: { more: ['--filter', 'enc-*'], writes: 'report.html' },
  merge: { writes: 'whole.json' },
  'init-adapter': { writes: 'adapter/adapter.mjs' },
  vectors: { writes: 'vectors/validation/minimum.json' },
  openapi: { writes: 'openapi.json' },
  types: { writes: 'api.d.ts' },
  explain: { code: 1 }, // it has no such route
  check: { code: 1 }, // its POST has no response schema
  explore: { says: /http:\/\/\S+/ },
  serve: { more: ['--port', '0'], says: /http:\/\/\S+/ },
}

/** Each ends well, and none needs a package that may be missing. */
export async function checkHelp(app: string, check: Check): Promise<void> {
  const names = await commandsOf(app)
  const asked = names.flatMap((name) => [
    [name, '--help'],
    [name, '-h'],
  ])
  const wrong: string[] = []
  await inTurns(asked, async (args) => {
    const { code, output, errors } = await touchstone(app, args)
    if (code !== 0 || !output.startsWith(`touchstone ${args[0]}`)) wrong.push(`${args.join(' ')}: ${errors}`)
  })
  check(
    wrong.length === 0,
    `the help of ${names.length} commands needs no optional package ${wrong.join(' ')}`,
  )
}

/** In an order in which each finds what it reads. */
export async function checkExamples(app: string, check: Check): Promise<void> {
  await prepareFiles(app)
  const names = await commandsOf(app)
  const isFirst = (name: string): boolean => name === 'init-adapter'
  for (const group of [names.filter(isFirst), names.filter((name) => !isFirst(name))])
    await inTurns(group, async (name) => {
      const line = await firstExampleOf(app, name)
      const problem = await problemOf(app, name, line)
      check(problem === '', `${line} ${problem}`)
    })
}

/** The reports, schemas and programs that the examples name. */
async function prepareFiles(app: string): Promise<void> {
  const report = async (name: string, ...more: string[]): Promise<void> => {
    const args = ['conform', '--filter', 'enc-decorator-tree*', '--report', `json=${name}`, ...more]
    const { code, errors } = await touchstone(app, args)
    if (code !== 0) throw new Error(`touchstone ${args.join(' ')} ended with ${code}: ${errors}`)
  }
  await report('main.json')
  await report('part-1.json', '--shard', '1/2')
  await report('part-2.json', '--shard', '2/2')
  for (const copy of ['branch.json', 'report.json', '1.json', '2.json', '3.json'])
    copyFileSync(join(app, 'main.json'), join(app, copy))
  copyFileSync(join(app, 'exported.js'), join(app, 'app.js'))
  writeFileSync(
    join(app, 'user.json'),
    '{"type": "object", "properties": {"id": {"type": "integer"}}, "additionalProperties": false}',
  )
}

async function problemOf(app: string, name: string, line: string): Promise<string> {
  const { more = [], writes, says, code: right = 0 } = SETTINGS[name] ?? {}
  const args = wordsOf(line).slice(1)
  const { code, output, errors } = await touchstone(app, [...args, ...more], says)
  const told = says === undefined || says.test(output)
  if (code !== right || !told) return `ended with ${code}: ${output.slice(-500)} ${errors.slice(-1000)}`
  if (writes !== undefined && !existsSync(join(app, writes))) return `did not write ${writes}`
  // The other examples name it in this folder.
  if (name === 'init-adapter') copyFileSync(join(app, 'adapter/adapter.mjs'), join(app, 'adapter.mjs'))
  return ''
}

/** Each fixture by `show` and `check`, from the list. */
export async function checkFixtures(app: string, check: Check): Promise<void> {
  writeFileSync(join(app, 'fixtures.mjs'), FIXTURES)
  const wrong: string[] = []
  let count = 0
  await inTurns(['0/2', '1/2'], async (part) => {
    const { code, output, errors } = await started(app, ['fixtures.mjs', part])
    count += Number(/^(\d+) fixtures/m.exec(output)?.[1] ?? 0)
    if (code !== 0) wrong.push(`${output.slice(-2000)} ${errors.slice(-1000)}`)
  })
  check(
    wrong.length === 0 && count > 0,
    `${count} fixtures are listed, shown in each form, served and checked ${wrong.join(' ')}`,
  )
}

/** A file of the specification that is missing or damaged is told in one sentence. */
export async function checkBroken(app: string, check: Check): Promise<void> {
  const folder = join(app, 'node_modules/touchstone/spec')
  const wrong: string[] = []
  const isTold = async (how: string): Promise<void> =>
    inTurns(
      [['fixtures'], ['conform', '--filter', 'enc-*'], ['levels'], ['doctor', 'touchstone']],
      async (args) => {
        const { code, errors } = await touchstone(app, args)
        if (code !== 4 || errors.length > 300 || /\n {4}at /.test(errors))
          wrong.push(`${how}: ${args.join(' ')} ended with ${code}: ${errors.slice(0, 1000)}`)
      },
    )
  renameSync(folder, `${folder}.kept`)
  try {
    await isTold('missing')
    mkdirSync(folder)
    for (const name of readdirSync(`${folder}.kept`).filter((name) => name.endsWith('.json')))
      writeFileSync(join(folder, name), 'no JSON')
    await isTold('damaged')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    renameSync(`${folder}.kept`, folder)
  }
  check(wrong.length === 0, `a specification that is missing or damaged is one sentence ${wrong.join(' ')}`)
}

async function commandsOf(app: string): Promise<string[]> {
  const { output } = await touchstone(app, ['--help'])
  const [usage = ''] = output.split('\ntouchstone COMMAND -h', 1)
  return [...usage.matchAll(/^ {2}touchstone ([a-z-]+) /gm)].map(([, name]) => name!)
}

async function firstExampleOf(app: string, name: string): Promise<string> {
  const { output } = await touchstone(app, [name, '-h'])
  return /^Examples:\n {2}(.+)$/m.exec(output)![1]!
}

/** The words of a command line. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three!)
}

function touchstone(app: string, args: string[], says?: RegExp): Promise<Ended> {
  return started(app, ['node_modules/.bin/touchstone', ...args], says)
}

/** `says`: Ctrl-C follows what it says; without it, its input ends at once. */
function started(app: string, args: string[], says?: RegExp): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd: app, stdio: 'pipe' })
  const ended: Ended = { code: null, output: '', errors: '' }
  child.stdin.end()
  child.stdout.on('data', (text) => {
    ended.output += text
    if (says?.test(ended.output)) interrupt(child)
  })
  child.stderr.on('data', (text) => {
    ended.errors += text
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), 120_000)
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ ...ended, code })
    })
  })
}

function interrupt(child: ChildProcess): void {
  if (!child.killed) child.kill('SIGINT')
}

/** Three at a time. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values()
  const take = async (): Promise<void> => {
    for (const one of queue) await work(one)
  }
  await Promise.all([take(), take(), take()])
}
