// `touchstone fuzz`. What runs it is loaded when it runs: its help needs no package that may be missing.

import { defineCommand } from '../options/command.ts'
import { FUZZ_HELP, FUZZ_OPTIONS } from '../options/fuzz/help.ts'

export const command = defineCommand({
  name: 'fuzz',
  help: FUZZ_HELP,
  examples: [
    ['touchstone fuzz ./app.js', 'fuzzes the routes of an application'],
    ['touchstone fuzz --url http://127.0.0.1:3000 --openapi openapi.json', 'fuzzes a server in any language'],
  ],
  options: FUZZ_OPTIONS,
  run: async (values, positionals) => (await import('./fuzz/run.ts')).runFuzz(values, positionals),
})
