/** Declarations as free functions: the same calls, in a form after which TypeScript knows what was declared. */
import type {
  AddSchemaStatement,
  DecorateReplyStatement,
  DecorateRequestStatement,
  DecorateStatement,
  DefineSchema,
  PluginAs,
} from './types/factory.ts'

/** An instance with the methods that the statements call; what it is beyond that, its caller's types know. */
interface Declaring {
  decorate(...args: unknown[]): unknown
  decorateRequest(...args: unknown[]): unknown
  decorateReply(...args: unknown[]): unknown
  addSchema(schema: unknown): unknown
}

export const decorate: DecorateStatement = (app: object, ...args: unknown[]) => {
  declaring(app).decorate(...args)
}
export const decorateRequest: DecorateRequestStatement = (app: object, ...args: unknown[]) => {
  declaring(app).decorateRequest(...args)
}
export const decorateReply: DecorateReplyStatement = (app: object, ...args: unknown[]) => {
  declaring(app).decorateReply(...args)
}
export const addSchema: AddSchemaStatement = (app: object, schema: unknown) => {
  declaring(app).addSchema(schema)
}

function declaring(app: object): Declaring {
  return Object(app)
}

export const defineSchema: DefineSchema = (schema) => schema

/** `pluginAs<…>()(plugin)` promises types alone: the plugin is what it was. */
export const pluginAs: PluginAs = () => (plugin) => Object(plugin)
