/** What the requests of a finding show on a fresh application, as a text that can be compared with that of another one. */
import type { Finding, WireRequest } from 'touchstone/fuzz'
import type { App, Injection } from '../application.ts'

/** Milliseconds until a request counts as unanswered. */
const TIMEOUT = 2000

/** Builds a fresh application: with some defects, the same ones each time. */
type Fresh = () => App

export async function observe(finding: Finding, fresh: Fresh): Promise<string> {
  const { check, requests, together } = finding
  if (together) return concurrent(finding, together.wrong, fresh)
  if (check === 'inject-socket' || check === 'header-case') return overSocket(finding, fresh)
  const app = fresh()
  try {
    let last: Injection | null = null
    for (const request of requests) last = await ask(app, request)
    return shownBy(finding, last)
  } finally {
    await app.close()
  }
}

/** Null where no answer came in time. */
function ask(app: App, { method, url, headers, body }: WireRequest): Promise<Injection | null> {
  const asked = app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), TIMEOUT)
    Promise.resolve(asked).then((answer) => {
      clearTimeout(timer)
      resolve(answer)
    }, reject)
  })
}

/** Of an answer, what the check of the finding is about. */
function shownBy({ check, meant }: Finding, answer: Injection | null): string {
  if (answer === null) return 'no answer'
  const { statusCode: status, payload } = answer
  switch (check) {
    case 'no-5xx':
      return status >= 500 ? 'a 5xx' : 'no 5xx'
    case 'hang':
    case 'crash':
      return 'an answer'
    case 'undeclared-status':
      return `status ${status}`
    case 'invalid-rejected':
    case 'valid-accepted':
    case 'unvalidated-media-type':
      return [400, 415].includes(status) ? 'rejected' : 'accepted'
    case 'auth-missing':
    case 'auth-altered-key':
      return [401, 403].includes(status) ? 'rejected' : 'accepted'
    default:
      return meant === undefined ? `${status} ${settled(payload)}` : `${status} ${at(payload, meant.pointer)}`
  }
}

/** Whether a fresh application with all defects shows what the report says. */
export function reproduces(finding: Finding, shown: string): boolean {
  const { check, answer, together } = finding
  if (together) return shown === 'another than alone'
  if (check === 'inject-socket' || check === 'header-case') return shown === 'another'
  if (check === 'hang') return shown === 'no answer'
  if (check === 'crash') return shown === 'the process ended'
  if (answer === null) return true
  const told = shownBy(finding, { statusCode: answer.status, headers: {}, payload: answer.body })
  // Ids are other ones where the requests before are missing.
  return /^\d/.test(told) ? shown.split(' ')[0] === told.split(' ')[0] : shown === told
}

function at(payload: string, pointer: string): string {
  try {
    let value: unknown = JSON.parse(payload)
    for (const token of pointer.split('/').slice(1))
      value = (value as Record<string, unknown>)?.[token.replaceAll('~1', '/').replaceAll('~0', '~')]
    return settled(JSON.stringify(value) ?? 'absent')
  } catch {
    return settled(payload)
  }
}

/** Without what is another one in each run: times, and ids that are drawn. */
function settled(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '(time)')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(uuid)')
}

async function concurrent({ requests }: Finding, wrong: number, fresh: Fresh): Promise<string> {
  const app = fresh()
  try {
    const alone = await ask(app, requests[wrong]!)
    const answers = await Promise.all(requests.map((one) => ask(app, one)))
    const same = settled(answers[wrong]?.payload ?? '') === settled(alone?.payload ?? '')
    return same ? 'the same as alone' : 'another than alone'
  } finally {
    await app.close()
  }
}

async function overSocket({ requests, check }: Finding, fresh: Fresh): Promise<string> {
  const last = requests.at(-1)!
  const lower = Object.entries(last.headers).map(([name, value]) => [name.toLowerCase(), value])
  const injected = check === 'header-case' ? { ...last, headers: Object.fromEntries(lower) } : last
  const app = fresh()
  try {
    const inside = await ask(app, injected)
    const { request } = await import('node:http')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const outside = await new Promise<string>((resolve, reject) => {
      const { method, url, headers, body } = last
      const sent = request(`${address}${url}`, { method, headers: { ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve(`${response.statusCode} ${text}`))
      })
      sent.setTimeout(TIMEOUT, () => sent.destroy(new Error('no answer')))
      sent.on('error', reject).end(body)
    })
    return settled(outside) === settled(`${inside?.statusCode} ${inside?.payload}`) ? 'the same' : 'another'
  } finally {
    await app.close()
  }
}
