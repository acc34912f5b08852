/** The memory of a server on this machine, of which only the port is known. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const HERE = /^(localhost|127\..*|\[::1\])$/
/** How the kernel writes the state of a socket that listens. */
const LISTENS = '0A'

/** The processes that listen on a port, as Linux tells them; none where it does not. */
export class Resident {
  readonly #port: number
  #ids: string[] | null = null

  /** Of another machine nothing is known. */
  constructor({ hostname, port, protocol }: URL) {
    this.#port = HERE.test(hostname) ? Number(port || (protocol === 'https:' ? 443 : 80)) : 0
  }

  /** Bytes of them all; null where they cannot be read. One that was started again has another id. */
  size(): number | null {
    if (this.#port === 0) return null
    try {
      this.#ids ??= listeners(this.#port)
      const sizes = this.#ids.map((id) =>
        /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8')),
      )
      if (sizes.length > 0 && !sizes.includes(null))
        return sizes.reduce((sum, found) => sum + Number(found![1]) * 1024, 0)
    } catch {
      // It has ended, or this is another system.
    }
    this.#ids = null
    return null
  }
}

function listeners(port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = new Set(
    ['tcp', 'tcp6'].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTENS)
        .map((fields) => `socket:[${fields[9]}]`),
    ),
  )
  return sockets.size === 0 ? [] : readdirSync('/proc').filter((id) => /^\d+$/.test(id) && has(id, sockets))
}

/** Those of other users cannot be read. */
function has(id: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${id}/fd`).some((one) => isOf(sockets, `/proc/${id}/fd/${one}`))
  } catch {
    return false
  }
}

function isOf(sockets: ReadonlySet<string>, file: string): boolean {
  try {
    return sockets.has(readlinkSync(file))
  } catch {
    return false // it was closed meanwhile
  }
}
