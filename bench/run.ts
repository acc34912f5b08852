/** `npm run bench`: the race over sockets and the race of the boots, as ratios with their spread. */
import { parseArgs } from 'node:util'
import { type BOOT_TARGETS, type BootResults, bootRace, SCENES } from './boot.ts'
import {
  CONNECTION_TARGETS,
  type ConnectionResults,
  type Connections,
  connectionRace,
} from './connections.ts'
import { injectRace, injectReport } from './inject.ts'
import { type Results, race, TARGETS, type Target } from './race.ts'
import { ROUTES } from './routes/routes.ts'
import { KINDS, SCHEMA_SCENES, type SchemaResults, schemaRace } from './schemas.ts'
import { chart, median, ratios, shownRatio, table } from './table.ts'

const HELP = `npm run bench -- [--rounds 5] [--seconds 2] [--connections 64] [--boot-rounds 3] [--only race|boot|schemas|connections|inject]
                 [--route hello,users] [--idle 10000]

sketch does the work of a route without a framework; touchstone has its default engine, touchstone-node the engine 'node'.
Ratios are touchstone / the other, round by round: the median, and the least and greatest in brackets. Below 1 touchstone
needs less. CPU is that of the server's process alone, divided by the requests it answered.`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
    'boot-rounds': { type: 'string', default: '3' },
    only: { type: 'string' },
    route: { type: 'string' },
    idle: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
})

function positive(name: string, text: string, most = 1000): number {
  const value = Number(text)
  if (value > 0 && value < most) return value
  process.stderr.write(
    `--${name} is '${text}'; right would be a number above 0 and below ${most}\n\n${HELP}\n`,
  )
  process.exit(3)
}

const PARTS: readonly string[] = ['schemas', 'race', 'boot', 'connections', 'inject']
const ROUTE_NAMES = ROUTES.map(({ name }) => name)

function oneOf(name: string, text: string | undefined, right: readonly string[]): string | undefined {
  if (text === undefined || right.includes(text)) return text
  process.stderr.write(`--${name} is '${text}'; right would be one of ${right.join(', ')}\n\n${HELP}\n`)
  process.exit(3)
}

const report = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  else process.stderr.write(`${text}\n`)
}

/** Each of the first beside each of the others. */
const MEASURED = ['touchstone', 'touchstone-node'] as const satisfies readonly Target[]
const OTHERS = ['sketch', 'node:http', 'fastify-4.29', 'fastify-5'] as const satisfies readonly Target[]

function raceReport(results: Results): string {
  const cpu = (route: string, target: Target) =>
    results
      .get(route)!
      .get(target)!
      .map((one) => one.cpu)
  const speed = (route: string, target: Target) =>
    results
      .get(route)!
      .get(target)!
      .map((one) => one.perSecond)
  const tables = (values: typeof cpu) =>
    MEASURED.map((one) =>
      table(
        ['route', ...OTHERS.map((other) => `${one} / ${other}`)],
        [...results.keys()].map((name) => [
          name,
          ...OTHERS.map((other) => shownRatio(ratios(values(name, one), values(name, other)))),
        ]),
      ),
    ).join('\n\n')
  const bars = [...results.keys()].flatMap((name) =>
    TARGETS.map((target) => ({
      name: `${name} ${target}`,
      value: median(cpu(name, target)) / median(cpu(name, 'node:http')),
    })),
  )
  return [
    'CPU of the server per request, ratio (below 1: touchstone needs less)',
    '',
    tables(cpu),
    '',
    'Requests per second, ratio (above 1: touchstone answers more)',
    '',
    tables(speed),
    '',
    'CPU per request beside node:http, which validates nothing (median)',
    '',
    chart(bars, '× node:http'),
  ].join('\n')
}

function bootReport(results: BootResults): string {
  const of = (scene: string, target: (typeof BOOT_TARGETS)[number], key: 'all' | 'heap') =>
    results
      .get(scene)!
      .get(target)!
      .map((one) => one[key])
  const times = (scene: string, other: 'fastify-4.29' | 'fastify-5') => {
    const { low, median: middle, high } = ratios(of(scene, other, 'all'), of(scene, 'touchstone', 'all'))
    return `${middle.toFixed(1)}× (${low.toFixed(1)}–${high.toFixed(1)})`
  }
  const heaps = (scene: string, other: 'fastify-4.29' | 'fastify-5') =>
    shownRatio(ratios(of(scene, 'touchstone', 'heap'), of(scene, other, 'heap')))
  const head = ['1,000 routes', 'faster than 4.29', 'faster than 5', 'heap / 4.29', 'heap / 5']
  const rows = SCENES.map((scene) => [
    scene,
    times(scene, 'fastify-4.29'),
    times(scene, 'fastify-5'),
    heaps(scene, 'fastify-4.29'),
    heaps(scene, 'fastify-5'),
  ])
  return ['Boot: CPU time to ready plus the first request of each route', '', table(head, rows)].join('\n')
}

function schemaReport(results: SchemaResults): string {
  const ratio = (scene: string, kind: (typeof KINDS)[number], key: 'cold' | 'hot') => {
    const measured = results.get(scene)!.get(kind)!
    return shownRatio(
      ratios(
        measured.map((one) => one[key][0]),
        measured.map((one) => one[key][1]),
      ),
    )
  }
  const head = ['schema', 'validator / ajv, cold', 'hot', 'serializer / fast-json-stringify, cold', 'hot']
  const rows = SCHEMA_SCENES.map((scene) => [
    scene,
    ...KINDS.flatMap((kind) => [ratio(scene, kind, 'cold'), ratio(scene, kind, 'hot')]),
  ])
  return [
    'Schemas by themselves: CPU to compile one and use it once (cold), and of a use after 30,000 (hot)',
    '',
    table(head, rows),
  ].join('\n')
}

function connectionReport(results: ConnectionResults): string {
  const middle = (target: (typeof CONNECTION_TARGETS)[number], key: keyof Connections) =>
    median(results.get(target)!.map((one) => one[key]))
  const rows = CONNECTION_TARGETS.map((target) => [
    target,
    `${(middle(target, 'idle') / 1024).toFixed(1)} KiB`,
    `${(middle(target, 'resident') / 1024 / 1024).toFixed(0)} MiB`,
    shownRatio(
      ratios(
        results.get(target)!.map((one) => one.p99),
        results.get('fastify-5')!.map((one) => one.p99),
      ),
    ),
  ])
  return [
    'Connections: resident memory of an idle one, of the server under load, and the slowest of 100 answers beside Fastify 5',
    '',
    table(['server', 'idle connection', 'under load', 'p99 / fastify-5'], rows),
  ].join('\n')
}

if (values.help) process.stdout.write(`${HELP}\n`)
else {
  const settings = {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: positive('connections', values.connections),
    routes: values.route?.split(',').map((name) => oneOf('route', name, ROUTE_NAMES)!),
  }
  const parts: string[] = []
  oneOf('only', values.only, PARTS)
  const runs = (name: string): boolean => values.only === undefined || values.only === name
  if (runs('schemas')) parts.push(schemaReport(await schemaRace(settings.rounds, report)))
  if (runs('inject')) parts.push(injectReport(await injectRace(settings.rounds, report)))
  if (runs('race')) parts.push(raceReport(await race(settings, report)))
  if (runs('boot'))
    parts.push(bootReport(await bootRace(positive('boot-rounds', values['boot-rounds']), report)))
  if (runs('connections'))
    parts.push(
      connectionReport(
        await connectionRace({ ...settings, idle: positive('idle', values.idle, 20_000) }, report),
      ),
    )
  report('')
  process.stdout.write(`\n${parts.join('\n\n')}\n`)
}
