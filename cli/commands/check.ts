// `touchstone check`. What runs it is loaded when it runs: its help needs no application.

import { defineCommand } from '../options/command.ts'
import { UsageError } from '../options/usage.ts'
import { CHECKS } from './check/checks.ts'

const HELP = `touchstone check ./app.js [OPTION]…

Reads the routes of an application and says what they leave open. No request is sent. The module exports an instance, a function that makes
one, or a plugin (app, options), as its default or as "app", "create" or "build".

${Object.entries(CHECKS)
  .map(([id, { rule }]) => `  ${id.padEnd(18)}${rule}`)
  .join('\n')}

  --secured GLOB     the routes that need a guard, such as '/admin/**': a hook that bearerAuth brings or secures() has marked; repeatable
  --without CHECK    leaves a check out; repeatable
  --report FORMATS   sarif=FILE and junit=FILE, separated by commas
  --json             prints all of it as JSON
  --verbose          prints each place, and not the first ones of a check alone

"library" is a note: such a schema costs time at the first request, and code that is generated. Everything else fails the command.

Exit codes: 0 nothing found, 1 something found, 2 the application does not boot, 3 wrong usage, 5 a report cannot be written.
`

export const command = defineCommand({
  name: 'check',
  help: HELP,
  examples: [
    ["touchstone check ./app.js --secured '/admin/**'", 'fails where a route below /admin has no guard'],
    ['touchstone check ./app.js --without open-object --report sarif=check.sarif', 'for a code scanner'],
  ],
  options: {
    secured: { type: 'string', multiple: true },
    without: { type: 'string', multiple: true },
    report: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
  async run(values, [module, ...more]) {
    if (module === undefined || more.length > 0)
      throw new UsageError('touchstone check takes one module, as in touchstone check ./app.js.', HELP)
    return (await import('./check/run.ts')).runCheck(values, module)
  },
})
