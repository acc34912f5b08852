/** Types for schemas of TypeBox 1.x: `import 'touchstone/typebox'`, and routes infer from them. No runtime. */
import type { Static, TSchema } from 'typebox'

declare module './types/infer.ts' {
  interface SchemaInference<S, M extends Mode> {
    typebox: S extends { readonly '~kind': string } & TSchema ? Static<S> : never
  }
}
