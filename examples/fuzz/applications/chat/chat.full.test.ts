/** The chat API: each route has a 2xx, each defect shows where it is. */
import assert from 'node:assert/strict'
import type { Answer, Client, Json } from '../client.ts'
import { growthOf, type Proof, prove } from '../prove.ts'
import { application } from './index.ts'

const [WREN, HERON] = application.identities!.map(({ headers }) => headers!) as [
  Record<string, string>,
  Record<string, string>,
]
const ID_OF_HERON = HERON['authorization']!.slice(4).split('.')[0]!

interface Place {
  user: Client
  guild: string
  channel: string
}

async function placeOf(client: Client, headers = WREN): Promise<Place> {
  const user = client.with(headers)
  const guild = `/guilds/${(await user.get('/users/@me/guilds')).json[0].id}`
  const channel = `/channels/${(await user.get(`${guild}/channels`)).json[0].id}`
  return { user, guild, channel }
}

async function posted(client: Client, content = 'hello') {
  const place = await placeOf(client)
  const { json } = await place.user.post(`${place.channel}/messages`, { content })
  return { ...place, id: json.id as string, message: `${place.channel}/messages/${json.id}` }
}

async function hooked(client: Client) {
  const place = await placeOf(client)
  const { json } = await place.user.post(`${place.channel}/webhooks`, { name: 'build' })
  return { ...place, webhook: `/webhooks/${json.id}`, execute: `/webhooks/${json.id}/${json.token}` }
}

async function walkGuild(client: Client): Promise<void> {
  const { user, guild, channel } = await placeOf(client)
  await user.get('/users/@me')
  const made = await user.post('/guilds', { name: 'Marsh', description: null })
  await user.get(`/guilds/${made.json.id}`)
  await user.patch(`/guilds/${made.json.id}`, { description: 'wet' })
  await user.delete(`/guilds/${made.json.id}`)
  await user.put(`${guild}/members/${ID_OF_HERON}`)
  await user.patch(`${guild}/members/${ID_OF_HERON}`, { nick: 'grey' })
  assert.equal((await user.get(`${guild}/members?limit=5`)).json[1].nick, 'grey')
  const role = await user.post(`${guild}/roles`, { name: 'warden', color: 0xff00 })
  await user.get(`${guild}/roles`)
  await user.get(`${guild}/roles/${role.json.id}`)
  await user.patch(`${guild}/roles/${role.json.id}`, { hoist: true })
  await user.delete(`${guild}/roles/${role.json.id}`)
  const news = await user.post(`${guild}/channels`, { name: 'news', type: 5, topic: 'what is new' })
  assert.equal((await user.post(`${guild}/channels`, { name: 'news', type: 5 })).status, 400)
  await user.patch(`/channels/${news.json.id}`, { topic: 'old' })
  await user.delete(`/channels/${news.json.id}`, { 'x-audit-log-reason': 'no%20news' })
  await user.get(channel)
  await user.post(`${channel}/typing`)
  assert.equal((await client.get('/users/@me')).status, 401)
}

async function walk(client: Client): Promise<void> {
  await walkGuild(client)
  const { user, guild, channel, message, id } = await posted(client)
  const upload = { 'content-type': 'text/plain', 'x-filename': 'notes.txt' }
  const file = await user.send('POST', `${channel}/attachments`, 'some notes', upload)
  await user.get(`${channel}/attachments/${file.json.id}`)
  const second = await user.post(`${channel}/messages`, { content: 'x', attachments: [{ id: file.json.id }] })
  assert.equal(second.json.attachments[0].size, 10)
  assert.equal((await user.get(`${channel}/messages?before=${second.json.id}&limit=1`)).json[0].id, id)
  await user.patch(message, { content: 'edited' })
  await user.put(`${message}/reactions/%F0%9F%98%80/@me`)
  assert.equal((await user.get(message)).json.reactions[0].count, 1)
  await user.get(`${message}/reactions/%F0%9F%98%80`)
  await user.delete(`${message}/reactions/%F0%9F%98%80/@me`)
  await user.delete(`${message}/reactions`)
  await user.put(`${channel}/pins/${id}`)
  assert.equal((await user.get(`${channel}/pins`)).json.length, 1)
  await user.delete(`${channel}/pins/${id}`)
  await user.delete(message)
  await user.post(`${channel}/messages/bulk-delete`, { messages: [id, second.json.id] })
  assert.deepEqual((await user.get(`${channel}/messages`)).json, [])
  const { webhook, execute } = await hooked(client)
  await client.post(`${execute}?wait=true`, { content: 'built' })
  await user.get(webhook)
  await user.get(`${channel}/webhooks`)
  await user.get(`${guild}/webhooks`)
  await user.delete(webhook)
}

const failed = ({ status }: Answer): boolean => status === 500

const ofGuilds: Record<string, Proof> = {
  'token-by-its-beginning': async (client) => {
    const authorization = `${WREN['authorization']!.slice(0, -1)}X`
    return (await client.get('/users/@me', { authorization })).status === 200
  },
  'guilds-of-last-user': async (client) => {
    const one = await client.get('/users/@me/guilds', WREN)
    const other = await client.get('/users/@me/guilds', HERON)
    return one.json[0].id === other.json[0].id
  },
  'member-again': async (client) => {
    const { user, guild } = await placeOf(client)
    await user.put(`${guild}/members/${ID_OF_HERON}`)
    return (await user.put(`${guild}/members/${ID_OF_HERON}`)).status === 208
  },
  'white-has-no-shade': async (client) => {
    const { user, guild } = await placeOf(client)
    return failed(await user.post(`${guild}/roles`, { name: 'white', color: 0xffffff }))
  },
  'role-of-any-guild': async (client) => {
    const { user, guild } = await placeOf(client)
    const { json } = await user.post(`${guild}/roles`, { name: 'warden' })
    const heron = client.with(HERON)
    const own = await heron.post('/guilds', { name: 'Own' })
    const url = `/guilds/${own.json.id}/roles/${json.id}`
    return (await heron.patch(url, { permissions: '8' })).status === 200
  },
}

const ofChannels: Record<string, Proof> = {
  'announcement-without-topic': async (client) => {
    const { user, guild } = await placeOf(client)
    return failed(await user.post(`${guild}/channels`, { name: 'news', type: 5 }))
  },
  'last-message-as-number': async (client) => {
    const { user, channel } = await posted(client)
    return typeof (await user.get(channel)).json.last_message_id === 'number'
  },
  'channel-overwritten': async (client) => {
    const { user, channel } = await placeOf(client)
    await Promise.all([user.patch(channel, { nsfw: true }), user.patch(channel, { topic: 'reeds' })])
    const { nsfw, topic } = (await user.get(channel)).json
    return !(nsfw && topic === 'reeds')
  },
  'reason-unchecked': async (client) => {
    const { user, channel } = await placeOf(client)
    return failed(await user.delete(channel, { 'x-audit-log-reason': '100%' }))
  },
  'typing-never-forgotten': async (client) => {
    const { user, channel } = await placeOf(client)
    const some = async () => {
      for (let at = 0; at < 100; at++) await user.post(`${channel}/typing`)
    }
    const growths: number[] = []
    // What earlier applications leave is freed in between, so that one growth alone can be less than nothing.
    for (let at = 0; at < 4; at++) growths.push(await growthOf(some))
    return Math.max(...growths) > 9_000_000
  },
  'webhook-of-any-guild': async (client) => {
    const { webhook } = await hooked(client)
    return (await client.with(HERON).get(webhook)).status === 200
  },
  'webhook-outlives-channel': async (client) => {
    const { user, channel, execute } = await hooked(client)
    await user.delete(channel)
    return (await client.post(execute, { content: 'built' })).status === 204
  },
}

const ofMessages: Record<string, Proof> = {
  'page-begins-with-last': async (client) => {
    const { user, channel, id } = await posted(client)
    return (await user.get(`${channel}/messages?before=${id}`)).json.length > 0
  },
  'list-shows-old-text': async (client) => {
    const { user, channel, message } = await posted(client)
    await user.get(`${channel}/messages`)
    await user.patch(message, { content: 'new' })
    return (await user.get(`${channel}/messages`)).json[0].content !== 'new'
  },
  'nonce-dropped': async (client) => {
    const { user, channel } = await placeOf(client)
    const { json } = await user.post(`${channel}/messages`, { content: 'x', nonce: '17' })
    return (json as Json).nonce !== '17'
  },
  'bulk-without-schema': async (client) => {
    const { user, channel } = await placeOf(client)
    return failed(await user.post(`${channel}/messages/bulk-delete`, {}))
  },
  'pin-outlives-message': async (client) => {
    const { user, channel, message, id } = await posted(client)
    await user.put(`${channel}/pins/${id}`)
    await user.delete(message)
    return failed(await user.get(`${channel}/pins`))
  },
  'emoji-cut-in-half': async (client) => {
    const { user, message } = await posted(client)
    return failed(await user.put(`${message}/reactions/%F0%9F%98%80/@me`))
  },
  'reaction-counted-twice': async (client) => {
    const { user, message } = await posted(client)
    for (let at = 0; at < 2; at++) await user.put(`${message}/reactions/ok/@me`)
    return (await user.get(message)).json.reactions[0].count === 2
  },
}

prove(application, { walk, defects: { ...ofGuilds, ...ofChannels, ...ofMessages } })
