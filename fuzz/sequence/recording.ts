/** An HTTP archive (HAR 1.2), as browsers and proxies save a session, as requests to send again. */
import { isSchema } from '../schema/walk.ts'
import type { WireRequest } from '../target/target.ts'
import type { Recorded } from './replay.ts'

/** The content is no HTTP archive; the message says what would be right. */
export class RecordingError extends Error {
  override name = 'RecordingError'
}

/** What a client writes itself, and keys that have ended since. */
const LEFT_OUT =
  /^(:.*|host|connection|content-length|transfer-encoding|accept-encoding|cookie|authorization|proxy-authorization|if-.*|sec-.*|user-agent|origin|referer|x-api-key)$/i

/** The requests in the order of the recording, with what their answers had. Throws a RecordingError. */
export function recordingOf(content: unknown): Recorded[] {
  const log = isSchema(content) ? content['log'] : undefined
  const entries = isSchema(log) ? log['entries'] : undefined
  if (!Array.isArray(entries))
    throw new RecordingError('it is no HTTP archive, which has { "log": { "entries": [] } }.')
  return entries.map((entry, at) => {
    const request = isSchema(entry) ? requestOf(entry['request']) : null
    if (request === null)
      throw new RecordingError(`log.entries[${at}].request needs a "method" and a "url" with http or https.`)
    return { request, ...answerOf((entry as { response?: unknown }).response) }
  })
}

function requestOf(given: unknown): WireRequest | null {
  const { method, url, headers, postData } = (given ?? {}) as Record<string, unknown>
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return null
  const { pathname, search } = new URL(url)
  const text = isSchema(postData) ? postData['text'] : undefined
  return {
    method: method.toUpperCase(),
    url: pathname + search,
    headers: Object.fromEntries(pairsOf(headers).filter(([name]) => !LEFT_OUT.test(name))),
    ...(typeof text === 'string' && text !== '' ? { body: text } : {}),
  }
}

function answerOf(given: unknown): Omit<Recorded, 'request'> {
  const { headers, content } = (given ?? {}) as Record<string, unknown>
  const { text, encoding } = (content ?? {}) as Record<string, unknown>
  const location = pairsOf(headers).find(([name]) => name === 'location')?.[1]
  return {
    ...(typeof text === 'string' && encoding !== 'base64' ? { body: text } : {}),
    ...(location === undefined ? {} : { location }),
  }
}

function pairsOf(given: unknown): [name: string, value: string][] {
  if (!Array.isArray(given)) return []
  return given.flatMap((one) => {
    const { name, value } = (one ?? {}) as Record<string, unknown>
    return typeof name === 'string' && typeof value === 'string' ? [[name.toLowerCase(), value] as const] : []
  }) as [string, string][]
}
