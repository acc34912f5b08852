// `touchstone conform --list`: the cases that a run would run, one a line.

import { prepareSuite } from '../../../conformance/run/run.ts'
import { type RunArguments, withSuite } from '../../options/run-and-report.ts'
import { complain, say } from '../../options/say.ts'
import { ofShard } from '../../options/shard.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { adviceOnFilters } from '../../options/words/filter-advice.ts'

/** The id, the number of assertions and the sentence of each case, with tabs between them; the sum goes to stderr. */
export function listCases(args: RunArguments): Promise<number> {
  return withSuite<number>(EXIT.suite, () => list(args))
}

function list({ folder, filter, jsonSchemaSuite, shard, only, fixtures }: RunArguments): number {
  const { suite, cases } = prepareSuite({
    filter,
    ...(folder === undefined ? {} : { folder }),
    ...(jsonSchemaSuite === undefined ? {} : { jsonSchemaSuite }),
    ...(fixtures === undefined ? {} : { fixtures }),
  })
  const advice = adviceOnFilters(suite.cases, filter)
  if (advice.length > 0) throw new UsageError(advice.join('\n'))
  const chosen = (shard ? ofShard(cases, shard) : cases).filter(({ id }) => only?.has(id) ?? true)
  say(chosen.map(({ id, body }) => `${id}\t${body.exchanges.length}\t${body.prose}\n`).join(''))
  const assertions = chosen.reduce((sum, { body }) => sum + body.exchanges.length, 0)
  complain(`${chosen.length} cases, ${assertions} assertions\n`)
  return EXIT.ok
}
