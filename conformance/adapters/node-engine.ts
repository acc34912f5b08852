// The factory of touchstone with node:http under every server.

export function onNodeEngine(factory: (options?: unknown) => unknown): (options?: unknown) => unknown {
  return (options) => factory(isWrong(options) ? options : { engine: 'node', ...Object(options) })
}

const isWrong = (options: unknown): boolean =>
  options !== undefined && (typeof options !== 'object' || options === null)
