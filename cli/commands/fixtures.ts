// `touchstone fixtures`: lists, shows, serves and checks the applications that are asked over HTTP alone.

import { IMPLEMENTATIONS } from '../../conformance/adapters/registry.ts'
import { casesOf, type Fixture, findFixture, loadFixtures } from '../../conformance/profile/fixtures.ts'
import { interruption } from '../../spec/interrupt.ts'
import { defineCommand, type ValuesOf } from '../options/command.ts'
import { knownFixture, refuseRemote } from '../options/fixture-options.ts'
import { runAndReport } from '../options/run-and-report.ts'
import { say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'
import { serveFixture } from '../serve/fixture-server.ts'
import { portOf, untilAborted } from '../serve/serve.ts'

const HELP = `touchstone fixtures                          lists them
touchstone fixtures serve NAME [--port N] [--implementation NAME]
touchstone fixtures check NAME URL
`

const OPTIONS = {
  port: { type: 'string' },
  implementation: { type: 'string' },
  'allow-remote': { type: 'boolean' },
} as const

export const command = defineCommand({ name: 'fixtures', help: HELP, options: OPTIONS, run: fixtures })

async function fixtures(
  values: ValuesOf<typeof OPTIONS>,
  [verb = 'list', ...rest]: string[],
): Promise<number> {
  if (verb === 'list') return list()
  if (verb === 'serve') return serve(values, rest)
  if (verb === 'check') return check(values, rest)
  throw new UsageError(
    `touchstone fixtures ${verb} is no command; there are list, show, serve and check.`,
    HELP,
  )
}

function list(): number {
  const all = loadFixtures()
  for (const one of all) say(`${one.name.padEnd(26)}${String(assertionsOf(one)).padStart(4)}  ${one.title}\n`)
  const total = all.reduce((sum, one) => sum + assertionsOf(one), 0)
  say(`\n${all.length} fixtures, ${total} assertions.\n`)
  return EXIT.ok
}

function assertionsOf(fixture: Fixture): number {
  return casesOf([fixture]).reduce((sum, { body }) => sum + body.exchanges.length, 0)
}

async function serve(values: ValuesOf<typeof OPTIONS>, [name]: string[]): Promise<number> {
  const { implementation = 'touchstone' } = values
  if (name === undefined) throw new UsageError('The name of the fixture is missing.', HELP)
  if (!IMPLEMENTATIONS.includes(implementation))
    throw new UsageError(
      `There is no implementation "${implementation}"; there are ${IMPLEMENTATIONS.join(', ')}.`,
    )
  const fixture = findFixture(knownFixture(name))
  const { address, application } = await serveFixture(fixture, implementation, portOf(values.port))
  say(`${fixture.name} on ${implementation}: ${address}/  (Ctrl-C ends)\n`)
  await untilAborted(interruption())
  await application.close()
  return EXIT.ok
}

async function check(values: ValuesOf<typeof OPTIONS>, [name, url]: string[]): Promise<number> {
  if (name === undefined || url === undefined) throw new UsageError('check takes a fixture and a URL.', HELP)
  refuseRemote(url, values['allow-remote'] === true)
  const { code } = await runAndReport(
    {
      implementations: [url],
      filter: [],
      transports: ['socket'],
      targets: [],
      fixtures: [knownFixture(name)],
    },
    interruption(),
  )
  return code
}
