// `touchstone init-adapter [js|python|java] [FOLDER]`: writes a working adapter to start from.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '../../conformance/contract/package.ts'
import { listData, readData } from '../../spec/data.ts'
import { makeFolder, writeFile } from '../../spec/write-file.ts'
import { defineCommand } from '../options/command.ts'
import { say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

interface Skeleton {
  folder: string
  ending: string
  /** What has to be done once before it runs. */
  build?: (folder: string) => string
  run: (folder: string) => string
}

const LANGUAGES: Record<string, Skeleton> = {
  js: { folder: 'javascript', ending: '.mjs', run: (folder) => `js:${folder}/adapter.mjs` },
  python: { folder: 'python', ending: '.py', run: (folder) => `'exec:python3 ${folder}/adapter.py'` },
  java: {
    folder: 'java',
    ending: '.java',
    build: (folder) => `javac -d ${folder}/build ${folder}/*.java`,
    run: (folder) => `'exec:java -cp ${folder}/build Adapter'`,
  },
}

/** The tests of the interpreter, for those of the adapter itself. */
const GOLDEN = 'golden.json'

const HELP = `touchstone init-adapter [js|python|java] [FOLDER]

Writes an adapter that works to a folder (the current one), to be changed into one for your own implementation, and golden.json, the tests of
its interpreter.

Exit codes: 0 written, 3 wrong usage, 5 a file could not be written.
`

export const command = defineCommand({
  name: 'init-adapter',
  help: HELP,
  examples: [
    ['touchstone init-adapter js ./adapter', 'a working adapter in JavaScript, in the folder adapter'],
    ['touchstone init-adapter python ./adapter', 'the same in Python, over stdio'],
  ],
  options: {},
  run: (_, rest) => initAdapter(rest),
})

function initAdapter(rest: string[]): number {
  const [language = 'js', folder = '.', ...more] = rest
  const kind = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
  if (!kind || more.length > 0)
    throw new UsageError(
      `init-adapter takes a language, one of ${Object.keys(LANGUAGES).join(', ')}, and a folder, as in touchstone init-adapter python ./adapter${kind ? '' : `; there is no skeleton in ${language}, and conformance/ADAPTERS.md tells the protocol for any language`}.`,
    )
  const from = packageFile(`conformance/${kind.folder}/`)
  const names = listData(from).filter((name) => name.endsWith(kind.ending))
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is not a folder: name one to write the adapter to.`)
  const there = [...names, GOLDEN].filter((name) => existsSync(join(folder, name)))
  if (there.length > 0)
    throw new UsageError(
      `${there.map((name) => join(folder, name)).join(', ')} ${there.length > 1 ? 'are' : 'is'} there already, and nothing is overwritten: name another folder, as in touchstone init-adapter ${language} ./adapter.`,
    )
  makeFolder(folder)
  for (const name of names) writeFile(join(folder, name), readData(join(from, name)))
  writeFile(join(folder, GOLDEN), readData(packageFile(`spec/${GOLDEN}`)))
  const path = /^[./]/.test(folder) ? folder.replace(/\/+$/, '') : `./${folder}`
  const connectable = kind.run(path)
  const build = kind.build === undefined ? '' : `Compile it:             ${kind.build(path)}\n`
  say(
    `Wrote ${[...names, GOLDEN].map((name) => join(folder, name)).join(', ')}.\n\n${build}Is the adapter right?   touchstone doctor ${connectable}\nFirst verdicts:         touchstone conform ${connectable} --filter 'area:encapsulation'\n`,
  )
  return EXIT.ok
}
