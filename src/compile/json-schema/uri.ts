/** Resolves URIs with one library, for the references of this folder and for those that ajv resolves. */
import { createRequire } from 'node:module'

export interface UriResolver {
  resolve(base: string, reference: string): string
}

let library: UriResolver | null = null

function load(): UriResolver {
  return createRequire(import.meta.url)('fast-uri')
}

/** The resolver, which is loaded for the first schema that needs it. */
export function uriResolver(): UriResolver {
  library ??= load()
  return library
}
