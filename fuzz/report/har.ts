/** The requests of the findings as an HTTP archive 1.2, for browsers and proxies to open and to send again. */
import type { Finding, FuzzReport } from '../engine/finding.ts'
import type { WireRequest } from '../target/target.ts'

export function harReport(report: FuzzReport, version: string, startedAt: Date | null): unknown {
  const time = (startedAt ?? new Date(0)).toISOString()
  return {
    log: {
      version: '1.2',
      creator: { name: 'touchstone fuzz', version },
      entries: report.findings.flatMap((finding) =>
        finding.requests.map((request, at) =>
          entryOf(request, finding, at === finding.requests.length - 1, time),
        ),
      ),
    },
  }
}

function entryOf(request: WireRequest, finding: Finding, isLast: boolean, startedDateTime: string): unknown {
  const url = new URL(request.url, 'http://127.0.0.1:3000')
  const { body } = request
  const answer = isLast ? finding.answer : null
  return {
    startedDateTime,
    time: 0,
    comment: `${finding.id}: ${finding.why}`,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairsOf(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(body === undefined
        ? {}
        : {
            postData: { mimeType: request.headers['content-type'] ?? 'application/octet-stream', text: body },
          }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairsOf(answer?.headers ?? {}),
      content: {
        size: Buffer.byteLength(answer?.body ?? ''),
        mimeType: String(answer?.headers['content-type'] ?? ''),
        text: answer?.body ?? '',
      },
      redirectURL: String(answer?.headers['location'] ?? ''),
      headersSize: -1,
      bodySize: Buffer.byteLength(answer?.body ?? ''),
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}

function pairsOf(headers: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ name, value: String(one) })),
  )
}
