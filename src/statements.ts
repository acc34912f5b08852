/** Declarations as free functions: the same calls, in a form after which TypeScript knows what was declared. */
type Declaring = Record<'decorate' | 'decorateRequest' | 'decorateReply', (...args: unknown[]) => unknown> & {
  addSchema(schema: unknown): unknown
}

export function decorate(app: Declaring, ...args: unknown[]): void {
  app.decorate(...args)
}
export function decorateRequest(app: Declaring, ...args: unknown[]): void {
  app.decorateRequest(...args)
}
export function decorateReply(app: Declaring, ...args: unknown[]): void {
  app.decorateReply(...args)
}
export function addSchema(app: Declaring, schema: unknown): void {
  app.addSchema(schema)
}
export function defineSchema(schema: unknown): unknown {
  return schema
}
/** `pluginAs<…>()(plugin)` promises types alone: the plugin is what it was. */
export function pluginAs(): (plugin: unknown) => unknown {
  return (plugin) => plugin
}
