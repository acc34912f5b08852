// The factory of touchstone with node:http alone under every server.

export function onNodeAlone(factory: (options?: unknown) => unknown): (options?: unknown) => unknown {
  return (options) => factory(isWrong(options) ? options : { engine: 'node', ...Object(options) })
}

const isWrong = (options: unknown): boolean =>
  options !== undefined && (typeof options !== 'object' || options === null)
