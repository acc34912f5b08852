/** `npm run breakages`: breaks the implementation, one line at a time, and sees whether the specification notices. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import colors from 'picocolors'

interface Breakage {
  readonly id: string
  /** the rule that it violates */
  readonly rule: string
  readonly file: string
  /** the text that is replaced; it stands in the file exactly once */
  readonly find: string
  readonly replace: string
  readonly why: string
}

interface Verdict {
  readonly breakage: Breakage
  readonly caught: boolean
  /** how many assertions differ, or why there is no figure */
  readonly by: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DATA = join(ROOT, 'conformance/breakages.json')

/** A copy of the tree with one line changed, compiled in its own folder. */
class Workshop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'touchstone-breakage-'))

  constructor() {
    for (const name of ['src', 'spec', 'conformance', 'cli', 'package.json', 'tsconfig.json', 'dist']) {
      cpSync(join(ROOT, name), join(this.#folder, name), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
    const settings = { extends: './tsconfig.json', include: ['src', 'spec', 'conformance', 'cli'] }
    writeFileSync(join(this.#folder, 'tsconfig.workshop.json'), JSON.stringify(settings))
  }

  /** The tree as it is has to pass: a run that fails already would catch everything. */
  async check(signal: AbortSignal): Promise<void> {
    const { code, output } = await this.#run(process.execPath, ['dist/cli/touchstone.js', 'conform'], signal)
    if (code !== 0) throw new Error(`the unbroken tree does not pass:\n${output.slice(-2000)}`)
  }

  async try(breakage: Breakage, signal: AbortSignal): Promise<Verdict> {
    const file = join(this.#folder, breakage.file)
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, broken(whole, breakage))
    try {
      const compiled = await this.#run(
        join(ROOT, 'node_modules/.bin/tsc'),
        ['-p', 'tsconfig.workshop.json'],
        signal,
      )
      if (compiled.code !== 0) throw new Error(`${breakage.id} does not compile:\n${compiled.output}`)
      const tried = await this.#run(
        process.execPath,
        ['dist/cli/touchstone.js', 'conform', '--details', '1'],
        signal,
      )
      const count = /(\d+) not as expected/.exec(tried.output)?.[1]
      return {
        breakage,
        caught: tried.code === 1 || tried.code === 2,
        by: count ?? `exit code ${tried.code}`,
      }
    } finally {
      writeFileSync(file, whole)
    }
  }

  #run(
    command: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<{ code: number; output: string }> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: this.#folder,
        signal,
        env: { ...process.env, NO_COLOR: '1' },
      })
      let output = ''
      child.stdout.on('data', (chunk) => (output += chunk))
      child.stderr.on('data', (chunk) => (output += chunk))
      child.on('error', reject)
      child.on('close', (code) => resolve({ code: code ?? 1, output }))
    })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function broken(text: string, { id, file, find, replace }: Breakage): string {
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`${id}: its text stands ${places} times in ${file}; right would be once`)
  return text.replace(find, () => replace)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
  })
  const all = JSON.parse(readFileSync(DATA, 'utf8')) as Breakage[]
  const chosen = all.filter(({ id }) => values.only === undefined || id === values.only)
  if (chosen.length === 0) {
    process.stderr.write(
      `there is no breakage '${values.only}'; there are ${all.map(({ id }) => id).join(', ')}\n`,
    )
    return 3
  }
  for (const breakage of chosen) broken(readFileSync(join(ROOT, breakage.file), 'utf8'), breakage)
  if (values.check) return 0

  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  const workshop = new Workshop()
  const missed: string[] = []
  try {
    await workshop.check(interrupted.signal)
    for (const breakage of chosen) {
      const { caught, by } = await workshop.try(breakage, interrupted.signal)
      if (!caught) missed.push(breakage.id)
      const mark = caught ? colors.green('caught') : colors.red('MISSED')
      process.stdout.write(
        `${mark}  ${breakage.rule.padEnd(14)} ${breakage.id.padEnd(30)} ${by.padStart(5)} assertions differ: ${breakage.why}\n`,
      )
    }
  } finally {
    workshop.remove()
  }
  process.stdout.write(
    `\n${chosen.length - missed.length} of ${chosen.length} breakages are caught by the specification alone\n`,
  )
  return missed.length === 0 ? 0 : 1
}

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`${error.name === 'AbortError' ? 'interrupted' : error.message}\n`)
  return 2
})
