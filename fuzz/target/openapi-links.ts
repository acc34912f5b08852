/** `links` of an OpenAPI document: which values of an answer another operation takes. */
import { isSchema, type Schema } from '../schema/walk.ts'

/** What of an exchange goes into a request of another route. */
export interface AnswerLink {
  /** `201`, `2XX` or `default`. */
  readonly status: string
  /** The name of the route: `GET /users/:id`. */
  readonly to: string
  /** Runtime expressions such as `$response.body#/id`, or constants, by the names of parameters. */
  readonly parameters: Schema
  /** Its body: a constant with such expressions in it. */
  readonly body?: unknown
}

/** Names of routes by the ids of their operations, and by the references that lead to them. */
export function operationsIn(paths: Schema, methods: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, item] of Object.entries(paths))
    for (const method of methods) {
      const operation = isSchema(item) ? item[method] : undefined
      if (!isSchema(operation)) continue
      const name = `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`
      if (operation['operationId'] !== undefined) found.set(String(operation['operationId']), name)
      found.set(`#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`, name)
    }
  return found
}

/** The links of the responses of an operation; a note tells of each that leads nowhere. */
export function linksIn(
  responses: unknown,
  operations: ReadonlyMap<string, string>,
  followed: (given: unknown) => unknown,
  notes: string[],
): AnswerLink[] {
  return Object.entries(isSchema(responses) ? responses : {}).flatMap(([status, one]) => {
    const response = followed(one)
    const links = isSchema(response) && isSchema(response['links']) ? response['links'] : {}
    return Object.entries(links).flatMap(([name, given]): AnswerLink[] => {
      const link = followed(given)
      if (!isSchema(link)) return []
      const { operationId, operationRef, parameters = {}, requestBody: body } = link
      const to = operations.get(
        operationId === undefined ? pointerOf(String(operationRef)) : String(operationId),
      )
      if (to === undefined)
        notes.push(
          `The link ${name} leads to ${String(operationId ?? operationRef)}, and there is no such operation.`,
        )
      if (to === undefined || !isSchema(parameters)) return []
      return [{ status, to, parameters, ...(body === undefined ? {} : { body }) }]
    })
  })
}

/** The pointer of a reference; what refers to another file names its own operations. */
function pointerOf(reference: string): string {
  const pointer = reference.slice(Math.max(0, reference.indexOf('#')))
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}
