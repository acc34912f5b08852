// Runs all judges over applications of the specification, in both versions.

import { applicationsOf } from './applications.ts'
import { complaintsAbout, KNOWN } from './judges.ts'
import { lostOnTheWay } from './round-trip.ts'

export interface Checked {
  applications: number
  documents: number
  /** What is wrong and not known. */
  faults: string[]
  /** Known faults of validators that no document has met. */
  unmet: string[]
}

export async function checkDocuments(isWanted: (index: number) => boolean): Promise<Checked> {
  const checked: Checked = { applications: 0, documents: 0, faults: [], unmet: [] }
  const met = new Set<unknown>()
  const judged = new Set<string>()
  for await (const described of applicationsOf(isWanted)) {
    checked.applications++
    for (const version of ['3.1', '3.0'] as const) {
      const document = await described.app.openapi({ version })
      checked.documents++
      const text = JSON.stringify(document)
      if (version === '3.1')
        for (const lost of await lostOnTheWay(described, document))
          checked.faults.push(`${described.id}: ${lost}`)
      if (judged.has(text)) continue
      judged.add(text)
      for (const { judge, text: said, known } of await complaintsAbout(document)) {
        if (known !== undefined) met.add(known)
        else checked.faults.push(`${described.id} in ${version}: ${judge} says ${said.slice(0, 300)}`)
      }
    }
  }
  checked.unmet = KNOWN.filter((known) => !met.has(known)).map(({ why }) => why)
  return checked
}
