// The factory of touchstone with the engine that reads HTTP/1 itself under every server.

export function onFastEngine(factory: (options?: unknown) => unknown): (options?: unknown) => unknown {
  return (options) => factory(isWrong(options) ? options : { engine: 'fast', ...Object(options) })
}

const isWrong = (options: unknown): boolean =>
  options !== undefined && (typeof options !== 'object' || options === null)
