// `touchstone explain`. What runs it is loaded when it runs.

import { defineCommand } from '../options/command.ts'

const HELP = `touchstone explain MODULE METHOD URL

Says what happens to a request, and why: the route, the hooks in their order with the place of each, the validators and serializers, the error
handlers, and what does not run. MODULE exports an instance, a function that makes one, or a plugin. The application boots, and
nothing of the request runs without --trace.

  --json                 print all of it as JSON
  --header NAME:VALUE    a header of the request, for constraints and --trace; may be repeated
  --host NAME            the same as --header host:NAME
  --trace                send the request through inject, and say what ran, with times in milliseconds

Exit codes: 0 a route answers, 1 none does, 2 the application does not load or boot, 3 wrong usage.
`

export const command = defineCommand({
  name: 'explain',
  help: HELP,
  examples: [
    ['touchstone explain ./app.js GET /users/7', 'what runs for this request, and what does not'],
    ['touchstone explain ./app.js GET /users/7 --trace', 'the same, and what ran with its times'],
  ],
  options: {
    json: { type: 'boolean' },
    header: { type: 'string', multiple: true },
    host: { type: 'string' },
    trace: { type: 'boolean' },
  },
  run: async (values, positionals) => (await import('./explain/run.ts')).runExplain(values, positionals),
})
