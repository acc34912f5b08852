/** Options of TLS have their effect on a handshake with each kind of server that has TLS. */
import assert from 'node:assert/strict'
import { constants, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import tls, { type TLSSocket } from 'node:tls'
import { CERTIFICATE } from '../../conformance/wire/certificate.ts'
import { GET, KINDS, type KindName, open, serve, TLS, talk } from './kinds.ts'
import { OTHER, REVOKED } from './other-certificate.ts'

type Client = tls.ConnectionOptions

const OLD = { maxVersion: 'TLSv1.2' } as const
const [SMALL, LARGE] = ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384']

/** What the client sees of a connection: null where the handshake failed. */
type Seen = string | null
const opened = (): string => 'opened'
const cipherOf = (socket: TLSSocket): string => socket.getCipher().name
const subjectOf = (socket: TLSSocket): string => String(socket.getPeerCertificate().subject.CN)

interface Row {
  readonly options: tls.TlsOptions
  /** what is handed on for comparison, without the option */
  readonly instead?: tls.TlsOptions
  readonly client?: Client
  readonly sees?: (socket: TLSSocket) => Seen
  /** with the option, and without */
  readonly given: Seen
  readonly without: Seen
}

const presharedKey = Buffer.from('a key that both know')
const psk = {
  ciphers: 'DHE-PSK-AES128-GCM-SHA256',
  pskCallback: (_socket: TLSSocket, identity: string) => (identity === 'me' ? presharedKey : null),
  dhparam: 'auto',
}

const HANDSHAKES: Record<string, Row> = {
  minVersion: { options: { minVersion: 'TLSv1.3' }, client: OLD, given: null, without: 'opened' },
  maxVersion: { options: OLD, client: { minVersion: 'TLSv1.3' }, given: null, without: 'opened' },
  secureProtocol: {
    options: { secureProtocol: 'TLSv1_2_method' },
    sees: (socket) => socket.getProtocol(),
    given: 'TLSv1.2',
    without: 'TLSv1.3',
  },
  secureOptions: {
    options: { secureOptions: constants.SSL_OP_NO_TLSv1_3 },
    sees: (socket) => socket.getProtocol(),
    given: 'TLSv1.2',
    without: 'TLSv1.3',
  },
  ciphers: {
    options: { ciphers: LARGE },
    client: { ...OLD, ciphers: SMALL },
    given: null,
    without: 'opened',
  },
  'honorCipherOrder: false': {
    options: { honorCipherOrder: false },
    client: { ...OLD, ciphers: `${LARGE}:${SMALL}` },
    sees: cipherOf,
    given: LARGE,
    without: SMALL,
  },
  ecdhCurve: {
    options: { ecdhCurve: 'P-384' },
    client: { ecdhCurve: 'P-256:P-384' },
    sees: (socket) => Reflect.get(Object(socket.getEphemeralKeyInfo()), 'name'),
    given: 'secp384r1',
    without: 'prime256v1',
  },
  sigalgs: {
    options: { sigalgs: 'ECDSA+SHA512' },
    client: { sigalgs: 'ECDSA+SHA256', ...OLD },
    given: null,
    without: 'opened',
  },
  'pskCallback, pskIdentityHint and dhparam': {
    options: { ...psk, pskIdentityHint: 'a hint' },
    client: {
      ...OLD,
      ciphers: psk.ciphers,
      checkServerIdentity: () => undefined,
      pskCallback: (hint) => ({ psk: presharedKey, identity: hint === 'a hint' ? 'me' : 'nobody' }),
    },
    sees: cipherOf,
    given: psk.ciphers,
    without: null,
  },
  SNICallback: {
    options: {
      SNICallback: (name, done) =>
        done(null, name === 'b.example' ? tls.createSecureContext(OTHER) : undefined),
    },
    client: { servername: 'b.example' },
    sees: subjectOf,
    given: 'other.example',
    without: 'localhost',
  },
  'pfx and passphrase': {
    options: { ...OTHER, cert: undefined, key: undefined },
    sees: subjectOf,
    given: 'other.example',
    without: 'localhost',
  },
  ALPNCallback: {
    options: { ALPNCallback: ({ protocols }: { protocols: string[] }) => protocols.at(-1) } as object,
    client: { ALPNProtocols: ['h2', 'http/1.1', 'last'] },
    sees: ({ alpnProtocol }) => (alpnProtocol === 'last' ? 'last' : 'another'),
    given: 'last',
    without: 'another',
  },
  requestCert: { options: { requestCert: true }, given: null, without: 'opened' },
  rejectUnauthorized: {
    options: { requestCert: true, rejectUnauthorized: false },
    instead: { requestCert: true },
    given: 'opened',
    without: null,
  },
  ca: {
    options: { requestCert: true, ca: CERTIFICATE },
    instead: { requestCert: true },
    client: OTHER,
    given: 'opened',
    without: null,
  },
  crl: {
    options: { requestCert: true, ca: CERTIFICATE, crl: REVOKED },
    instead: { requestCert: true, ca: CERTIFICATE },
    client: OTHER,
    given: null,
    without: 'opened',
  },
}

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'
const ANSWERED = /^HTTP\/1.1 200 [\s\S]*hello$|^\0/

/** What a client sees that is served. Some servers refuse it only after its handshake. */
async function look(kind: KindName, options: object, { client = {}, sees = opened }: Row): Promise<Seen> {
  const { app, port } = await serve(kind, {}, options)
  const socket = await open(kind, port, client).catch(() => null)
  let seen: Seen = null
  if (socket !== null) {
    const { text } = await talk(socket, KINDS[kind].version === 2 ? PREFACE : GET, { until: ANSWERED })
    if (ANSWERED.test(text)) seen = sees(socket as TLSSocket)
    socket.destroy()
  }
  await app.close()
  return seen
}

for (const [name, row] of Object.entries(HANDSHAKES))
  test(`${name} has its effect on a handshake`, { timeout: 30_000 }, async () => {
    for (const kind of TLS) {
      assert.equal(await look(kind, row.options, row), row.given, kind)
      assert.equal(await look(kind, row.instead ?? {}, row), row.without, kind)
    }
  })

test('ALPNProtocols are those that a client of HTTP/1 is offered', { timeout: 30_000 }, async () => {
  const ALPNProtocols = ['mine', 'http/1.1']
  const row = { client: { ALPNProtocols }, sees: ({ alpnProtocol }: TLSSocket) => String(alpnProtocol) }
  for (const kind of ['node-tls', 'fast-tls'] as const) {
    assert.equal(await look(kind, { ALPNProtocols }, { ...HANDSHAKES.ca!, ...row }), 'mine', kind)
    assert.equal(await look(kind, {}, { ...HANDSHAKES.ca!, ...row }), 'http/1.1', kind)
  }
})

/** Whether a session that one server has begun goes on at another. */
async function resumes(kind: KindName, first: object, second: object, later = 0): Promise<boolean> {
  const servers = [await serve(kind, {}, first), await serve(kind, {}, second)] as const
  const begun = (await open(kind, servers[0].port, OLD)) as TLSSocket
  const session = begun.getSession()
  await sleep(later)
  const resumed = (await open(kind, servers[1].port, { ...OLD, session })) as TLSSocket
  const reused = resumed.isSessionReused()
  for (const socket of [begun, resumed]) socket.destroy()
  for (const { app } of servers) await app.close()
  return reused
}

test('ticketKeys and sessionIdContext decide where a session goes on', { timeout: 30_000 }, async () => {
  const [one, two] = [{ ticketKeys: randomBytes(48) }, { ticketKeys: randomBytes(48) }]
  for (const kind of TLS) {
    assert.equal(await resumes(kind, one, one), true, kind)
    assert.equal(await resumes(kind, one, two), false, kind)
    const [here, there] = ['here', 'there'].map((sessionIdContext) => ({ ...one, sessionIdContext }))
    assert.equal(await resumes(kind, here!, here!), true, kind)
    assert.equal(await resumes(kind, here!, there!), false, kind)
  }
})

test('sessionTimeout ends a session', { timeout: 30_000 }, async () => {
  const keys = { ticketKeys: randomBytes(48) }
  const short = { ...keys, sessionTimeout: 1 }
  await Promise.all(
    TLS.map(async (kind) => {
      assert.equal(await resumes(kind, short, short, 2500), false, kind)
      assert.equal(await resumes(kind, keys, keys, 2500), true, kind)
    }),
  )
})
