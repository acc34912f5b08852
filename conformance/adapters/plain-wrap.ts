// The plugin wrapper by its marks alone, as instances of the Fastify shape read them, for an implementation that brings none.

export function plainWrap(plugin: object, metadata?: unknown): object {
  // A module with a default is registered as that; the mark has to be on the function.
  const given = (plugin as { default?: unknown }).default
  const fn = typeof given === 'function' ? given : plugin
  const meta = typeof metadata === 'string' ? { fastify: metadata } : (metadata ?? {})
  const marks = fn as Record<symbol, unknown>
  marks[Symbol.for('skip-override')] = (meta as { encapsulate?: unknown }).encapsulate !== true
  marks[Symbol.for('plugin-meta')] = meta
  const { name } = meta as { name?: unknown }
  if (typeof name === 'string') marks[Symbol.for('fastify.display-name')] = name
  return fn
}
