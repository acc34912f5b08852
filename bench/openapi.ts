/**
 * The document of 1,000 routes beside their boot: `node dist/bench/openapi.js [ROUNDS]`. Each round has a new application, with
 * schemas of its own for each route and a shared one for all.
 */
import touchstone from '../src/index.ts'

const ROUTES = 1000

function declare(): ReturnType<typeof touchstone> {
  const app = touchstone()
  app.addSchema({
    $id: 'user',
    type: 'object',
    properties: { id: { type: 'integer' }, friend: { $ref: '#' }, name: { type: 'string' } },
  })
  for (let at = 0; at < ROUTES; at++) {
    const own = { type: 'object', properties: { [`p${at}`]: { type: 'string' }, user: { $ref: 'user#' } } }
    const schema = {
      params: { id: { type: 'integer' } },
      querystring: { type: 'object', properties: { [`q${at}`]: { type: 'boolean' } } },
      body: own,
      response: { 200: own },
    }
    app.post(`/r${at}/:id`, { schema }, async () => ({}) as never)
  }
  return app
}

/** CPU milliseconds, since other programs may run. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

const rounds = Number(process.argv[2] ?? 7)
const measured: { boot: number; '3.1': number; '3.0': number }[] = []
for (let round = 0; round < rounds; round++) {
  let app = touchstone()
  const boot = await timed(async () => {
    app = declare()
    await app.ready()
  })
  const of = (version: '3.1' | '3.0'): Promise<number> => timed(() => app.openapi({ version }))
  measured.push({ boot, '3.1': await of('3.1'), '3.0': await of('3.0') })
  await app.close()
}
const shown = (['boot', '3.1', '3.0'] as const).map(
  (key) => `${key} ${median(measured.map((one) => one[key])).toFixed(0)} ms`,
)
process.stdout.write(`${ROUTES} routes, median of ${rounds} rounds in CPU time: ${shown.join(', ')}\n`)
