/** The administration: a machine works with its tenant, and each defect has a sequence of requests that shows it. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'
import { growthOf, prove, uncaughtIn } from '../prove.ts'
import { application } from './index.ts'
import { CLIENTS } from './state.ts'

async function token(client: Client, who: keyof typeof CLIENTS = 'alpha'): Promise<string> {
  const { id, secret } = CLIENTS[who]
  const body = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
  return (await client.post('/oidc/token', body)).json.access_token
}

async function login(client: Client, who: keyof typeof CLIENTS = 'alpha'): Promise<Client> {
  return client.with({ authorization: `Bearer ${await token(client, who)}` })
}

async function user(alpha: Client, username = 'someone'): Promise<string> {
  const { json, status } = await alpha.post('/api/users', { username, password: 'something' })
  assert.equal(status, 201)
  return `/api/users/${json.id}`
}

async function organization(alpha: Client, name = 'The first'): Promise<string> {
  return (await alpha.post('/api/organizations', { name })).json.id
}

const LATER = 4_000_000_000_000

async function walk(client: Client): Promise<void> {
  await client.get('/api/status')
  const { client_id, client_secret } = (await client.post('/oidc/reg', { client_name: 'a tool' })).json
  const body = { grant_type: 'client_credentials', client_id, client_secret }
  const { refresh_token } = (await client.post('/oidc/token', body)).json
  const again = { grant_type: 'refresh_token', client_id, refresh_token }
  const { access_token } = (await client.post('/oidc/token', again)).json
  const alpha = client.with({ authorization: `Bearer ${access_token}` })
  const at = await user(alpha)
  assert.equal((await alpha.get('/api/users?page_size=1&search=some')).json.length, 1)
  const { id } = (await alpha.get(at)).json
  await alpha.patch(at, { name: 'Some One', primaryEmail: 'some@example.org' })
  await alpha.patch(`${at}/password`, { password: 'x'.repeat(256) })
  await alpha.post(`${at}/password/verify`, { password: 'x'.repeat(256) })
  assert.equal((await alpha.get(`${at}/has-password`)).json.hasPassword, true)
  await alpha.patch(`${at}/is-suspended`, { isSuspended: true })
  await alpha.patch(`${at}/custom-data`, { customData: { theme: { dark: true } } })
  assert.deepEqual((await alpha.get(`${at}/custom-data`)).json, { theme: { dark: true } })
  await alpha.post(`${at}/personal-access-tokens`, { name: 'ci', expiresAt: 9007199254740991 })
  assert.equal((await alpha.get(`${at}/personal-access-tokens`)).json.length, 1)
  await alpha.delete(`${at}/personal-access-tokens/ci`)
  const role = (await alpha.post('/api/roles', { name: 'admin', description: '' })).json
  await alpha.get('/api/roles?type=User')
  assert.equal((await alpha.put(`${at}/roles`, { roleIds: [role.id] })).json.length, 1)
  await alpha.delete(`/api/roles/${role.id}`)
  const made = await organization(alpha)
  await alpha.get('/api/organizations')
  await alpha.get(`/api/organizations/${made}`)
  await alpha.patch(`/api/organizations/${made}`, { description: 'All' }, { 'if-match': '"1"' })
  assert.equal((await alpha.post(`/api/organizations/${made}/users`, { userIds: [id] })).status, 201)
  assert.equal((await alpha.get(`/api/organizations/${made}/users`)).json.length, 1)
  await alpha.delete(`/api/organizations/${made}/users/${id}`)
  const invitation = { invitee: 'a@example.org', organizationId: made, expiresAt: LATER }
  const invited = (await alpha.post('/api/organization-invitations', invitation)).json
  await alpha.get(`/api/organization-invitations?organizationId=${made}`)
  await alpha.get(`/api/organization-invitations/${invited.id}`)
  const accepted = { status: 'Accepted', acceptedUserId: id }
  await alpha.put(`/api/organization-invitations/${invited.id}/status`, accepted)
  await alpha.delete(`/api/organizations/${made}`)
  await alpha.delete(at)
  assert.ok((await alpha.get('/api/logs')).json.length > 0)
}

prove(application, {
  walk,
  defects: {
    'password-beyond-the-table': async (client) => {
      const alpha = await login(client)
      const body = { password: 'x'.repeat(256) }
      return (await alpha.patch(`${await user(alpha)}/password`, body)).status === 500
    },
    'nul-in-a-name': async (client) => {
      const body = { username: 'someone', name: 'a\0b' }
      return (await (await login(client)).post('/api/users', body)).status === 500
    },
    'token-of-the-far-future': async (client) => {
      const alpha = await login(client)
      const body = { name: 'ci', expiresAt: 9007199254740991 }
      return (await alpha.post(`${await user(alpha)}/personal-access-tokens`, body)).status === 500
    },
    'refresh-of-nothing': async (client) => {
      const body = { grant_type: 'refresh_token', client_id: CLIENTS.alpha.id, refresh_token: 'none' }
      return (await client.post('/oidc/token', body)).status === 500
    },
    'roles-for-everybody': async (client) => (await client.get('/api/roles')).status === 200,
    'signature-not-compared': async (client) => {
      const altered = `${(await token(client)).split('.')[0]}.0`
      return (await client.get('/api/users', { authorization: `Bearer ${altered}` })).status === 200
    },
    'users-of-other-tenants': async (client) => {
      const at = await user(await login(client))
      return (await (await login(client, 'beta')).get(at)).status === 200
    },
    'organizations-of-other-tenants': async (client) => {
      const id = await organization(await login(client))
      return (await (await login(client, 'beta')).delete(`/api/organizations/${id}`)).status === 204
    },
    'password-of-the-deleted': async (client) => {
      const alpha = await login(client)
      const at = await user(alpha)
      await alpha.delete(at)
      return (await alpha.get(`${at}/has-password`)).status === 200
    },
    'custom-data-not-kept': async (client) => {
      const alpha = await login(client)
      const at = await user(alpha)
      await alpha.patch(`${at}/custom-data`, { customData: { a: 1 } })
      return (await alpha.get(`${at}/custom-data`)).json.a === undefined
    },
    'roles-twice': async (client) => {
      const alpha = await login(client)
      const at = await user(alpha)
      const roleIds = [(await alpha.post('/api/roles', { name: 'admin', description: '' })).json.id]
      await alpha.put(`${at}/roles`, { roleIds })
      return (await alpha.put(`${at}/roles`, { roleIds })).json.length === 2
    },
    'tenant-of-the-last-request': async (client) => {
      const [alpha, beta] = [await login(client), await login(client, 'beta')]
      const [first] = await Promise.all([alpha.get('/api/organizations'), beta.get('/api/organizations')])
      return first.json[0].name === 'beta'
    },
    'last-of-each-page': async (client) => {
      const alpha = await login(client)
      for (const name of ['one', 'two', 'three']) await user(alpha, name)
      return (await alpha.get('/api/users?page_size=2')).json.length === 1
    },
    'every-attempt-is-kept': async (client) => {
      const alpha = await login(client)
      const at = await user(alpha)
      const verify = () => alpha.post(`${at}/password/verify`, { password: 'something' })
      await verify()
      const growth = await growthOf(async () => {
        for (let n = 0; n < 100; n++) await verify()
      })
      return growth > 2_500_000
    },
    'invitation-of-yesterday': async (client) => {
      const alpha = await login(client)
      const organizationId = await organization(alpha)
      const body = { invitee: 'a@example.org', organizationId, expiresAt: 1 }
      return (await uncaughtIn(() => alpha.post('/api/organization-invitations', body))).length === 1
    },
    'never-signed-in': async (client) => {
      const alpha = await login(client)
      const { json } = await alpha.patch(`${await user(alpha)}/is-suspended`, { isSuspended: true })
      return json.lastSignInAt !== null
    },
    'invited-to-nothing': async (client) => {
      const alpha = await login(client)
      const organizationId = await organization(alpha)
      const body = { invitee: 'a@example.org', organizationId, expiresAt: LATER }
      const { id } = (await alpha.post('/api/organization-invitations', body)).json
      await alpha.delete(`/api/organizations/${organizationId}`)
      const acceptedUserId = (await user(alpha)).split('/').at(-1)
      const accepted = { status: 'Accepted', acceptedUserId }
      return (await alpha.put(`/api/organization-invitations/${id}/status`, accepted)).status === 500
    },
    'tag-in-any-form': async (client) => {
      const alpha = await login(client)
      const at = `/api/organizations/${await organization(alpha)}`
      return (await alpha.patch(at, {}, { 'if-match': 'W/1' })).status === 500
    },
    'type-in-lower-case': async (client) => {
      const alpha = await login(client)
      return (await alpha.post('/api/roles', { name: 'admin', description: '' })).json.type === 'user'
    },
    'conflict-not-declared': async (client) => {
      const alpha = await login(client)
      await organization(alpha)
      return (await alpha.post('/api/organizations', { name: 'The first' })).status === 409
    },
  },
})
