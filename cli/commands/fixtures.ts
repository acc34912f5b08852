// `touchstone fixtures`: lists, shows, serves and checks the applications that are asked over HTTP alone.

import { IMPLEMENTATIONS } from '../../conformance/adapters/registry.ts'
import { didYouMean } from '../../conformance/markup/suggest.ts'
import { addressOf } from '../../conformance/peer/address.ts'
import { type Fixture, findFixture, loadFixtures } from '../../conformance/profile/fixtures.ts'
import { openApiOf } from '../../conformance/profile/pages/openapi.ts'
import { countOf, pageJson, pageText } from '../../conformance/profile/pages/page.ts'
import { pictureOf } from '../../conformance/profile/pages/picture.ts'
import { interruption } from '../../spec/interrupt.ts'
import { defineCommand, type ValuesOf } from '../options/command.ts'
import { knownFixture, refuseRemote } from '../options/fixture-options.ts'
import { runAndReport } from '../options/run-and-report.ts'
import { say } from '../options/say.ts'
import { countOf as countOption, EXIT, toldOfPort, UsageError } from '../options/usage.ts'
import { serveFixture } from '../serve/fixture-server.ts'
import { portOf, untilAborted } from '../serve/serve.ts'

const HELP = `touchstone fixtures [list]
touchstone fixtures show NAME [--json | --openapi | --svg]
touchstone fixtures serve NAME [--port N] [--implementation X]
touchstone fixtures check NAME URL [--details N]

A fixture is an application to build once in any framework, and to ask over HTTP alone: list names them, show prints the page of one,
serve starts one on this machine, and check asks a server that serves one. docs/tools/fixtures.md is the guide.

  --json                 show: the page as one JSON document, with all requests and answers
  --openapi              show: the routes as an OpenAPI 3.1 document
  --svg                  show: the contexts as a picture
  --port N               serve: the port on 127.0.0.1; a free one by default
  --implementation X     serve: touchstone (default), ${IMPLEMENTATIONS.slice(1).join(', ')}
  --details N            check: print at most N unexpected results in full (20)
  --allow-remote         check: also a server on another machine

Exit codes: those of conform.
`

const OPTIONS = {
  port: { type: 'string' },
  implementation: { type: 'string' },
  json: { type: 'boolean' },
  openapi: { type: 'boolean' },
  svg: { type: 'boolean' },
  details: { type: 'string' },
  'allow-remote': { type: 'boolean' },
} as const

export const command = defineCommand({
  name: 'fixtures',
  help: HELP,
  examples: [
    ['touchstone fixtures show first', 'the page of the first fixture'],
    ['touchstone fixtures check first http://127.0.0.1:8080', 'asks a server that serves it'],
  ],
  options: OPTIONS,
  run: fixtures,
})

async function fixtures(
  values: ValuesOf<typeof OPTIONS>,
  [verb = 'list', ...rest]: string[],
): Promise<number> {
  if (verb === 'list') return list()
  if (verb === 'show') return show(values, rest)
  if (verb === 'serve') return serve(values, rest)
  if (verb === 'check') return check(values, rest)
  throw new UsageError(
    `touchstone fixtures ${verb} is no command; there are list, show, serve and check.${didYouMean(verb, ['list', 'show', 'serve', 'check'])}`,
    HELP,
  )
}

function list(): number {
  const all = loadFixtures()
  for (const one of all) say(`${one.name.padEnd(26)}${String(countOf(one)).padStart(4)}  ${one.title}\n`)
  const total = all.reduce((sum, one) => sum + countOf(one), 0)
  say(`\n${all.length} fixtures, ${total} assertions.\n`)
  return EXIT.ok
}

const FORMS: Record<'text' | 'json' | 'openapi' | 'svg', (fixture: Fixture) => string> = {
  text: pageText,
  json: (fixture) => `${JSON.stringify(pageJson(fixture), null, 2)}\n`,
  openapi: (fixture) => `${JSON.stringify(openApiOf(fixture), null, 2)}\n`,
  svg: pictureOf,
}

function show(values: ValuesOf<typeof OPTIONS>, rest: string[]): number {
  const fixture = named(rest, 1)
  const forms = (['json', 'openapi', 'svg'] as const).filter((name) => values[name])
  if (forms.length > 1)
    throw new UsageError(`${forms.map((name) => `--${name}`).join(' and ')} are two documents: name one.`)
  process.stdout.write(FORMS[forms[0] ?? 'text'](fixture))
  return EXIT.ok
}

/** The fixture that a command names, where it takes so many arguments. */
function named([name, ...more]: string[], count: number): Fixture {
  if (name === undefined)
    throw new UsageError('The name of a fixture is missing: touchstone fixtures lists them.', HELP)
  if (more.length + 1 > count)
    throw new UsageError(`There is an argument too many: "${more[count - 1]}".`, HELP)
  return findFixture(knownFixture(name))
}

async function serve(values: ValuesOf<typeof OPTIONS>, rest: string[]): Promise<number> {
  const { implementation = 'touchstone' } = values
  const fixture = named(rest, 1)
  if (!IMPLEMENTATIONS.includes(implementation))
    throw new UsageError(
      `There is no implementation "${implementation}"; there are ${IMPLEMENTATIONS.join(', ')}.`,
    )
  const port = portOf(values.port)
  const { address, application, skips } = await serveFixture(fixture, implementation, port).catch((error) => {
    throw toldOfPort(port, error)
  })
  say(`${fixture.name} on ${implementation}: ${address}/  (Ctrl-C ends)\n`)
  if (skips.length > 0) say(`not built, since ${implementation} lacks what they need: ${skips.join(', ')}\n`)
  await untilAborted(interruption())
  await application.close()
  return EXIT.ok
}

async function check(values: ValuesOf<typeof OPTIONS>, rest: string[]): Promise<number> {
  const { name } = named(rest, 2)
  const [, url] = rest
  if (url === undefined)
    throw new UsageError(
      `The base URL of the server is missing: touchstone fixtures check ${name} http://127.0.0.1:8080`,
    )
  const address = addressOf(url)
  if (typeof address === 'string') throw new UsageError(`${address}.`)
  refuseRemote(url, values['allow-remote'] === true)
  const { code } = await runAndReport(
    {
      implementations: [url],
      filter: [],
      transports: ['socket'],
      targets: [],
      fixtures: [name],
      details: countOption('details', values.details, 20),
    },
    interruption(),
  )
  return code
}
