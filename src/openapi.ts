/** The plugin that serves the OpenAPI document, and types for what a schema of a route says of its operation: `touchstone/openapi`. */
import { openApi as plugin } from './plugins/openapi/plugin.ts'
import type { OpenApiPlugin } from './types/app/openapi-plugin.ts'

/** Serves the document of the application, and a page that shows it. */
export const openApi: OpenApiPlugin = plugin

export type * from './types/app/openapi-plugin.ts'

declare module './types/schema.ts' {
  interface RouteSchema {
    /** The groups of the operation. @default none */
    tags?: readonly string[]
    /** The operation in a few words. @default none */
    summary?: string
    /** The operation in sentences, in CommonMark. @default none */
    description?: string
    /** The name of the operation, unique in the document. @default none */
    operationId?: string
    /** Whether clients are to use something else. @default false */
    deprecated?: boolean
    /** What a request needs. @default what the hooks of the route are marked with */
    security?: readonly Readonly<Record<string, readonly string[]>>[]
    /** Whether the document is without the route. @default false */
    hide?: boolean
    /** The content types of a body. @default JSON, and those of the parsers of the application */
    consumes?: readonly string[]
    /** The content types of the answers. @default application/json, and text/plain for a text */
    produces?: readonly string[]
    /** Further documentation. @default none */
    externalDocs?: { readonly url: string; readonly description?: string }
    /** Where the operation is served. @default that of the document */
    servers?: readonly { readonly url: string; readonly [field: string]: unknown }[]
    /** Requests that the operation causes. @default none */
    callbacks?: Readonly<Record<string, unknown>>
  }
}
