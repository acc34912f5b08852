// SARIF 2.1.0, which code scanners read: the shape of the file for any kind of result.

import { toJson, visible } from './escape.ts'

export interface SarifRun {
  /** The tool, with what it looked at. */
  name: string
  /** Tells runs of one tool apart. */
  id: string
  /** The text of each rule by its id. */
  rules: ReadonlyMap<string, string>
  /** Whether the tool could do its work. */
  successful: boolean
  notifications: readonly string[]
  results: readonly SarifResult[]
}

export interface SarifResult {
  rule: string | undefined
  level: 'error' | 'warning' | 'note'
  text: string
  /** A path from the root of the repository. */
  file: string
  /** What the result is about, and what kind of thing that is. */
  name: string
  kind: string
  /** Equal for equal results of two runs: a scanner then knows which are new. */
  fingerprints: Readonly<Record<string, string>>
  properties?: object
  /** Why it is accepted. */
  accepted?: string
}

export function sarifLog(runs: readonly SarifRun[]): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: runs.map(runOf),
  }
  return `${toJson(log)}\n`
}

function runOf({ name, id, rules, successful, notifications, results }: SarifRun): object {
  const ids = [...rules.keys()]
  return {
    tool: {
      driver: {
        name: visible(name),
        informationUri: 'https://www.npmjs.com/package/touchstone',
        rules: ids.map((one) => ({ id: one, shortDescription: { text: visible(rules.get(one)!) } })),
      },
    },
    automationDetails: { id: `${visible(id)}/` },
    invocations: [
      {
        executionSuccessful: successful,
        toolExecutionNotifications: notifications.map((text) => ({
          level: 'error',
          message: { text: visible(text) },
        })),
      },
    ],
    results: results.map((one) => resultOf(one, ids)),
  }
}

function resultOf(result: SarifResult, ids: readonly string[]): object {
  const { rule, level, text, file, name, kind, fingerprints, properties, accepted } = result
  return {
    ...(rule === undefined ? {} : { ruleId: rule, ruleIndex: ids.indexOf(rule) }),
    level,
    message: { text: visible(text) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: file } },
        logicalLocations: [{ fullyQualifiedName: name, kind }],
      },
    ],
    partialFingerprints: fingerprints,
    ...(properties === undefined ? {} : { properties }),
    ...(accepted === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: visible(accepted) }] }),
  }
}
