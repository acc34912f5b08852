// `touchstone vectors`: the schemas and values of the specification as files of the JSON Schema Test Suite.

import { dirname, join } from 'node:path'
import type { Json } from '../../spec/case.ts'
import { formatJson } from '../../spec/format.ts'
import { readVectors } from '../../spec/vectors.ts'
import { makeFolder, writeFile } from '../../spec/write-file.ts'
import { defineCommand } from '../options/command.ts'
import { say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone vectors [--out FOLDER]

Writes the schemas and values of the specification as files of the JSON Schema Test Suite: [{description, schema, tests: [{description, data,
valid}]}]. Beside valid, becomes is the value after conversion, defaults and removal of undeclared properties, and written is the text that a
response schema makes of the value. All of it is with the default settings. A group of which shared schemas belong has them as shared.

  --out FOLDER   the folder, which is made where there is none; default: vectors

Exit codes: 0 written, 3 wrong usage, 4 the specification is broken, 5 a file could not be written.
`

export const command = defineCommand({
  name: 'vectors',
  help: HELP,
  examples: [
    ['touchstone vectors', 'The files, in the folder vectors.'],
    ['touchstone vectors --out test/schemas', 'The files, in another folder.'],
  ],
  options: { out: { type: 'string' } },
  run({ out = 'vectors' }, names) {
    if (names.length > 0)
      throw new UsageError(
        `vectors takes no argument, and ${names.join(', ')} is named: write touchstone vectors --out FOLDER.`,
      )
    let count = 0
    const files = readVectors()
    for (const [name, groups] of files) {
      makeFolder(join(out, dirname(name)))
      writeFile(join(out, name), formatJson(groups as unknown as Json))
      count += groups.reduce((sum, { tests }) => sum + tests.length, 0)
    }
    say(`${files.size} files with ${count} values in ${out}\n`)
    return EXIT.ok
  },
})
