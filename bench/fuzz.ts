/** How many requests a second the fuzzer makes: a small validated route, the random phase, one process. `npm run bench:fuzz`; `-- 10 coverage` with V8's counts. */
import { fuzz } from '../fuzz/index.ts'
import { countBranches } from '../fuzz/process/coverage.ts'
import touchstone from '../src/index.ts'

const seconds = Number(process.argv[2] ?? 10)
const schema = {
  body: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 20 },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      admin: { type: 'boolean' },
    },
    required: ['name', 'age'],
    additionalProperties: false,
  },
  response: { 200: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } } },
} as const

const branches = process.argv[3] === 'coverage' ? await countBranches(process.cwd()) : null
const app = touchstone()
app.post('/people', { schema }, async ({ body }) => ({ name: body.name, age: body.age }))

/** After a quarter of the time, and at the end: a forced collection throws away code that V8 has optimized, and costs a third of the rate. */
const heaps: number[] = []
const rates: number[] = []
/** By CPU time, which counts where other processes use the cores too. */
const ofCore: number[] = []
const started = performance.now()
let last = { requests: 0, at: started, cpu: process.cpuUsage() }
const report = await fuzz(app, {
  ...(branches ? { branches } : {}),
  maxRequests: Number.POSITIVE_INFINITY,
  maxTime: seconds * 1000,
  onProgress: ({ requests, phase }) => {
    const now = performance.now()
    if (phase !== 'random' || now - last.at < 1000) return
    const { user, system } = process.cpuUsage(last.cpu)
    rates.push(((requests - last.requests) / (now - last.at)) * 1000)
    ofCore.push(((requests - last.requests) / (user + system)) * 1e6)
    if (heaps.length === 0 && now - started > seconds * 250) heaps.push(heap())
    last = { requests, at: performance.now(), cpu: process.cpuUsage() }
  },
})

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

function middle(values: number[]): number {
  const sorted = values.slice(1).sort((left, right) => left - right)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

process.stdout.write(
  `${report.requests} requests in ${report.seconds.toFixed(1)} s; in the random phase ${middle(rates)} a second, ` +
    `${middle(ofCore)} a second of a core's work (medians), ${report.findings.length} findings\n`,
)
const [early, late] = [heaps[0] ?? 0, heap()]
process.stdout.write(
  `heap${globalThis.gc ? '' : ' (without --expose-gc)'}: ${early.toFixed(1)} MiB after a quarter, ${late.toFixed(1)} MiB at the end\n`,
)
if (report.findings.length > 0) process.exitCode = 1
