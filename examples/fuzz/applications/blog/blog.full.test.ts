/** The blog API: each route has a 2xx, each defect shows where it is. */
import assert from 'node:assert/strict'
import type { Answer, Client, Json } from '../client.ts'
import { costOf, type Proof, prove, uncaughtIn } from '../prove.ts'
import { CONTENT_KEY, COOKIE } from './context.ts'
import { application } from './index.ts'

const ADMIN = '/ghost/api/admin'
const READERS = '/ghost/api/content'

async function login(client: Client, name = 'ida'): Promise<Client> {
  const body = { username: `${name}@blog.example`, password: `${name}-writes-daily` }
  const { json, headers } = await client.post(`${ADMIN}/session`, body)
  assert.match(String(headers['set-cookie']), new RegExp(`^${COOKIE}=${json.token};`))
  return client.with({ cookie: `theme=dark; ${COOKIE}=${json.token}` })
}

const failed = ({ status }: Answer): boolean => status === 500

async function made(user: Client, post: object = {}): Promise<{ post: Json; url: string }> {
  const { json } = await user.post(`${ADMIN}/posts`, { posts: [{ title: 'Reeds', ...post }] })
  return { post: json.posts[0], url: `${ADMIN}/posts/${json.posts[0].id}` }
}

const put = (user: Client, url: string, updated_at: string, changes: object) =>
  user.put(url, { posts: [{ updated_at, ...changes }] })

async function tagged(user: Client, tag: object = { name: 'Marsh' }): Promise<Json> {
  return (await user.post(`${ADMIN}/tags`, { tags: [tag] })).json.tags[0]
}

const csv = { 'content-type': 'text/csv' }

async function walkPosts(user: Client): Promise<void> {
  const tag = await tagged(user)
  const { post, url } = await made(user, { html: '<p>long & <b>wet</b></p>', tags: ['News', { id: tag.id }] })
  assert.deepEqual([post.excerpt, post.tags.length], ['long & wet', 2])
  assert.equal((await user.get(`${ADMIN}/posts?limit=2&order=title%20asc`)).json.meta.pagination.pages, 2)
  await user.get(url)
  assert.equal((await user.get(`${ADMIN}/posts/slug/reeds`)).json.posts[0].id, post.id)
  await put(user, url, post.updated_at, { status: 'scheduled', published_at: '2098-01-01T00:00:00Z' })
  assert.equal((await put(user, url, post.updated_at, { title: 'Late' })).status, 409)
  const { revisions } = (await user.get(`${url}/revisions`)).json
  await user.post(`${url}/revisions/${revisions[0].id}/restore`)
  await user.post(`${url}/copy`)
  const comment = await user.post(`${url}/comments`, { comments: [{ html: 'nice' }] })
  const { id } = comment.json.comments[0]
  await user.post(`${url}/comments`, { comments: [{ html: 'indeed', in_reply_to_id: id }] })
  assert.equal((await user.get(`${url}/comments`)).json.comments.length, 2)
  await user.get(`${ADMIN}/comments/${id}`)
  await user.put(`${ADMIN}/comments/${id}`, { comments: [{ status: 'hidden' }] })
  await user.delete(`${ADMIN}/comments/${id}`)
  assert.equal((await user.get(`${ADMIN}/search?q=reed`)).json.posts.length, 2)
  await user.delete(url)
  await user.get(`${ADMIN}/tags`)
  await user.get(`${ADMIN}/tags/${tag.id}`)
  await user.put(`${ADMIN}/tags/${tag.id}`, { tags: [{ description: 'wet' }] })
  await user.delete(`${ADMIN}/tags/${tag.id}`)
  await user.send('POST', `${ADMIN}/tags/upload`, 'Sedge\nRush', csv)
}

async function walk(client: Client): Promise<void> {
  const user = await login(client)
  await walkPosts(user)
  const media = await user.post(`${ADMIN}/media/upload`, { media: [{ name: 'reed.mp4', duration: 2.5 }] })
  const { id } = media.json.media[0]
  await user.get(`${ADMIN}/media?limit=1`)
  await user.get(`${ADMIN}/media/${id}`)
  await user.delete(`${ADMIN}/media/${id}`)
  const hook = { event: 'post.added', target_url: 'https://listener.example/posts' }
  const { json } = await user.post(`${ADMIN}/webhooks`, { webhooks: [hook] })
  const webhook = `${ADMIN}/webhooks/${json.webhooks[0].id}`
  await user.put(webhook, { webhooks: [{ name: 'listener' }] })
  await user.delete(webhook)
  assert.equal((await client.get(`${READERS}/posts?key=${CONTENT_KEY}`)).json.posts.length, 2)
  await client.get(`${READERS}/tags?key=${CONTENT_KEY}`)
  assert.equal((await client.get(`${READERS}/tags`)).status, 401)
  await user.delete(`${ADMIN}/session`)
  assert.equal((await user.get(`${ADMIN}/posts`)).status, 401)
}

const ofPosts: Record<string, Proof> = {
  'centuries-end': async (client) => {
    const user = await login(client)
    const post = { title: 'Later', published_at: '2100-01-01T00:00:00Z' }
    return failed(await user.post(`${ADMIN}/posts`, { posts: [post] }))
  },
  'tags-stripped-slowly': async (client) => {
    const user = await login(client)
    const cost = (html: string) => costOf(() => made(user, { html }))
    await cost('<p>warm</p>')
    return (await cost('<'.repeat(30_000))) > 60
  },
  'tag-by-slug-alone': async (client) => {
    const user = await login(client)
    return failed(await user.post(`${ADMIN}/posts`, { posts: [{ title: 'x', tags: [{ slug: 'news' }] }] }))
  },
  'slug-without-session': async (client) => (await client.get(`${ADMIN}/posts/slug/welcome`)).status === 200,
  'collision-unseen': async (client) => {
    const user = await login(client)
    const { post, url } = await made(user)
    await put(user, url, post.updated_at, { title: 'first' })
    return (await put(user, url, post.updated_at, { title: 'second' })).status === 200
  },
  'post-removed-by-anybody': async (client) => {
    const { url } = await made(await login(client))
    return (await (await login(client, 'noor')).delete(url)).status === 204
  },
  'restored-tag-is-gone': async (client) => {
    const user = await login(client)
    const { id } = await tagged(user)
    const { post, url } = await made(user, { tags: [{ id }] })
    await put(user, url, post.updated_at, { tags: [] })
    await user.delete(`${ADMIN}/tags/${id}`)
    const { revisions } = (await user.get(`${url}/revisions`)).json
    return failed(await user.post(`${url}/revisions/${revisions[0].id}/restore`))
  },
  'comment-outlives-post': async (client) => {
    const user = await login(client)
    const { url } = await made(user)
    const { json } = await user.post(`${url}/comments`, { comments: [{ html: 'nice' }] })
    await user.delete(url)
    return (await user.get(`${ADMIN}/comments/${json.comments[0].id}`)).status === 200
  },
  'search-without-schema': async (client) => failed(await (await login(client)).get(`${ADMIN}/search`)),
  'search-keeps-old-title': async (client) => {
    const user = await login(client)
    const { post, url } = await made(user)
    await user.get(`${ADMIN}/search?q=reeds`)
    await put(user, url, post.updated_at, { title: 'Otters' })
    return (await user.get(`${ADMIN}/search?q=otters`)).json.posts.length === 0
  },
}

const ofOthers: Record<string, Proof> = {
  'accent-color-dropped': async (client) =>
    !('accent_color' in (await tagged(await login(client), { name: 'Marsh', accent_color: '#00ff00' }))),
  'csv-unchecked': async (client) =>
    failed(await (await login(client)).send('POST', `${ADMIN}/tags/upload`, 'Sedge\n\nRush', csv)),
  'one-more-on-a-page': async (client) => {
    const user = await login(client)
    for (const name of ['a.png', 'b.png']) await user.post(`${ADMIN}/media/upload`, { media: [{ name }] })
    return (await user.get(`${ADMIN}/media?limit=1`)).json.media.length === 2
  },
  'duration-as-integer': async (client) => {
    const user = await login(client)
    const media = [{ name: 'reed.mp4', duration: 2.5 }]
    return (await user.post(`${ADMIN}/media/upload`, { media })).json.media[0].duration === 2
  },
  'media-removed-twice': async (client) => {
    const user = await login(client)
    const { json } = await user.post(`${ADMIN}/media/upload`, { media: [{ name: 'reed.mp4' }] })
    const url = `${ADMIN}/media/${json.media[0].id}`
    await user.delete(url)
    return failed(await user.delete(url))
  },
  'relative-target': async (client) => {
    const user = await login(client)
    const webhooks = [{ event: 'tag.added', target_url: '/hooks/tags' }]
    return (await uncaughtIn(() => user.post(`${ADMIN}/webhooks`, { webhooks }))).length > 0
  },
  'webhook-is-gone': async (client) =>
    (await (await login(client)).delete(`${ADMIN}/webhooks/${'0'.repeat(24)}`)).status === 410,
  'key-by-its-beginning': async (client) =>
    (await client.get(`${READERS}/posts?key=${CONTENT_KEY.slice(0, -1)}X`)).status === 200,
}

prove(application, { walk, defects: { ...ofPosts, ...ofOthers } })
