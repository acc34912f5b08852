// `touchstone openapi`. What runs it is loaded when it runs: its help needs no application.

import { defineCommand } from '../options/command.ts'
import { UsageError } from '../options/usage.ts'

const HELP = `touchstone openapi ./app.js [OPTION]…

Prints the OpenAPI document of an application as JSON. The module exports an instance, a function that makes one, or a plugin
(app, options), as its default or as "app", "create" or "build"; it need not listen.

  --version 3.1|3.0      the version of OpenAPI (3.1; with --check that of the file)
  --output FILE          write the document to this file; what the application prints stays out of it
  --check FILE           compare with this file, and print nothing if its paths and components are those of the application
  --title TEXT           the name of the API (the name of the package.json above the module)
  --api-version TEXT     its version (that of the package.json)
  --errors some|all      also describe the answers to bodies that are too large or of another type (some)
  --import MODULE        a module to import before the application, such as a TypeScript loader

Exit codes: 0 written, or as in the file; 1 the file differs, 2 the application does not boot, 3 wrong usage, 5 the file
cannot be written.
`

export const command = defineCommand({
  name: 'openapi',
  help: HELP,
  examples: [
    ['touchstone openapi ./app.js --output openapi.json', 'writes the document'],
    ['touchstone openapi ./app.js --check openapi.json', 'fails where the file is old, for CI'],
  ],
  options: {
    version: { type: 'string' },
    output: { type: 'string' },
    check: { type: 'string' },
    title: { type: 'string' },
    'api-version': { type: 'string' },
    errors: { type: 'string' },
    import: { type: 'string' },
  },
  async run(values, [module, ...more]) {
    if (module === undefined || more.length > 0)
      throw new UsageError('touchstone openapi takes one module, as in touchstone openapi ./app.js.', HELP)
    if (values.output !== undefined && values.check !== undefined)
      throw new UsageError('--check compares and writes nothing: leave out --output.')
    return (await import('./openapi/run.ts')).runOpenApi(values, module)
  },
})
