/** Declarations as functions: the same calls as the methods, as assertions that tell TypeScript what was declared. */

import type { DefineSchema, PluginAs } from './types/app/factory.ts'
import type {
  AddSchemaStatement,
  DecorateReplyStatement,
  DecorateRequestStatement,
  DecorateStatement,
} from './types/app/statements.ts'

/** The methods of an instance that the statements call. */
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

/** `pluginAs<…>()(plugin)` changes only the type: it returns the same plugin. */
export const pluginAs: PluginAs = () => (plugin) => Object(plugin)
