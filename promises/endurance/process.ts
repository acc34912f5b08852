/** The process of a server, and what it is asked. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Closed, FromServer, Implementation, Kind, ToServer } from './kinds.ts'

export class ServerProcess {
  readonly #child: ChildProcess
  #ended: string | null = null
  #heard: (said: FromServer | null) => void = () => {}

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (said: FromServer) => this.#heard(said))
    child.once('exit', (code, signal) => {
      this.#ended = `the process ended with ${signal ?? code}`
      this.#heard(null)
    })
  }

  static async of(kind: Kind, implementation: Implementation): Promise<ServerProcess> {
    const child = fork(fileURLToPath(new URL('./server.js', import.meta.url)), [kind, implementation], {
      execArgv: ['--expose-gc', '--no-deprecation', '--no-warnings'],
    })
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the server of ${kind} and ${implementation} did not start`)
    })
    await Promise.race([once(child, 'message'), ended]) // the message says that it is ready
    ended.catch(() => undefined)
    return new ServerProcess(child)
  }

  /** Starts a server; its port. */
  async start(): Promise<number> {
    const said = await this.#asked({ do: 'start' }, 10_000)
    if ('port' in said) return said.port
    throw new Error('started without a port')
  }

  /** Calls close(). Throws where it takes longer than `limit` milliseconds, and where the process ends. */
  async close(limit: number): Promise<Closed> {
    const said = await this.#asked({ do: 'close' }, limit)
    if ('closed' in said) return said.closed
    throw new Error('closed without a report')
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  async #asked(message: ToServer, limit: number): Promise<FromServer> {
    if (this.#ended !== null) throw new Error(this.#ended)
    let timer: NodeJS.Timeout | undefined
    const said = await new Promise<FromServer | null | 'late'>((resolve) => {
      this.#heard = resolve
      timer = setTimeout(resolve, limit, 'late')
      this.#child.send(message, () => undefined) // a process that has ended is heard of by its exit
    })
    clearTimeout(timer)
    if (said === 'late') throw new Error(`${message.do}() took longer than ${limit} ms`)
    if (said === null) throw new Error(this.#ended ?? 'the process ended')
    if ('failed' in said) throw new Error(said.failed)
    return said
  }
}
