/** The server of an application in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

export interface Served {
  address: string
  document: string
  stop(): void
}

/** A server that is started again on its port when it ends, as a process manager does. */
export async function serve(folder: string, module: string, env: NodeJS.ProcessEnv): Promise<Served> {
  const document = join(folder, 'openapi.json')
  let stopped = false
  let current: ChildProcess
  const start = async (port: string): Promise<string> => {
    const child = spawn(process.execPath, ['--no-deprecation', SERVER, module, document, port], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    current = child
    const address = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    })
    child.removeAllListeners('exit')
    child.once('exit', () => {
      // Where it does not start again, the fuzzer finds no server.
      if (!stopped) start(new URL(address).port).catch(() => undefined)
    })
    return address
  }
  const address = await start('0')
  const stop = (): void => {
    stopped = true
    current.kill('SIGKILL')
  }
  return { address, document, stop }
}
