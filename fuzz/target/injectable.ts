/** A target as functions of a configuration see it: the instance, or an object with its `inject`. */
import type { Answer, Injectable, Injected, Target, WireRequest } from './target.ts'

/** Milliseconds. */
const TIMEOUT = 10_000

/** `send` is how a request goes out; by default the instance itself is returned where there is one. */
export function injectable(
  target: Target,
  send?: (request: WireRequest) => Promise<Answer | null>,
): Injectable {
  if (target.app && !send) return target.app as Injectable
  const ask = send ?? ((request) => target.ask(request, { timeout: TIMEOUT }))
  const inject: Injectable['inject'] = async (given) => {
    const {
      method = 'GET',
      url,
      headers = {},
      payload,
      body = payload,
    } = typeof given === 'string' ? { url: given } : given
    const isText = typeof body === 'string' || body === undefined
    const request = {
      method: method.toUpperCase(),
      url,
      headers: {
        ...(isText ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
      },
      ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
    }
    const answer = await ask(request)
    if (answer === null) throw new Error(`no answer to ${request.method} ${url}`)
    return injected(answer)
  }
  if (!target.app) return { inject }
  // Methods of the instance run on the instance itself, whose private fields a proxy does not have.
  return new Proxy(target.app, {
    get(app, key) {
      if (key === 'inject') return inject
      const value: unknown = Reflect.get(app, key, app)
      return typeof value === 'function' ? value.bind(app) : value
    },
  }) as Injectable
}

function injected({ status, headers, body }: Answer): Injected {
  return { statusCode: status, headers, payload: body, body, json: () => JSON.parse(body) as unknown }
}
