/** Runs code that stands in documents: compiles it against the built package and compares what it prints with what it says. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface CodeBlock {
  name: string
  code: string
  /** The comments behind its `console.log` calls, one line of output each. */
  prints: string[]
}

/** A block of code with the output that its comments promise. */
export function codeBlock(name: string, code: string): CodeBlock {
  const prints = [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map((match) => match[1]!)
  return { name, code, prints }
}

/** What is wrong with a block before it is run, or undefined. */
export function faultOf({ name, code, prints }: CodeBlock): string | undefined {
  if (!/from 'touchstone/.test(code)) return `${name} does not import the package`
  if (prints.length === 0) return `${name} prints nothing`
  if (prints.length !== code.split('console.log(').length - 1)
    return `${name}: a console.log does not say what it prints`
  return undefined
}

export interface Ended {
  status: number | null
  output: string
}

/** A folder within the package, so that the package's own name leads to what was built. */
export class Workshop {
  readonly folder = mkdtempSync(fileURLToPath(new URL('../../code-blocks-', import.meta.url)))

  write(file: string, code: string): string {
    writeFileSync(join(this.folder, file), code)
    return join(this.folder, file)
  }

  /** Compiles every `.ts` file of the folder, strictly, to `out/`. */
  compile(): Promise<Ended> {
    const compilerOptions = {
      strict: true,
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      types: ['node'],
      outDir: 'out',
      rootDir: '.',
    }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const require = createRequire(import.meta.url)
    return run([join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc'), '-p', this.folder])
  }

  compiled(name: string): string {
    return join(this.folder, 'out', `${name}.js`)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Runs node with these arguments; what it writes to either stream is its output. */
export function run(args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env // a test in a child reports to no parent
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000, env })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
