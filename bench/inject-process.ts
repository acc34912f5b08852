/** Injects one route of the race, in a process of its own: `inject-process.js TARGET ROUTE COUNT`. Tells the CPU of a request. */
import { ROUTES } from './routes/routes.ts'

type Options = Record<string, unknown>
interface Framework {
  route(options: Options): unknown
  ready(): PromiseLike<unknown>
  inject(options: Options): PromiseLike<{ statusCode: number; payload: string }>
}

const [target = '', routeName, count = '0'] = process.argv.slice(2)
const { method, pattern, path, body, schema, answer } = ROUTES.find(({ name }) => name === routeName)!

async function factory(): Promise<() => Framework> {
  if (target.startsWith('fastify')) return (await import(target)).default
  return (await import('touchstone')).default as never
}

const app = (await factory())()
app.route({ method, url: pattern, schema, handler: async (request: never) => answer(request) })
await app.ready()

const headers = body === undefined ? {} : { 'content-type': 'application/json' }
// A `server` is passed on to light-my-request, which then makes all of the request.
const more = target === 'light-my-request' ? { server: {} } : {}
const ask = () => app.inject({ method, url: path, headers, ...(body && { payload: body }), ...more })

async function run(requests: number): Promise<number> {
  const before = process.cpuUsage()
  for (let request = 0; request < requests; request++) {
    const { statusCode, payload } = await ask()
    if (statusCode !== 200 || payload === '') throw new Error(`${target} answered ${statusCode} ${payload}`)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

await run(Number(count) / 4)
process.send!({ cpu: await run(Number(count)) })
