/** The server of an application in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the application has its configuration, which the command reads by itself. */
export const folderOf = (application: string): string =>
  fileURLToPath(new URL(`../../../../../examples/fuzz/applications/${application}/`, import.meta.url))
const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

export interface Served {
  address: string
  /** A configuration with the identities of the application, and a reset. */
  config: string
  document: string
  stop(): void
}

/** Milliseconds between two looks at whether the server answers, and for its answer. */
const [LOOK, PATIENCE] = [1000, 5000]

/** A server that is started again on its port when it ends or hangs, as a process manager does. */
export async function serve(
  folder: string,
  { application, module, env }: { application: string; module: string; env: NodeJS.ProcessEnv },
): Promise<Served> {
  const document = join(folder, 'openapi.json')
  let stopped = false
  let current: ChildProcess
  const start = async (...ports: string[]): Promise<string[]> => {
    const child = spawn(process.execPath, ['--no-deprecation', SERVER, module, document, ...ports], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    current = child
    const said = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    })
    const addresses = said.split(' ')
    child.removeAllListeners('exit')
    child.once('exit', () => {
      // Where it does not start again, the fuzzer finds no server.
      if (!stopped) start(...addresses.map((one) => new URL(one).port)).catch(() => undefined)
    })
    return addresses
  }
  const [address = '', control = ''] = await start('0', '0')
  const look = setInterval(() => {
    const child = current
    fetch(address, { signal: AbortSignal.timeout(PATIENCE) })
      .then((answer) => answer.text())
      .catch(({ name }: Error) => {
        if (name === 'TimeoutError') child.kill('SIGKILL')
      })
  }, LOOK)
  const stop = (): void => {
    stopped = true
    clearInterval(look)
    current.kill('SIGKILL')
  }
  const config = join(folder, 'touchstone.config.mjs')
  writeFileSync(config, configOf(application, control))
  return { address, config, document, stop }
}

function configOf(application: string, control: string): string {
  const own = readFileSync(join(folderOf(application), 'touchstone.config.json'), 'utf8')
  return `const { fuzz } = ${own.trim()}

/** Starts the application anew; where the server has just ended, as soon as it is there again. */
async function reset(left = 50) {
  try {
    await (await fetch(${JSON.stringify(control)}, { method: 'POST' })).text()
  } catch (error) {
    if (left === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 200))
    await reset(left - 1)
  }
}

export default { fuzz: { ...fuzz, reset: () => reset() } }
`
}
