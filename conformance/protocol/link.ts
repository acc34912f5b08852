// The two connections to an adapter: the stdio of a child process, or TCP to a running server.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Link {
  send(line: string): void
  /** What was written to stderr, from an offset on. */
  stderr(from: number): string
  readonly stderrSize: number
  /** Ends it: with SIGTERM, and with SIGKILL where that does not help. Resolves when it is gone. */
  end(): Promise<void>
}

export interface LinkEvents {
  data(piece: Buffer): void
  /** How it ended, in a few words. */
  gone(how: string): void
}

/** How long a process may take to end after SIGTERM. */
const PATIENCE = 1000
const KEPT_STDERR = 16_384

/** Resolves once the process runs, rejects with a message where it cannot be started. */
export async function startProcess(words: string[], events: LinkEvents): Promise<Link> {
  const [command = '', ...args] = words
  // Its own process group: what the command starts ends with it, and Ctrl-C reaches it only through this process.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const link = new ProcessLink(child, events)
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new Error(tellSpawn(command, error as NodeJS.ErrnoException))
  }
  return link
}

function tellSpawn(command: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT')
    return `there is no program "${command}" to start: give its path, or install it so that it is found on PATH`
  if (code === 'EACCES')
    return `"${command}" cannot be executed: make it executable (chmod +x), or name its interpreter`
  return `"${command}" cannot be started: ${message}`
}

/** Processes that run: they end with this one. */
const running = new Set<ProcessLink>()
function killAll(): void {
  for (const link of running) link.kill()
}

class ProcessLink implements Link {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>
  #stderr = ''
  stderrSize = 0

  constructor(child: ChildProcess, events: LinkEvents) {
    this.#child = child
    if (!process.listeners('exit').includes(killAll)) process.on('exit', killAll)
    running.add(this)
    child.on('error', () => running.delete(this))
    child.stdin?.on('error', () => undefined)
    child.stdout?.on('data', events.data)
    child.stderr?.on('data', (piece: Buffer) => {
      const text = piece.toString('utf8')
      this.stderrSize += text.length
      this.#stderr = (this.#stderr + text).slice(-KEPT_STDERR)
    })
    // `close` comes after the last byte of both streams, so no output is lost.
    this.#gone = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#endGroup() // what it started and left behind
        const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`
        // Where a child of the child holds the streams open, `close` may never come.
        const timer = setTimeout(() => finish(how), 200)
        child.once('close', () => {
          clearTimeout(timer)
          finish(how)
        })
      })
      let finished = false
      const finish = (how: string): void => {
        if (finished) return
        finished = true
        running.delete(this)
        events.gone(how)
        resolve()
      }
    })
  }

  send(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  stderr(from: number): string {
    const start = this.stderrSize - this.#stderr.length
    return this.#stderr.slice(Math.max(0, from - start))
  }

  async end(): Promise<void> {
    this.#signal('SIGTERM')
    const timer = setTimeout(() => this.#signal('SIGKILL'), PATIENCE)
    await this.#gone
    clearTimeout(timer)
  }

  /** At once, without waiting: for the end of this process. */
  kill(): void {
    this.#signal('SIGKILL')
  }

  #endGroup(): void {
    try {
      process.kill(-(this.#child.pid as number), 'SIGKILL')
    } catch {
      // nothing is left
    }
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    try {
      process.kill(-pid, signal)
    } catch {
      this.#child.kill(signal)
    }
  }
}

/** Resolves once connected; rejects with a message if no server listens. */
export async function connectTo(host: string, port: number, events: LinkEvents): Promise<Link> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(
      code === 'ECONNREFUSED'
        ? `nobody listens on ${host}:${port}: start the adapter there first`
        : `${host}:${port} cannot be reached: ${message}`,
    )
  }
  return new SocketLink(socket, events)
}

class SocketLink implements Link {
  readonly #socket: Socket
  readonly stderrSize = 0

  constructor(socket: Socket, events: LinkEvents) {
    this.#socket = socket
    let how = 'closed the connection'
    socket.setNoDelay(true)
    socket.on('data', events.data)
    socket.on('error', (error) => {
      how = `broke the connection: ${error.message}`
    })
    socket.once('close', () => events.gone(how))
  }

  send(line: string): void {
    if (!this.#socket.destroyed) this.#socket.write(`${line}\n`)
  }

  stderr(): string {
    return ''
  }

  async end(): Promise<void> {
    if (this.#socket.closed) return
    const closed = once(this.#socket, 'close')
    this.#socket.destroy()
    await closed
  }
}
