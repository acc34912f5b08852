/** The state of the blog API. */
import { createHash } from 'node:crypto'

export interface User {
  readonly email: string
  readonly password: string
}

export interface Tag {
  readonly id: string
  name: string
  slug: string
  description?: string | null
  visibility: 'public' | 'internal'
  accent_color?: string | null
}

export interface Post {
  readonly id: string
  readonly author: string
  title: string
  slug: string
  html: string | null
  feature_image?: string | null
  featured: boolean
  status: 'published' | 'draft' | 'scheduled'
  published_at: string | null
  updated_at: string
  tags: string[]
}

export interface Revision {
  readonly id: string
  readonly post_id: string
  readonly title: string
  readonly html: string | null
  readonly tags: readonly string[]
  readonly created_at: string
}

export interface Comment {
  readonly id: string
  readonly post_id: string
  html: string
  status: 'published' | 'hidden'
  readonly in_reply_to_id: string | null
}

export interface Media {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly ref: string | null
  readonly duration: number
}

export interface Webhook {
  readonly id: string
  event: string
  target_url: string
  name: string | null
}

export class Store {
  readonly users = new Map<string, User>()
  readonly sessions = new Map<string, User>()
  readonly posts = new Map<string, Post>()
  readonly revisions = new Map<string, Revision>()
  readonly tags = new Map<string, Tag>()
  readonly comments = new Map<string, Comment>()
  readonly media = new Map<string, Media>()
  readonly webhooks = new Map<string, Webhook>()
  #made = 0

  constructor() {
    for (const name of ['ida', 'noor']) {
      const email = `${name}@blog.example`
      this.users.set(email, { email, password: `${name}-writes-daily` })
    }
    const tag: Tag = { id: this.makeId(), name: 'News', slug: 'news', visibility: 'public' }
    this.tags.set(tag.id, tag)
    for (const [at, title] of ['Welcome', 'About this site', 'Drafts are here'].entries()) {
      const post: Post = {
        id: this.makeId(),
        author: 'ida@blog.example',
        title,
        slug: this.slugOf(title),
        html: `<p>${title}</p>`,
        featured: at === 0,
        status: at === 2 ? 'draft' : 'published',
        published_at: at === 2 ? null : '2027-01-01T08:00:00.000Z',
        updated_at: this.now(),
        tags: [tag.id],
      }
      this.posts.set(post.id, post)
    }
  }

  /** A slug that no post has. */
  slugOf(title: string): string {
    const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['untitled']
    const slug = words.join('-').slice(0, 150)
    const taken = new Set([...this.posts.values()].map((post) => post.slug))
    let free = slug
    for (let count = 2; taken.has(free); count++) free = `${slug}-${count}`
    return free
  }

  /** An id; the same requests make the same ones, so that a run can be repeated. */
  makeId(): string {
    return this.#hash('id').slice(0, 24)
  }

  makeToken(): string {
    return this.#hash('session').slice(0, 40)
  }

  /** Later with each call. */
  now(): string {
    return new Date(Date.UTC(2027, 0, 1) + this.#made++ * 1000).toISOString()
  }

  #hash(what: string): string {
    return createHash('sha256')
      .update(`${what} ${this.#made++}`)
      .digest('hex')
  }
}
