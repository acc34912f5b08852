/** What a configuration says of identities is checked before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfIdentities } from './identities.ts'

test('a wrong identity is told with its place and with what would be right', () => {
  const faults: [unknown, RegExp][] = [
    [[], /a list of at least one/],
    [[{ name: 1 }], /^identities\[0\] needs a "name"/],
    [[{ name: 'a' }], /needs "headers" \(or "query"\) or a "login"/],
    [
      [{ name: 'a', headers: { 'x-key': 'a\nb' } }],
      /^identities\[0\]\.headers has "x-key": "a\\nb", which no header can be/,
    ],
    [[{ name: 'a', headers: { 'x key': 'a' } }], /headers has "x key"/],
    [[{ name: 'a', headers: ['x'] }], /headers is an object of texts/],
    [[{ name: 'a', headers: { a: 1 } }], /"a" is none/],
    [[{ name: 'a', login: { url: 'login' } }], /a path such as \/login/],
    [[{ name: 'a', login: { url: '/login', headers: { a: '\r' } } }], /login\.headers has "a"/],
    [[{ name: 'a', login: { url: '/login', token: 'x' } }], /a JSON pointer such as \/access_token, not "x"/],
  ]
  for (const [identities, fault] of faults) assert.match(faultOfIdentities(identities) ?? 'none', fault)
  assert.equal(faultOfIdentities([{ name: 'a', headers: { authorization: 'Bearer {token}' } }]), null)
  assert.equal(faultOfIdentities([{ name: 'a', query: { 'api[key]': 'a b' } }]), null)
  assert.match(
    faultOfIdentities([{ name: 'a', query: { '': 'x' } }]) ?? 'none',
    /query has a text without a name/,
  )
})
