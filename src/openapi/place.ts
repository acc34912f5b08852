/** One operation while it is written: its route, its place in the document, and what writes its schemas. */
import type { SchemaScope } from '../compile/scope.ts'
import type { Own } from '../compile/standard/route-view.ts'
import type { Declared } from '../declare/declaration.ts'
import type { RouteDescription } from '../types/app/route-description.ts'
import type { RouteSchema } from '../types/schema.ts'
import type { Components } from './components.ts'
import type { Notes } from './notes.ts'
import type { Template } from './templates.ts'
import type { SchemaWriter } from './to-2020.ts'

/** One method of one path, as one route declares it. */
export interface Variant {
  readonly declared: Declared
  readonly route: RouteDescription
  readonly template: Template
  /** tells the variants of one declaration apart, where they share an `operationId` */
  readonly suffix: string
}

export interface Operation {
  readonly declared: Declared
  readonly route: RouteDescription
  readonly schema: RouteSchema
  readonly scope: SchemaScope
  readonly own: Own
  /** its JSON pointer */
  readonly place: string
  /** its parameters of the path: the name in the route and the name in the document */
  readonly names: readonly { readonly param: string; readonly name: string }[]
  readonly writer: SchemaWriter
  readonly components: Components
  readonly notes: Notes
}
