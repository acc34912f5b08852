// A test runner for StrykerJS whose tests are the cases of the specification, in its own process.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  type CompleteDryRunResult,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner'
import { writeFile } from '../../../spec/write-file.ts'
import { type Changed, fileOf as srcFileOf } from './changed.ts'
import { isReviewed } from './equivalent.ts'
import { isChosen, MOST, Reach } from './reach.ts'
import { isInSample } from './sample.ts'
import { fileOf, keptReach, Tried } from './tried.ts'
import type * as Trying from './try-case.ts'
import { type Done, isSame, sumOf, tellWork } from './work.ts'

const { NAMESPACE } = INSTRUMENTER_CONSTANTS
const globals = globalThis as unknown as { [NAMESPACE]?: InstrumenterContext }

/** A boot or an exchange that hangs costs seconds: so many at a time, not one after the other. */
const AT_A_TIME = 6

/** A place that is run so often is in a loop without an end: no trials of a mutant run one so often. */
const ENDLESS = 20_000_000

/** So many of the cases that noticed another mutant of its file come first. */
const NEAR = 10

/** A process that a mutant hangs, StrykerJS ends. It is tried so often: the machine may have been slow, or the run was stopped. */
const TRIES = 2

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const REPORTS = join(ROOT, 'reports')

/** The sandbox, which is the working directory, has the code under test. */
const keptFile = (name: string): string => fileOf(process.cwd(), REPORTS, name)
const readKept = <Kept>(name: string): Kept => JSON.parse(readFileSync(keptFile(name), 'utf8')) as Kept

/** What the first run of all cases says of a tree. */
type Seen = Pick<CompleteDryRunResult, 'tests' | 'mutantCoverage'>

class CasesRunner implements TestRunner {
  #trying: typeof Trying | null = null
  #cases: Trying.CaseTrials | null = null
  /** The cases that noticed a mutant in a file, the last ones first. */
  readonly #killers = new Map<string, string[]>()
  #work: Map<string, Done> | null = null
  readonly #tried = new Tried<MutantRunResult>(ROOT, REPORTS)

  /** Each mutant gets fresh modules, so that caches of an earlier one do not matter. */
  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    // This file is loaded from the repository; the code under test from the sandbox, which is the working directory.
    const here = new URL(`${pathToFileURL(process.cwd()).href}/dist/conformance/proof/`)
    this.#trying = (await import(new URL('stryker/try-case.js', here).href)) as typeof Trying
    this.#cases = new this.#trying.CaseTrials()
    for (const [mutant, result] of this.#tried.all()) this.#remember(mutant, result)
  }

  get cases(): Trying.CaseTrials {
    if (this.#cases === null) throw new Error('the runner was not initialised')
    return this.#cases
  }

  /** What the libraries and node do for each case. The process of the dry run has written it, which may be another one. */
  get work(): Map<string, Done> {
    this.#work ??= new Map(Object.entries(readKept<Record<string, Done>>('work')))
    return this.#work
  }

  /** A tree whose cases have been tried before is not tried again: a run that was interrupted goes on at once. */
  async dryRun(): Promise<DryRunResult> {
    const { tests, mutantCoverage } = await keptReach(process.cwd(), REPORTS, () => this.#reach())
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage ? { mutantCoverage } : {}) }
  }

  async #reach(): Promise<Seen> {
    const context = (globals[NAMESPACE] ??= {})
    const { cases } = this
    cases.renew()
    const tests: TestResult[] = []
    const work: Record<string, Done> = {}
    const reach = new Reach()
    for (const id of cases.ids) {
      context.currentTestId = id
      cases.takeWork()
      const began = performance.now()
      const failure = await cases.try(id)
      work[id] = cases.takeWork()
      const timeSpentMs = performance.now() - began
      const about = { id, name: id, timeSpentMs }
      tests.push(
        failure === null
          ? { ...about, status: TestStatus.Success }
          : { ...about, status: TestStatus.Failed, failureMessage: failure },
      )
      const perTest = context.mutantCoverage?.perTest ?? {}
      reach.add(id, { ...perTest[id] })
      delete perTest[id]
    }
    if (!context.mutantCoverage) return { tests }
    writeFile(keptFile('work'), JSON.stringify(work))
    const perTest = reach.choose()
    return { tests, mutantCoverage: { static: context.mutantCoverage.static, perTest } }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant } = options
    if (!isInSample(activeMutant)) return { status: MutantRunStatus.Error, errorMessage: 'not in the sample' }
    const known = this.#tried.get(activeMutant)
    if (known === undefined && isReviewed(activeMutant))
      return { status: MutantRunStatus.Survived, nrOfTests: 0 }
    const lost = known === undefined ? this.#tried.begin(activeMutant) : 0
    const hung: MutantRunResult = {
      status: MutantRunStatus.Timeout,
      reason: `its process hung ${lost} times`,
    }
    const result = known ?? (lost < TRIES ? await this.#run(options) : hung)
    this.#remember(activeMutant, result)
    if (known === undefined) this.#tried.keep(activeMutant, result)
    return result
  }

  #remember({ fileName }: Changed, result: MutantRunResult): void {
    if (result.status !== MutantRunStatus.Killed) return
    const file = srcFileOf(fileName)
    this.#killers.set(file, [...new Set([...result.killedBy, ...(this.#killers.get(file) ?? [])])])
  }

  async #run(options: MutantRunOptions): Promise<MutantRunResult> {
    const { context, failed } = this.#activate(options)
    // No case passes where the modules do not load: the first one stands for all.
    if (failed !== null)
      return {
        status: MutantRunStatus.Killed,
        killedBy: [this.cases.ids[0]!],
        failureMessage: failed,
        nrOfTests: 1,
      }
    const queue = this.#queueFor(options)
    let ran = 0
    while (queue.length > 0) {
      const next = queue.splice(0, ran === 0 ? 1 : ran === 1 ? 3 : AT_A_TIME)
      this.cases.takeWork()
      const failures = await Promise.all(next.map((id) => this.cases.try(id)))
      const did = this.cases.takeWork()
      ran += next.length
      const reached = determineHitLimitReached(context.hitCount, context.hitLimit)
      if (reached) return { status: MutantRunStatus.Timeout, reason: reached.reason ?? 'a loop' }
      const killed = (id: string, failureMessage: string): MutantRunResult => ({
        status: MutantRunStatus.Killed,
        killedBy: [id],
        failureMessage,
        nrOfTests: ran,
      })
      for (const [at, failure] of failures.entries()) {
        if (failure !== null && (await this.#alone(next[at]!)) !== null) return killed(next[at]!, failure)
      }
      const known = next.map((id) => this.work.get(id))
      // With one whose work varies the sum says nothing.
      if (!known.every((done) => done !== undefined) || isSame(did, sumOf(known))) continue
      for (const id of next) {
        const other = await this.#otherWork(id, context)
        if (other !== null) return killed(id, `work: ${other}`)
      }
    }
    return { status: MutantRunStatus.Survived, nrOfTests: ran }
  }

  /** From now on the code is the mutant, from its first line. `failed`: why its modules do not load. */
  #activate({ activeMutant, mutantActivation }: MutantRunOptions): {
    context: InstrumenterContext
    failed: string | null
  } {
    const context = (globals[NAMESPACE] ??= {})
    delete context.activeMutant
    delete context.currentTestId
    if (mutantActivation === 'static') context.activeMutant = activeMutant.id
    const failed = this.#load()
    context.activeMutant = activeMutant.id
    context.hitCount = 0
    context.hitLimit = ENDLESS
    return { context, failed }
  }

  #load(): string | null {
    try {
      this.cases.renew()
      return null
    } catch (error) {
      return `its modules do not load: ${(error as Error | null)?.message ?? error}`
    }
  }

  /** Cases that noticed a mutant in the same file, then those that reach this one; of a mutant of the first load, from everywhere. */
  #queueFor({ activeMutant, testFilter }: MutantRunOptions): string[] {
    const { ids } = this.cases
    const reaching = testFilter ?? ids.filter((_, at) => isChosen(at, ids.length, MOST))
    const noticing = this.#killers.get(srcFileOf(activeMutant.fileName)) ?? []
    const near = noticing.filter((id) => this.cases.has(id)).slice(0, NEAR)
    return [...new Set([...near, ...reaching])]
  }

  /** How the work of a case differs, alone on fresh modules, where that of the original is what it was. */
  async #otherWork(id: string, context: InstrumenterContext): Promise<string | null> {
    const known = this.work.get(id)
    if (known === undefined) return null
    const { activeMutant } = context
    const seen = await this.#workAlone(id)
    if (isSame(seen, known)) return null
    delete context.activeMutant
    const original = await this.#workAlone(id)
    context.activeMutant = activeMutant as string
    if (!isSame(original, known)) {
      this.work.delete(id) // it varies
      this.cases.renew()
      return null
    }
    const again = await this.#workAlone(id)
    return isSame(again, seen) ? tellWork(seen, known) : null
  }

  async #workAlone(id: string): Promise<Done> {
    this.cases.renew()
    this.cases.takeWork()
    await this.cases.try(id)
    return this.cases.takeWork()
  }

  /** A case that fails beside others counts if it also fails alone on fresh modules: the machine may have been slow. */
  async #alone(id: string): Promise<string | null> {
    this.cases.renew()
    return this.cases.try(id)
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'cases', CasesRunner)]
