// Reads the specification from disk: rules and cases, checked against the schema, each case expanded into its rows.

import { fileURLToPath } from 'node:url'
import { Ajv, type AnySchema, type ErrorObject } from 'ajv'
import type { Case, CaseFile, CaseSource, RetiredCase, ValueCase } from './case.ts'
import { listData, parseData, readData } from './data.ts'
import { MatrixError, rowsOf } from './matrix.ts'
import type { Rule, RulesFile } from './rule.ts'
import { isValueCase } from './values.ts'

export interface LoadedCase {
  /** `case` or `case[row]`. */
  id: string
  /** The folder of the file. */
  area: string
  /** The file, relative to the folder of the specification. */
  file: string
  body: Case
  /** By exchange, where it is not `area`: the area of the first rule that it shows, in which it counts. */
  areas?: Record<string, string>
  /** The exchanges of which a rule decides a text itself. */
  wording?: string[]
}

export interface Suite {
  rules: Map<string, Rule>
  cases: LoadedCase[]
  retired: RetiredCase[]
  /** Cases of the whole suite that were chosen or made for another profile: a run of them is none of the whole. */
  isPart?: true
}

export interface Problem {
  file: string
  pointer: string
  problem: string
}

/** The specification itself is broken: nothing of it may run. */
export class SuiteError extends Error {
  problems: Problem[]
  constructor(problems: Problem[]) {
    super(problems.map((p) => `${p.file}${p.pointer === '' ? '' : `#${p.pointer}`}: ${p.problem}`).join('\n'))
    this.name = 'SuiteError'
    this.problems = problems
  }
}

/** The folder `spec/` of this package, seen from `dist/spec/` and from `spec/` alike. */
export function specificationFolder(): string {
  const here = new URL('.', import.meta.url)
  return fileURLToPath(here.pathname.includes('/dist/') ? new URL('../../spec/', here) : here)
}

export interface LoadOptions {
  folder?: string
  /** Leave out the check against the schema, for a process whose parent did it. */
  unchecked?: boolean
  /** The files whose cases are wanted, relative to `folder`. Default: all. */
  files?: readonly string[]
  /** The cases that are wanted, by id: the others of a file are not expanded. Default: all. */
  ids?: readonly string[]
}

export function loadSuite(options: LoadOptions = {}): Suite {
  const folder = withSlash(options.folder ?? specificationFolder())
  const problems: Problem[] = []
  const wanted = (file: string): boolean => options.files?.includes(file) ?? true
  const isWanted: Wanted = options.ids === undefined ? () => true : wantedOf(options.ids)
  const files = caseFiles(folder).filter(wanted)
  const check = options.unchecked ? null : compileSchema('case.v1.json')
  const suite: Suite = { rules: loadRules(folder, problems), cases: [], retired: [] }
  for (const path of files) {
    const content = parseFile(folder, path, problems)
    if (content === undefined) continue
    const envelope = envelopeProblem(content)
    if (envelope) problems.push({ file: path, ...envelope })
    else loadFile(path, content as CaseFile, suite, problems, check, isWanted)
  }
  problems.push(...idsTwice(suite))
  if (problems.length > 0) throw new SuiteError(problems)
  for (const one of suite.cases) {
    markWording(one, suite.rules)
    markAreas(one, suite.rules)
  }
  return suite
}

/** An id is that of one case: reports, links and known differences name a case by it. */
function idsTwice({ cases }: Suite): Problem[] {
  const files = new Map<string, string>()
  const seen = new Set<string>()
  return cases.flatMap(({ id, file }) => {
    const other = files.get(baseOf(id)) ?? file
    const isTwice = other !== file || seen.has(id)
    files.set(baseOf(id), other)
    seen.add(id)
    return isTwice ? [{ file, pointer: '', problem: `a case in ${other} has the id ${id} too` }] : []
  })
}

/** The cases of each file as they are written. */
export function readSources(folder = specificationFolder()): Map<string, (CaseSource | ValueCase)[]> {
  return new Map(
    caseFiles(folder).map((file) => {
      const { cases } = parseData(folder + file) as CaseFile
      return [file, cases.filter((one) => 'rules' in one)]
    }),
  )
}

type Check = (file: unknown) => { pointer: string; problem: string }[]
type Wanted = (source: { id: string }) => boolean

/** Whether a row of a case can have one of these ids: they are that of the case, or begin with it; an id may have its own holes. */
function wantedOf(ids: readonly string[]): Wanted {
  const bases = new Set(ids.map(baseOf))
  return ({ id }) => {
    const [written = ''] = id.split('{{')
    return written === id ? bases.has(baseOf(id)) : ids.some((one) => one.startsWith(written))
  }
}

function baseOf(id: string): string {
  return id.split('[')[0] ?? ''
}

function loadFile(
  file: string,
  content: CaseFile,
  suite: Suite,
  problems: Problem[],
  check: Check | null,
  isWanted: Wanted,
): void {
  const area = file.replace(/^cases\//, '').split('/')[0] ?? ''
  for (const [index, body] of content.cases.entries()) {
    const pointer = `/cases/${index}`
    if ('retired' in body) {
      suite.retired.push(body)
      continue
    }
    if (!isWanted(body)) continue
    const wrong = isValueCase(body)
      ? (check?.({ format: content.format, group: content.group, cases: [body] }) ?? [])
      : []
    for (const one of wrong)
      problems.push({ file, pointer: one.pointer.replace('/cases/0', pointer), problem: one.problem })
    if (wrong.length > 0) continue
    try {
      for (const row of rowsOf(body, content.tables)) {
        const found = check?.({ format: content.format, group: content.group, cases: [row.body] }) ?? []
        for (const one of found) {
          problems.push({
            file,
            pointer: one.pointer.replace('/cases/0', pointer),
            problem: `${one.problem} (${row.id})`,
          })
        }
        suite.cases.push({ id: row.id, area, file, body: row.body })
        if (found.length > 0) break
      }
    } catch (error) {
      if (!(error instanceof MatrixError)) throw error
      problems.push({ file, pointer: pointer + error.pointer, problem: error.message })
    }
  }
}

function markWording(one: LoadedCase, rules: Map<string, Rule>): void {
  const { body } = one
  const found = body.exchanges.filter((exchange) =>
    (exchange.rules ?? body.rules).some((id) => rules.get(id)?.wording),
  )
  if (found.length > 0) one.wording = found.map(({ id }) => id)
}

/** A case lies in one folder, and each of its assertions counts in the area of its first rule. */
function markAreas(one: LoadedCase, rules: Map<string, Rule>): void {
  const areas: Record<string, string> = {}
  for (const { id, rules: own } of one.body.exchanges) {
    const area = rules.get((own ?? one.body.rules)[0] ?? '')?.area
    if (area !== undefined && area !== one.area) areas[id] = area
  }
  if (Object.keys(areas).length > 0) one.areas = areas
}

/** The files of cases below `cases/<area>/`; a specification without that folder has its areas beside its rules. */
function caseFiles(folder: string): string[] {
  const cases = listData(`${folder}cases`).map((file) => `cases/${file}`)
  const files = cases.length > 0 ? cases : listData(folder)
  const depth = cases.length > 0 ? 3 : 2
  const isCases = (file: string): boolean => file.endsWith('.json') && !/[\\/]rules\.json$/.test(file)
  return files.filter((file) => isCases(file) && file.split(/[\\/]/).length >= depth).sort()
}

/** The rules of each area beside its cases, `cases/<area>/rules.json`; or all of them in one file. */
export function ruleFiles(folder = specificationFolder()): string[] {
  const files = listData(`${folder}cases`).filter((file) => /^[^\\/]+[\\/]rules\.json$/.test(file))
  return files.length === 0 ? ['rules.json'] : files.map((file) => `cases/${file}`).sort()
}

function loadRules(folder: string, problems: Problem[]): Map<string, Rule> {
  const rules = new Map<string, Rule>()
  for (const file of ruleFiles(folder)) {
    const content = parseFile(folder, file, problems)
    const written = Object(content).rules as RulesFile['rules'] | undefined
    if (content !== undefined && !Array.isArray(written))
      problems.push({ file, pointer: '/rules', problem: 'must be an array' })
    for (const [index, rule] of Array.isArray(written) ? written.entries() : []) {
      const area = /^cases[\\/]([^\\/]+)/.exec(file)?.[1]
      const place = { file, pointer: `/rules/${index}` }
      if (rules.has(rule.id)) problems.push({ ...place, problem: `${rule.id} is there twice` })
      if (area !== undefined && rule.area !== area)
        problems.push({ ...place, problem: `${rule.id} belongs to the area ${rule.area}` })
      rules.set(rule.id, { ...rule, level: rule.level ?? 'MUST', testable: rule.testable ?? true })
    }
  }
  return rules
}

function parseFile(folder: string, file: string, problems: Problem[]): unknown {
  try {
    return JSON.parse(readData(folder + file))
  } catch (error) {
    problems.push({ file, pointer: '', problem: (error as Error).message })
    return undefined
  }
}

function envelopeProblem(content: unknown): { pointer: string; problem: string } | undefined {
  const file = content as Partial<CaseFile> | null
  if (file === null || typeof file !== 'object')
    return { pointer: '', problem: 'a file of cases is an object' }
  if (file.format !== 1) return { pointer: '/format', problem: 'must be 1' }
  if (!Array.isArray(file.cases)) return { pointer: '/cases', problem: 'must be an array' }
  const index = file.cases.findIndex(
    (one) => one === null || typeof one !== 'object' || typeof one.id !== 'string',
  )
  return index < 0 ? undefined : { pointer: `/cases/${index}/id`, problem: 'a case has an id' }
}

function compileSchema(name: string): Check {
  const schema = parseData(`${specificationFolder()}schema/${name}`) as AnySchema
  const validate = new Ajv({ allErrors: true, strict: false, verbose: true }).compile(schema)
  return (file) => (validate(file) ? [] : tellErrors(validate.errors ?? []))
}

/** Of what the validator says, the errors at the deepest places: the rest is only the way to them. */
function tellErrors(errors: ErrorObject[]): { pointer: string; problem: string }[] {
  const own = errors.filter((e) => e.keyword !== 'if' && !/\/oneOf\/\d/.test(e.schemaPath))
  const told = own.map((e) => ({ pointer: e.instancePath, problem: tellError(e) }))
  const unknownKey = own.filter((e) => e.keyword === 'additionalProperties').map((e) => e.instancePath)
  return told.filter((t, i) => own[i]?.keyword !== 'oneOf' || !unknownKey.includes(t.pointer)).slice(0, 3)
}

function tellError(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties')
    return `unknown key "${String(error.params['additionalProperty'])}"`
  if (error.keyword === 'oneOf') {
    const keys = Object.keys((error.data as object | null) ?? {})
    return `exactly one of its keys must be the main one, found: ${keys.join(', ') || 'none'}`
  }
  if (error.keyword === 'enum') return `must be one of ${JSON.stringify(error.params['allowedValues'])}`
  return error.message ?? error.keyword
}

function withSlash(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`
}
