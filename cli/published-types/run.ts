/**
 * `npm run test:types417`: compiles programs of published plugins against `touchstone/fastify`, with `skipLibCheck: false`, on
 * three versions of TypeScript. It needs the registry the first time, and keeps what it installs beside that of
 * `npm run test:ecosystem`. `--oracle` compiles them against fastify itself, and
 * other arguments choose packages.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../ecosystem/install/cache.ts'
import { lockCache } from '../../ecosystem/install/lock.ts'
import { type PluginProgram, readPrograms } from './read-programs.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CACHE = join(cacheFolder(), 'published-types')
const ORACLE = 'fastify@4.29.1'
const COMPILERS = { 'typescript-5.9': '5.9.3', 'typescript-6': '6.0.3', 'typescript-7': '7.0.2' }
type Compiler = keyof typeof COMPILERS

/** A program that does not compile against fastify either, on some compilers, and why. */
interface Known {
  name: string
  compilers: Compiler[]
  reason: string
}

/** The name of a file for a package. */
const fileOf = (name: string): string => name.replace('@', '').replace('/', '-')

/** Installs all packages, and those that `fastify` and `touchstone` are to mean. */
function install(programs: readonly PluginProgram[], framework: 'touchstone' | 'fastify'): void {
  const dependencies: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(COMPILERS).map(([name, version]) => [name, `npm:typescript@${version}`]),
    ),
    'real-fastify': `npm:${ORACLE}`,
    '@types/node': '20.19.43',
    ...Object.assign({}, ...programs.map(({ installs }) => installs)),
  }
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2)
  const file = join(CACHE, 'package.json')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    mkdirSync(CACHE, { recursive: true })
    rmSync(join(CACHE, 'node_modules'), { recursive: true, force: true })
    writeFileSync(file, wanted) // npm reads it; an install that fails takes it away, and so is not taken for complete
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
    const { status, stderr } = spawnSync('npm', ['install', ...flags], { cwd: CACHE, encoding: 'utf8' })
    if (status !== 0) {
      rmSync(file, { force: true })
      throw new Error(`npm install failed in ${CACHE}:\n${stderr}`)
    }
  }
  const copy = join(CACHE, 'touchstone')
  rmSync(copy, { recursive: true, force: true })
  for (const path of ['package.json', 'dist/src', 'dist/commonjs'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: (name) => !name.endsWith('.map') })
  link('touchstone', copy)
  link('fastify', framework === 'touchstone' ? copy : join(CACHE, 'node_modules/real-fastify'))
}

function link(name: string, target: string): void {
  const path = join(CACHE, 'node_modules', name)
  rmSync(path, { recursive: true, force: true })
  symlinkSync(target, path, 'dir')
}

/** Writes a program with its configuration, and returns the file of the configuration. */
function write(program: PluginProgram, from: string): string {
  const folder = join(CACHE, 'programs', from.replace('/', '-'))
  mkdirSync(folder, { recursive: true })
  const name = fileOf(program.name)
  writeFileSync(join(folder, `${name}.mts`), `import fastify from '${from}'\n${program.code}`)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
  }
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ compilerOptions, files: [`${name}.mts`] }))
  return file
}

/** What the compiler says against a program; empty if it compiles. */
function complaints(compiler: Compiler, configuration: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const tsc = join(CACHE, 'node_modules', compiler, 'bin/tsc')
    const child = spawn(process.execPath, [tsc, '-p', configuration, '--pretty', 'false'], { cwd: CACHE })
    let output = ''
    child.stdout.on('data', (text: Buffer) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (status) => resolve(status === 0 ? '' : output || `tsc ended with ${status}`))
  })
}

interface Task {
  program: PluginProgram
  compiler: Compiler
  from: string
}

/** Compiles one program and says whether the result is the expected one. */
async function check({ program, compiler, from }: Task, known: readonly Known[]): Promise<boolean> {
  const found = await complaints(compiler, write(program, from))
  const entry = known.find(({ name, compilers }) => name === program.name && compilers.includes(compiler))
  const claim = `${program.name} on ${compiler}`
  if (entry && found === '') return fail(`${claim} compiles now: take it out of known.json`)
  if (!entry && found !== '') return fail(`${claim}\n${found}`)
  process.stdout.write(entry ? `- ${claim}: ${entry.reason}\n` : `✓ ${claim}\n`)
  return true
}

function fail(text: string): false {
  process.stdout.write(`✗ ${text}\n`)
  return false
}

async function main(args: readonly string[]): Promise<void> {
  const oracle = args.includes('--oracle')
  const chosen = args.filter((arg) => !arg.startsWith('--'))
  const programs = readPrograms()
  const unknown = chosen.filter((name) => !programs.some((program) => program.name === name))
  if (unknown.length > 0)
    throw new Error(`no program of ${unknown.join(', ')} in cli/published-types/programs.md`)
  lockCache(CACHE)
  install(programs, oracle ? 'fastify' : 'touchstone')
  const known = JSON.parse(readFileSync(join(ROOT, 'cli/published-types/known.json'), 'utf8')) as Known[]
  const tasks = programs
    .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
    .flatMap((program) =>
      (Object.keys(COMPILERS) as Compiler[]).map(
        (compiler): Task => ({ program, compiler, from: oracle ? 'fastify' : 'touchstone/fastify' }),
      ),
    )
  let failed = 0
  const count = tasks.length
  const worker = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) if (!(await check(task, known))) failed++
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  process.stdout.write(`${count - failed} of ${count} as expected\n`)
  if (failed > 0) process.exitCode = 1
}

await main(process.argv.slice(2))
