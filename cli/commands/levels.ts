// `touchstone levels`: the levels of the specification, what each needs of an adapter, and the ladder of capabilities.

import { ladderOf, openWith, readLevels } from '../../conformance/judge/levels.ts'
import { loadSuite } from '../../spec/load.ts'
import { defineCommand } from '../options/command.ts'
import { say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone levels [--json]

Prints the levels of the specification: what each needs of an adapter beside the one before it, and how many assertions it has. A
level is reached where nothing in it differs and nothing was skipped. Below them stands the ladder: in which order capabilities open
the most assertions.

  --json   print both as JSON

Exit codes: 0 printed, 3 wrong usage.
`

export const command = defineCommand({
  name: 'levels',
  help: HELP,
  examples: [
    ['touchstone levels', 'The levels and the ladder.'],
    ["touchstone levels --json | jq '.levels[].id'", 'The names of the levels alone.'],
  ],
  options: { json: { type: 'boolean' } },
  run({ json = false }, names) {
    if (names.length > 0)
      throw new UsageError(
        `levels takes no argument, and ${names.join(', ')} is named: write touchstone levels.`,
      )
    const { cases } = loadSuite()
    const levels = readLevels().map(({ words, ...level }) => ({
      ...level,
      assertions: openWith(cases, words, level.behaviours === true),
    }))
    const ladder = ladderOf(cases)
    say(json ? `${JSON.stringify({ levels, ladder }, null, 2)}\n` : textOf(levels, ladder))
    return EXIT.ok
  },
})

type Told = { id: string; prose: string; needs: string[]; behaviours?: true; assertions: number }

function textOf(levels: Told[], ladder: { word: string; open: number }[]): string {
  const lines = levels.flatMap(({ id, prose, needs, behaviours, assertions }, index) => [
    `${id.padEnd(15)}${String(assertions).padStart(5)} assertions`,
    `  ${prose}`,
    `  ${index === 0 ? 'needs' : `needs what ${levels[index - 1]?.id} needs, and`} ${needs.join(', ')}${behaviours ? ', and the behaviours of spec/behaviours.json' : ''}`,
    '',
  ])
  const rungs = ladder.map(({ word, open }, index) => {
    const count = index + 2
    return `  with ${String(count).padStart(2)} words ${String(open).padStart(5)} assertions are open: ${word}`
  })
  return [...lines, 'The ladder, from socket upwards:', ...rungs, ''].join('\n')
}
