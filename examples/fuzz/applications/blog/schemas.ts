/** The schemas of the blog API: those that routes share by reference, and what each route answers. */
import type { JsonSchema } from '../application.ts'

export const id = { type: 'string', pattern: '^[0-9a-f]{24}$' } as const
export const dateTime = { type: 'string', format: 'date-time' } as const
const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const

const errors = {
  $id: 'Errors',
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: { type: 'object', required: ['message', 'type'], properties: { message: text, type: text } },
    },
  },
}

const pagination = {
  $id: 'Pagination',
  type: 'object',
  required: ['page', 'limit', 'pages', 'total', 'next', 'prev'],
  properties: {
    page: { type: 'integer' },
    limit: { type: 'integer' },
    pages: { type: 'integer' },
    total: { type: 'integer' },
    next: { type: ['integer', 'null'] },
    prev: { type: ['integer', 'null'] },
  },
}

const tag = (drops: boolean) => ({
  $id: 'Tag',
  type: 'object',
  required: ['id', 'name', 'slug', 'visibility'],
  properties: {
    id,
    name: text,
    slug: text,
    description: textOrNull,
    visibility: { type: 'string', enum: ['public', 'internal'] },
    ...(drops ? {} : { accent_color: textOrNull }),
  },
})

const post = {
  $id: 'Post',
  type: 'object',
  required: ['id', 'title', 'slug', 'html', 'excerpt', 'status', 'featured', 'author', 'tags', 'updated_at'],
  properties: {
    id,
    title: text,
    slug: text,
    html: textOrNull,
    excerpt: text,
    feature_image: textOrNull,
    featured: { type: 'boolean' },
    status: { type: 'string', enum: ['published', 'draft', 'scheduled'] },
    era: text,
    author: text,
    published_at: { type: ['string', 'null'] },
    updated_at: dateTime,
    tags: { type: 'array', items: { $ref: 'Tag#' } },
  },
}

const revision = {
  $id: 'Revision',
  type: 'object',
  required: ['id', 'post_id', 'title', 'created_at'],
  properties: { id, post_id: id, title: text, html: textOrNull, created_at: dateTime },
}

const comment = {
  $id: 'Comment',
  type: 'object',
  required: ['id', 'post_id', 'html', 'status', 'in_reply_to_id'],
  properties: {
    id,
    post_id: id,
    html: text,
    status: { type: 'string', enum: ['published', 'hidden'] },
    in_reply_to_id: textOrNull,
  },
}

const media = (lossy: boolean) => ({
  $id: 'Media',
  type: 'object',
  required: ['id', 'name', 'url', 'ref', 'duration'],
  properties: {
    id,
    name: text,
    url: { type: 'string', format: 'uri' },
    ref: textOrNull,
    duration: { type: lossy ? 'integer' : 'number' },
  },
})

const webhook = {
  $id: 'Webhook',
  type: 'object',
  required: ['id', 'event', 'target_url', 'name'],
  properties: { id, event: text, target_url: text, name: textOrNull },
}

export const shared = (defects: ReadonlySet<string>): readonly JsonSchema[] => [
  errors,
  pagination,
  tag(defects.has('accent-color-dropped')),
  post,
  revision,
  comment,
  media(defects.has('duration-as-integer')),
  webhook,
]

export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` })
export const EMPTY: JsonSchema = { type: 'null' }

/** What the parser of bodies and the validator can refuse. */
export const BODY = [400, 413, 415] as const

/** `{ posts: [ … ] }`: everything travels in a list under its name. */
export const wrapped = (name: string, schema: string): JsonSchema => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'array', items: ref(schema) } },
})

export const paged = (name: string, schema: string): JsonSchema => ({
  type: 'object',
  required: [name, 'meta'],
  properties: {
    [name]: { type: 'array', items: ref(schema) },
    meta: { type: 'object', required: ['pagination'], properties: { pagination: ref('Pagination') } },
  },
})

/** A body with one item in the list under its name. */
export const one = (name: string, item: JsonSchema): JsonSchema => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'array', minItems: 1, maxItems: 1, items: item } },
  additionalProperties: false,
})

/** The statuses of a route: the one of success, and those of errors. */
export function answers(
  status: number,
  schema: JsonSchema,
  ...failures: number[]
): Record<string, JsonSchema> {
  return { [status]: schema, ...Object.fromEntries(failures.map((failure) => [failure, ref('Errors')])) }
}

export const byId = (...names: string[]): JsonSchema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, id])),
})

export const pages = {
  page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 15 },
}
