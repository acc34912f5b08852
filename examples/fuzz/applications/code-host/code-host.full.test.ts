/** The code host: a user works with a repository, and each defect has a sequence of requests that shows it. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'
import { costOf, growthOf, prove } from '../prove.ts'
import { application } from './index.ts'
import { TOKENS } from './state.ts'

const as = (client: Client, who: keyof typeof TOKENS = 'alice') =>
  client.with({ authorization: `token ${TOKENS[who]}` })
const REPO = '/api/v1/repos/alice/hello-world'

async function issue(client: Client, more: object = {}): Promise<string> {
  const { json, status } = await as(client).post(`${REPO}/issues`, { title: 'It is wrong', ...more })
  assert.equal(status, 201)
  return `${REPO}/issues/${json.number}`
}

async function walk(client: Client): Promise<void> {
  const alice = as(client)
  await client.get('/api/v1/version')
  await client.get('/api/v1/repos/search?q=hello&sort=name')
  await client.get(REPO)
  await client.get('/api/v1/users/bob')
  assert.equal((await alice.get('/api/v1/user')).json.login, 'alice')
  await alice.get('/api/v1/user/repos')
  await alice.get('/api/v1/user/tokens')
  const { sha1 } = (await alice.post('/api/v1/user/tokens', { name: 'ci' })).json
  const ci = client.with({ authorization: `token ${sha1}` })
  const made = await ci.post('/api/v1/user/repos', {
    name: 'tools',
    auto_init: true,
    license: 'GPL-3.0-only',
  })
  assert.equal(made.json.full_name, 'alice/tools')
  await alice.patch('/api/v1/repos/alice/tools', { name: 'Tools2', private: true })
  assert.equal((await as(client, 'bob').get('/api/v1/repos/alice/tools2')).status, 404)
  await alice.put('/api/v1/repos/alice/tools2/collaborators/bob')
  assert.equal((await as(client, 'bob').get('/api/v1/repos/alice/tools2')).status, 200)
  await alice.put('/api/v1/repos/alice/tools2/topics', { topics: ['a-topic'] })
  assert.deepEqual((await alice.get('/api/v1/repos/alice/tools2/topics')).json.topics, ['a-topic'])
  await alice.put('/api/v1/repos/alice/tools2/subscription')
  await alice.delete('/api/v1/repos/alice/tools2/subscription')
  await alice.delete('/api/v1/repos/alice/tools2')
  const label = (await alice.post(`${REPO}/labels`, { name: 'x'.repeat(50), color: '#00aabb' })).json
  await client.get(`${REPO}/labels`)
  await alice.patch(`${REPO}/labels/${label.id}`, { color: 'ffffff' })
  const milestone = (await alice.post(`${REPO}/milestones`, { title: '1.0' })).json
  const at = await issue(client, { labels: [label.id], milestone: milestone.id, assignees: ['bob'] })
  assert.equal((await client.get(at)).json.milestone.title, '1.0')
  assert.equal((await client.get(`${REPO}/issues?state=all&labels=${label.name}`)).json.length, 1)
  await client.get(`${REPO}/milestones`)
  await alice.patch(at, { state: 'closed' })
  await alice.post(`${at}/deadline`, { due_date: '1950-01-01T00:00:00Z' })
  await alice.put(`${at}/labels`, { labels: [] })
  const comment = (await alice.post(`${at}/comments`, { body: 'Yes' })).json
  await client.get(`${at}/comments`)
  await alice.patch(`${REPO}/issues/comments/${comment.id}`, { body: 'No' })
  await alice.delete(`${REPO}/issues/comments/${comment.id}`)
  await alice.delete(`${REPO}/milestones/${milestone.id}`)
  await alice.delete(`${REPO}/labels/${label.id}`)
  assert.equal((await client.post('/api/v1/markdown', { text: '[a] [b] [' })).json.links, 2)
}

prove(application, {
  walk,
  defects: {
    'label-of-fifty': async (client) =>
      (await as(client).post(`${REPO}/labels`, { name: 'x'.repeat(50), color: 'ffffff' })).status === 500,
    'seconds-without-sign': async (client) => {
      const at = await issue(client)
      const { status } = await as(client).post(`${at}/deadline`, { due_date: '1969-12-31T00:00:00Z' })
      return status === 500
    },
    'any-label': async (client) => {
      const { id } = (await client.get(`${REPO}/labels`)).json[0]
      return (await as(client).patch(`${REPO}/labels/${id}`, { color: ['red'] })).status === 500
    },
    'half-a-name': async (client) =>
      (await as(client).patch(REPO, { name: 'hello' })).json.full_name === 'hello',
    'nobody-reads-the-errors': async (client) => (await client.post('/api/v1/markdown', {})).status === 500,
    'closed-issues-not-declared': async (client) => {
      await as(client).post(`${REPO}/milestones`, { title: '1.0' })
      return (await client.get(`${REPO}/milestones`)).json[0].closed_issues === undefined
    },
    'no-such-license': async (client) => {
      const body = { name: 'new', auto_init: true, license: 'GPL-3.0-only' }
      return (await as(client).post('/api/v1/user/repos', body)).status === 500
    },
    'the-current-user': async (client) => {
      const both = await Promise.all([
        as(client, 'alice').get('/api/v1/user'),
        as(client, 'bob').get('/api/v1/user'),
      ])
      return both[0].json.login === 'bob'
    },
    'comments-of-others': async (client) => {
      const at = await issue(client)
      const { id } = (await as(client).post(`${at}/comments`, { body: 'Mine' })).json
      return (await as(client, 'bob').delete(`${REPO}/issues/comments/${id}`)).status === 204
    },
    'issues-without-repository': async (client) => {
      await as(client).delete(REPO)
      return (await client.get(`${REPO}/issues`)).status === 200
    },
    'pages-of-ten': async (client) => {
      const at = await issue(client)
      for (let n = 0; n < 4; n++) await as(client).post(`${at}/comments`, { body: String(n) })
      return (await client.get(`${at}/comments?page=2&limit=2`)).json.length === 0
    },
    'every-search-is-kept': async (client) => {
      const search = () => client.get('/api/v1/repos/search?q=hello')
      await search()
      const growth = await growthOf(async () => {
        for (let n = 0; n < 100; n++) await search()
      })
      return growth > 2_500_000
    },
    'brackets-in-brackets': async (client) => {
      const text = (length: number) =>
        costOf(() => client.post('/api/v1/markdown', { text: '['.repeat(length) }))
      await text(10)
      return (await text(4_000)) > 30
    },
    'the-same-number': async (client) => {
      const two = await Promise.all([1, 2].map((n) => as(client).post(`${REPO}/issues`, { title: `${n}` })))
      return two[0]!.json.number === two[1]!.json.number
    },
    'milestone-is-gone': async (client) => {
      const { id } = (await as(client).post(`${REPO}/milestones`, { title: '1.0' })).json
      const at = await issue(client, { milestone: id })
      await as(client).delete(`${REPO}/milestones/${id}`)
      return (await client.get(at)).status === 500
    },
    'locked-is-not-declared': async (client) => {
      await as(client).patch(REPO, { archived: true })
      return (await as(client).post(`${REPO}/issues`, { title: 'Late' })).status === 423
    },
    'token-and-more': async (client) => {
      const altered = client.with({ authorization: `token ${TOKENS.alice}0` })
      return (await altered.get('/api/v1/user/repos')).status === 200
    },
  },
})
