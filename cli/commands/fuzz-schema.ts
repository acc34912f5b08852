// `touchstone fuzz-schema`: one schema, what it accepts, what coercion changes, and where validator and serializer disagree.
// What runs it is loaded when it runs: its help needs no package that may be missing.

import { defineCommand } from '../options/command.ts'
import { STUDY_HELP, STUDY_OPTIONS } from '../options/fuzz/study-help.ts'
import { UsageError } from '../options/usage.ts'

export const command = defineCommand({
  name: 'fuzz-schema',
  help: STUDY_HELP,
  examples: [
    ['touchstone fuzz-schema user.json', 'what the schema accepts, changes and rejects'],
    ['touchstone fuzz-schema api.json --at /definitions/user --json', 'one schema of a document, as JSON'],
  ],
  options: STUDY_OPTIONS,
  async run(values, [file, ...others]) {
    if (file === undefined || others.length > 0)
      throw new UsageError('touchstone fuzz-schema takes one file with a schema.', STUDY_HELP)
    return (await import('./fuzz/study.ts')).runStudy(values, file)
  },
})
