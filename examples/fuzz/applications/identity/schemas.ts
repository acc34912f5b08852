/** The schemas of the administration. */
import type { JsonSchema } from '../application.ts'

const text = { type: 'string' }
const orNull = { type: ['string', 'null'] }
const time = { type: 'integer', format: 'int64' }

export function answer(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

export function body(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` })
export const listOf = (name: string): JsonSchema => ({ type: 'array', items: ref(name) })

export function answers(good: Record<string, JsonSchema>, ...errors: readonly number[]) {
  return {
    ...good,
    ...Object.fromEntries([400, ...errors].map((status) => [String(status), ref('RequestError')])),
  }
}

export const ID = { type: 'string', pattern: '^[a-z0-9]{12}$', maxLength: 12 }
export const byId = (...names: string[]) => body(Object.fromEntries(names.map((name) => [name, ID])), names)
export const NAME = { type: 'string', minLength: 1, maxLength: 128 }
export const KEY = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 64 }
export const DESCRIPTION = { type: 'string', maxLength: 256 }
export const EMAIL = { type: 'string', format: 'email', maxLength: 128 }
export const PASSWORD = { type: 'string', minLength: 1, maxLength: 256 }
export const TIME = { type: 'integer', minimum: 0, maximum: 9007199254740991 }
export const NOTHING = { type: 'null' }

export const page = {
  page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  page_size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
}
export interface Page {
  page: number
  page_size: number
}

export function pageOf<T>(items: readonly T[], { page, page_size }: Page): T[] {
  return items.slice((page - 1) * page_size, page * page_size)
}

const user = (lastSignInAt: JsonSchema) =>
  answer({
    ...{ id: text, username: text, primaryEmail: orNull, name: orNull },
    customData: { type: 'object', additionalProperties: true },
    ...{ isSuspended: { type: 'boolean' }, lastSignInAt, createdAt: time },
  })

export const seenUser = user(time)

export const SHARED: readonly JsonSchema[] = [
  { $id: 'RequestError', ...answer({ code: text, message: text }) },
  { $id: 'User', ...user({ type: ['integer', 'null'] }) },
  { $id: 'Organization', ...answer({ id: text, name: text, description: orNull, version: time }) },
  {
    $id: 'Invitation',
    ...answer({
      ...{ id: text, invitee: text, organizationId: text, expiresAt: time },
      status: { type: 'string', enum: ['Pending', 'Accepted', 'Expired', 'Revoked'] },
    }),
  },
  {
    $id: 'Role',
    ...answer({
      ...{ id: text, name: text, description: text },
      type: { type: 'string', enum: ['User', 'MachineToMachine'] },
    }),
  },
  { $id: 'PersonalToken', ...answer({ name: text, value: text, expiresAt: { type: ['integer', 'null'] } }) },
]

/** Without the tenant, which no answer shows. */
export function shown<T extends { tenant: string }>({ tenant: _tenant, ...rest }: T): Omit<T, 'tenant'> {
  return rest
}
