/** What an author sends of a post. */
import type { JsonSchema } from '../application.ts'
import { type Context, Refused } from './context.ts'
import { dateTime, id, one } from './schemas.ts'
import type { Post } from './store.ts'

export type Draft = Partial<Omit<Post, 'tags'>> & { tags?: readonly (string | TagName)[] }

/** A tag is named by one of these. */
interface TagName {
  id?: string
  name?: string
  slug?: string
}

const short = { type: 'string', minLength: 1, maxLength: 191 }

const names = { id, name: short, slug: short }

const tag = {
  anyOf: [
    { type: 'object', required: ['id'], properties: names },
    { type: 'object', required: ['name'], properties: names },
    { type: 'object', required: ['slug'], properties: names },
    short,
  ],
}

const properties = {
  title: { type: 'string', minLength: 1, maxLength: 2000 },
  html: { type: ['string', 'null'], maxLength: 100_000 },
  feature_image: { type: ['string', 'null'], format: 'uri-reference', maxLength: 2000 },
  featured: { type: 'boolean' },
  status: { type: 'string', enum: ['published', 'draft', 'scheduled'] },
  published_at: { type: ['string', 'null'], format: 'date-time' },
  updated_at: dateTime,
  tags: { type: 'array', maxItems: 20, items: tag },
}

export function body(required: readonly string[]): JsonSchema {
  return one('posts', {
    type: 'object',
    required,
    properties,
    if: { required: ['status'], properties: { status: { const: 'scheduled' } } },
    then: { required: ['published_at'] },
    additionalProperties: false,
  })
}

/** The ids of the tags that a draft names: each once. */
export function tagsOf({ store, defects }: Context, tags: NonNullable<Draft['tags']>): string[] {
  const all = [...store.tags.values()]
  const ids = tags.map((tag) => {
    const { id, name, slug } = typeof tag === 'string' ? { name: tag } : tag
    const lower =
      defects.has('tag-by-slug-alone') && id === undefined ? name!.toLowerCase() : name?.toLowerCase()
    const known = all.find(
      (one) => one.id === id || one.name.toLowerCase() === lower || (slug !== undefined && one.slug === slug),
    )
    if (known === undefined) throw new Refused(422, 'There is no such tag')
    return known.id
  })
  return [...new Set(ids)]
}
