/** Makes a case for spec/ out of a value of the corpus: what the reference says today becomes what is expected. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Case, CaseFile, Exchange, Json } from '../../spec/case.ts'
import { formatJson } from '../../spec/format.ts'
import { makeFolder, writeFile } from '../../spec/write-file.ts'
import { observe, type Seen } from '../property/observe.ts'
import type { AnyProperty, World } from '../property/property.ts'
import { type Entry, idOf } from './corpus.ts'

/**
 * The interface's reference, Fastify 4.17, says what is expected of what the design leaves to it; whoever commits the case
 * reads it and corrects it where a ruling says otherwise.
 */
export async function caseOf(entry: Entry, property: AnyProperty, world: World): Promise<Case> {
  const reference = await loadBuiltIn('fastify-4.17')
  const scenarios = property.scenarios(entry.value as never)
  const [scenario] = scenarios
  if (!scenario) throw new Error(`${property.id} has no application to make a case of`)
  const seen = await observe(scenario, world, 'inject', reference)
  const exchanges: Exchange[] =
    seen.boot === null
      ? scenario.sends.map((send, at) => ({
          id: `q${at}`,
          polarity: 'positive',
          send,
          expect: expectationOf(seen.exchanges[at] as Seen),
        }))
      : [
          {
            id: 'boot',
            polarity: 'negative',
            operation: 'boot',
            expect: { rejects: { $subset: { code: (seen.boot as { code?: Json }).code ?? null } } },
          },
        ]
  return {
    id: `found-${property.id.toLowerCase()}-${idOf(entry.property, entry.value).slice(0, 8)}`,
    rules: [...property.rules],
    source: 'interface',
    level: 'MUST',
    prose: `${property.title[0]?.toUpperCase()}${property.title.slice(1)}.`.slice(0, 160),
    app: scenario.app,
    exchanges,
  }
}

/** Adds a case to a file of cases, which is made where there is none. Throws where the file is something else, or has it. */
export function append(made: Case, file: string): void {
  let group: CaseFile | null = { format: 1, group: 'Found by the properties', cases: [] }
  try {
    if (existsSync(file)) group = JSON.parse(readFileSync(file, 'utf8')) as CaseFile | null
  } catch {
    group = null // said as of what is JSON and no file of cases
  }
  if (group?.format !== 1 || !Array.isArray(group.cases))
    throw new Error('it is not a file of cases: right would be one of spec/, or a new one')
  if (group.cases.some(({ id }) => id === made.id)) throw new Error(`it has ${made.id} already`)
  group.cases.push(made)
  makeFolder(dirname(file))
  writeFile(file, formatJson(group as unknown as Json))
}

function expectationOf({ answer, trace, failure }: Seen): Exchange['expect'] {
  if (answer === null) return { rejects: { $subset: { message: failure ?? '' } } }
  const type = answer.headers['content-type']
  return {
    status: answer.status,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    text: answer.text,
    trace,
  }
}
