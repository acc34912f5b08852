/** The Request class of an application whose `hostname` is without the port. */
import { Request } from '../request.ts'

export class PortRequest extends Request {
  get host(): string {
    return this.#named
  }
  override get hostname(): string {
    const host = this.#named
    return host[0] === '[' ? host.slice(0, host.indexOf(']') + 1) : host.split(':', 1)[0]!
  }
  get port(): number | null {
    const [, port] = /:(\d+)$/.exec(this.#named) ?? []
    return port === undefined ? null : Number(port)
  }

  // A decorator may take the place of `host`.
  get #named(): string {
    return super.hostname ?? ''
  }
}
