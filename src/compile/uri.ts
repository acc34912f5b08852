/** URIs: one library for the references that we follow and for those that ajv follows. */
import { createRequire } from 'node:module'

export interface UriResolver {
  resolve(base: string, reference: string): string
}

let library: UriResolver | null = null

function load(): UriResolver {
  return createRequire(import.meta.url)('fast-uri')
}

/** The resolver; read when the first schema needs it. */
export function uriResolver(): UriResolver {
  library ??= load()
  return library
}
