// Loads an application, and prints or writes what its routes leave open.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { visible } from '../../../conformance/markup/escape.ts'
import { junitXml } from '../../../conformance/markup/junit.ts'
import { sarifLog } from '../../../conformance/markup/sarif.ts'
import { didYouMean } from '../../../conformance/markup/suggest.ts'
import { targetOfModule } from '../../../fuzz/index.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { complain, say } from '../../options/say.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { CHECKS, type CheckId, type Found, isCheck, isNote } from './checks.ts'
import { lookAt } from './look.ts'

interface Values {
  secured?: string[] | undefined
  without?: string[] | undefined
  report?: string[] | undefined
  json?: boolean | undefined
  verbose?: boolean | undefined
}

/** Places of one check that are printed. */
const FIRST = 5
const GRACE = 500

export async function runCheck(values: Values, module: string): Promise<number> {
  const { secured = [], without = [], report = [] } = values
  const wrong = without.find((id) => !isCheck(id))
  if (wrong !== undefined)
    throw new UsageError(`--without names no check: "${wrong}".${didYouMean(wrong, Object.keys(CHECKS))}`)
  const odd = secured.find((glob) => !glob.startsWith('/'))
  if (odd !== undefined) throw new UsageError(`--secured is "${odd}": it begins with /, as in '/admin/**'.`)
  const reports = report.flatMap((one) => one.split(',')).map(reportOf)
  if (!existsSync(module)) throw new UsageError(`There is no module ${visible(module)}.`)
  let all: Found[] | null
  try {
    const target = await targetOfModule(await import(pathToFileURL(resolve(module)).href))
    all = await lookAt(target as never, secured)
    await Promise.race([target.close(), new Promise((done) => setTimeout(done, GRACE).unref())])
  } catch (error) {
    complain(`${visible(module)}: ${visible((error as Error).message)}\n`)
    return EXIT.adapter
  }
  if (all === null) {
    complain(
      `${visible(module)}: check needs an application of touchstone: no other says what its contexts guard.\n`,
    )
    return EXIT.adapter
  }
  const found = all.filter(({ check }) => !without.includes(check))
  for (const { write, file } of reports) writeFile(file, write(found, module))
  if (values.json === true) say(`${JSON.stringify(found, null, 2)}\n`)
  else say(textOf(found, values.verbose === true))
  return found.some(({ check }) => !isNote(check)) ? EXIT.unexpected : EXIT.ok
}

function reportOf(text: string): {
  file: string
  write: (found: readonly Found[], module: string) => string
} {
  const [format = '', ...rest] = text.split('=')
  const file = rest.join('=')
  const write = { sarif: sarifOf, junit: junitOf }[format]
  if (write === undefined || file === '')
    throw new UsageError(`--report is "${text}": write it as sarif=FILE or junit=FILE.`)
  return { file, write }
}

const idsOf = (found: readonly Found[]): CheckId[] =>
  (Object.keys(CHECKS) as CheckId[]).filter((id) => found.some(({ check }) => check === id))

const lineOf = ({ route, place, why }: Found): string => `${route}: ${place === '' ? '' : `${place}: `}${why}`

function textOf(found: readonly Found[], isVerbose: boolean): string {
  if (found.length === 0) return '✓ nothing found\n'
  return idsOf(found)
    .map((id) => {
      const own = found.filter(({ check }) => check === id)
      const shown = isVerbose ? own : own.slice(0, FIRST)
      const rest = own.length - shown.length
      return [
        `${isNote(id) ? '!' : '✗'} ${id} (${own.length})  ${CHECKS[id].rule}`,
        ...shown.map((one) => `    ${visible(lineOf(one))}`),
        ...(rest > 0 ? [`    and ${rest} more: --verbose`] : []),
        '',
      ].join('\n')
    })
    .join('\n')
}

function sarifOf(found: readonly Found[], module: string): string {
  const rules = new Map(idsOf(found).map((id) => [id as string, CHECKS[id].rule as string]))
  const results = found.map((one) => ({
    rule: one.check,
    level: isNote(one.check) ? ('note' as const) : ('error' as const),
    text: lineOf(one),
    file: encodeURI(module.replaceAll('\\', '/').replace(/^\.\//, '')),
    name: one.route,
    kind: 'function',
    fingerprints: { 'check/v1': `${one.check} ${one.route} ${one.place}` },
  }))
  return sarifLog([
    {
      ...{ name: 'touchstone check', id: `touchstone check/${module}`, rules, results },
      ...{ successful: true, notifications: [] },
    },
  ])
}

function junitOf(found: readonly Found[], module: string): string {
  const cases = (Object.keys(CHECKS) as CheckId[]).map((id) => {
    const own = found.filter(({ check }) => check === id)
    const text = own.map(lineOf).join('\n')
    const verdict = { kind: 'failure' as const, type: id, message: `${own.length} found`, text }
    return {
      classname: module,
      name: CHECKS[id].rule,
      ...(own.length === 0 || isNote(id) ? {} : { verdict }),
    }
  })
  return junitXml('touchstone check', [{ name: module, cases }])
}
