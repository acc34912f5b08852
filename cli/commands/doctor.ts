// `touchstone doctor IMPLEMENTATION`: checks an adapter. Each check prints ✓ or ✗, and what to do.

import { faultOfConnectable } from '../../conformance/adapters/connectable.ts'
import { type Check, examine } from '../../conformance/doctor/doctor.ts'
import { type Colors, createColors, showsColors } from '../../conformance/markup/colors.ts'
import { setIn, visible } from '../../conformance/markup/escape.ts'
import { isPeer } from '../../conformance/peer/address.ts'
import { endAtInterrupt } from '../../spec/interrupt.ts'
import { defineCommand } from '../options/command.ts'
import { say } from '../options/say.ts'
import { EXIT, factorOf, UsageError } from '../options/usage.ts'

const HELP = `touchstone doctor IMPLEMENTATION [--time-scale FACTOR]

Checks whether an adapter is right, before the implementation behind it is judged. IMPLEMENTATION is as for touchstone conform.

  --time-scale FACTOR    multiply all time limits of an adapter in another process (1)

Exit codes: 0 the adapter is right, 2 it is not, 3 wrong usage,
130 interrupted.
`

export const command = defineCommand({
  name: 'doctor',
  help: HELP,
  examples: [
    ['touchstone doctor js:./adapter.mjs', 'checks an adapter in JavaScript'],
    [
      "touchstone doctor 'exec:python3 adapter.py' --time-scale 3",
      'checks one in another process, with three times as much time',
    ],
  ],
  options: { 'time-scale': { type: 'string' } },
  run: (values, rest) => doctor(rest, factorOf('time-scale', values['time-scale'], 1)),
})

async function doctor(rest: string[], timeScale: number): Promise<number> {
  const [connectable, ...more] = rest
  if (connectable === undefined || more.length > 0)
    throw new UsageError(
      'doctor takes one implementation, as in touchstone doctor exec:"python3 adapter.py".',
    )
  const fault = faultOfConnectable(connectable)
  if (fault !== undefined) throw new UsageError(fault)
  if (isPeer(connectable))
    throw new UsageError(
      `${connectable} has no adapter to check: touchstone fixtures check NAME URL asks a server that serves a fixture.`,
    )
  // An adapter in this process may hold it: the signal itself ends that.
  if (/^(exec|tcp):/.test(connectable)) endAtInterrupt()
  const colors = createColors(showsColors(process.stdout))
  const checks: Check[] = []
  const tell = (check: Check): void => {
    checks.push(check)
    say(`${lineOf(check, colors)}\n`)
  }
  // An uncaught error of an adapter in this process is a failed check; the doctor continues.
  const uncaught = (error: unknown): void =>
    tell({
      name: 'leaves no error uncaught',
      outcome: 'wrong',
      detail: String((error as Error | null)?.message ?? error),
      advice: 'catch the error, or pass it to the caller',
    })
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', uncaught)
  const well =
    (await examine(connectable, tell, { timeScale })) && checks.every((one) => one.outcome !== 'wrong')
  const count = (outcome: Check['outcome']): number => checks.filter((one) => one.outcome === outcome).length
  const leftOut = count('left-out') > 0 ? `, ${count('left-out')} left out` : ''
  say(
    well
      ? `\n${colors.green('The adapter is right')}: ${count('ok')} checks${leftOut}. Next: touchstone conform ${quoted(connectable)}\n`
      : `\n${colors.red('The adapter is not right yet')}: ${count('wrong')} of ${checks.length} checks fail${leftOut}.\n`,
  )
  // Timers and connections that the implementation left open do not keep the process alive.
  const code = well ? EXIT.ok : EXIT.adapter
  return new Promise(() => process.stdout.write('', () => process.exit(code)))
}

function lineOf({ name: given, outcome, detail, advice }: Check, colors: Colors): string {
  const name = visible(given) // an adapter names itself
  if (outcome === 'ok') return `${colors.green('✓')} ${name}`
  if (outcome === 'left-out') return colors.dim(`– ${name}: left out, ${visible(detail ?? '')}`)
  return [
    `${colors.red('✗')} ${name}`,
    `    ${setIn(detail ?? '')}`,
    ...(advice === undefined ? [] : [`    ${colors.cyan('→')} ${advice}`]),
  ].join('\n')
}

function quoted(connectable: string): string {
  return /\s/.test(connectable) ? `'${connectable}'` : connectable
}
