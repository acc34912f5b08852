/** What the routes of the blog API share: the state, the defects, the session of a request, failures and pages. */
import type { Hook, Request } from '../application.ts'
import type { Post, Store, Tag, User } from './store.ts'

export interface Context {
  readonly store: Store
  readonly defects: ReadonlySet<string>
}

/** A failure that is meant for the client. */
export class Refused extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const COOKIE = 'ghost-admin-api-session'
export const CONTENT_KEY = '22444f78447824223cefc48062'

/** The token in the cookie of a request. */
export function tokenOf(request: Request): string | undefined {
  const cookies = String(request.headers['cookie'] ?? '').split(';')
  const pairs = cookies.map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === COOKIE)?.[1]
}

export function userOf({ store }: Context, request: Request): User {
  const user = store.sessions.get(tokenOf(request) ?? '')
  if (user === undefined) throw new Refused(401, 'Authorization failed')
  return user
}

export const wantsSession = (context: Context): Hook => {
  return async (request) => {
    userOf(context, request)
  }
}

export interface ById {
  params: { id: string }
}

/** What `all` has by an id. */
export function found<Item>(all: ReadonlyMap<string, Item>, id: string, what: string): Item {
  const item = all.get(id)
  if (item === undefined) throw new Refused(404, `${what} not found`)
  return item
}

export interface Page {
  page: number
  limit: number
}

/** The items of a page, and where it is among the others. */
export function pageOf<Item>(all: readonly Item[], { page, limit }: Page) {
  const pages = Math.max(1, Math.ceil(all.length / limit))
  const next = page < pages ? page + 1 : null
  const prev = page > 1 ? page - 1 : null
  const items = all.slice((page - 1) * limit, page * limit)
  return { items, meta: { pagination: { page, limit, pages, total: all.length, next, prev } } }
}

const CENTURIES = ['nineteenth', 'twentieth', 'twenty-first']

/** The century in which a post is published, for the archive. */
function eraOf(date: string, endsAt2100: boolean): string {
  const index = Math.floor(Number(date.slice(0, 4)) / 100) - 18
  if (endsAt2100) return CENTURIES[Math.max(0, index)]!.toUpperCase()
  return CENTURIES[Math.min(Math.max(0, index), CENTURIES.length - 1)]!.toUpperCase()
}

/** HTML without its tags. */
function textOf(html: string, isSlow: boolean): string {
  if (isSlow) return html.replace(/<[^>]*>/g, '')
  let text = ''
  let from = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', from)) {
    const close = html.indexOf('>', open)
    if (close < 0) break
    text += html.slice(from, open)
    from = close + 1
  }
  return text + html.slice(from)
}

export function showPost({ store, defects }: Context, post: Post) {
  const era = eraOf(post.published_at ?? '2027', defects.has('centuries-end'))
  const excerpt = textOf(post.html ?? '', defects.has('tags-stripped-slowly')).slice(0, 200)
  return { ...post, era, excerpt, tags: post.tags.map((id) => showTag(store.tags.get(id)!)) }
}

export const showTag = (tag: Tag) => ({ ...tag, slug: tag.slug.toLowerCase() })
