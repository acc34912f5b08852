// One case as Markdown: what it says, its rows, its application and its exchanges.

import type { CaseSource, Exchange, ExchangeTable, Json, Table, ValueCase, ValueTest } from '../case.ts'
import { isExchangeTable, isTable } from '../table.ts'
import { groupsOf, isValueCase } from '../values.ts'
import { answerText, appLines, requestText, valueText } from './program-text.ts'

export interface Told {
  source: CaseSource | ValueCase
  /** The ids of its rows without the brackets: several where the id itself names the row. */
  ids: string[]
  /** The rules of all its rows and exchanges. */
  rules: string[]
}

export function casePage({ source, ids, rules }: Told, ruleLink: (id: string) => string): string[] {
  const facts = [
    source.source,
    source.level ?? 'MUST',
    ...(source.ruling === undefined
      ? []
      : [`[${source.ruling}](decisions.md#${source.ruling.toLowerCase()})`]),
    ...(source.requires === undefined ? [] : [`requires ${source.requires.join(', ')}`]),
    ...(source.transports === undefined ? [] : [`${source.transports.join(', ')} only`]),
  ]
  return [
    ...headings(source.id, ids),
    inText(source.prose),
    '',
    `*${facts.join(', ')}* · ${rules.map(ruleLink).join(' ')}`,
    '',
    ...(isValueCase(source) ? valueLines(source) : programLines(source)),
    '',
  ]
}

function programLines({ matrix, app, exchanges }: CaseSource): string[] {
  return [
    ...matrixLines(matrix),
    ...fenced(appLines(app)),
    '',
    ...exchanges.flatMap((one) => (isExchangeTable(one) ? tableLines(one) : [exchangeLine(one)])),
  ]
}

/** Each schema, and the values under it. */
function valueLines(source: ValueCase): string[] {
  const told = {
    ...(source.options === undefined ? {} : { options: source.options }),
    ...(source.shared && { shared: source.shared }),
  }
  return [
    `Values of \`${source.in}\`${Object.keys(told).length === 0 ? '' : ` with ${code(valueText(told))}`}:`,
    '',
    ...groupsOf(source).flatMap(({ description, schema, tests }) => [
      `- ${description === undefined ? '' : `**${inText(description)}** `}${code(valueText(schema))}`,
      ...tests.map(testLine),
    ]),
  ]
}

function testLine({
  description = '',
  data,
  sent,
  becomes,
  refused,
  text,
  again,
  polarity,
}: ValueTest): string {
  const value = data === undefined ? 'none' : code(valueText(data))
  const way = sent === undefined ? '' : ` as ${code(sent)}`
  const is = text !== undefined ? code(text) : becomes === undefined ? 'as it is' : code(valueText(becomes))
  const outcome =
    refused === undefined ? is : refused === true ? 'refused' : `refused: ${code(valueText(refused))}`
  const repeated =
    again === undefined ? '' : again === 'often' ? ', also after hundreds of values' : ', also once more'
  return `  - ${refused === undefined && polarity === undefined ? '➕' : '➖'} ${inText(description)}${description === '' ? '' : ': '}${value}${way} → ${outcome}${repeated}`
}

/** The heading; a case whose id names its row has an anchor for each id. */
function headings(id: string, ids: string[]): string[] {
  if (ids.length === 1 && ids[0] === id) return [`### ${id} {#${id}}`, '']
  return [`### ${inText(id)}`, '', ids.map((one) => `<a id="${one}"></a>\`${one}\``).join(', '), '']
}

function matrixLines(matrix: CaseSource['matrix']): string[] {
  if (matrix === undefined) return []
  return Object.entries(matrix).flatMap(([axis, rows]) => {
    if (typeof rows === 'string') return [`For each **${axis}** of the table ${rows}:`, '']
    if (isTable(rows)) return [`For each **${axis}**:`, '', ...gridLines(rows), '']
    return [`- for each **${axis}**: ${rows.map((row) => rowText(row as Json)).join('; ')}`, '']
  })
}

function rowText(row: Json): string {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return code(valueText(row))
  const { id, rules: _, ...rest } = row
  const told = Object.keys(rest).length === 0 ? '' : ` ${code(valueText(rest))}`
  return `${String(id)}${told}`
}

function gridLines({ columns, rows }: Table): string[] {
  const cell = (value: Json): string => (value === '✗' ? '✗' : code(valueText(value).replaceAll('|', '\\|')))
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ]
}

function tableLines({ table, each }: ExchangeTable): string[] {
  const shapes = each.flatMap((one) => {
    if (!('if' in one)) return [exchangeLine(one)]
    const other = one.else === undefined ? [] : [`- otherwise ${exchangeLine(one.else).slice(2)}`]
    return [`- if the row has ‹${filled(one.if)}› ${exchangeLine(one.then).slice(2)}`, ...other]
  })
  const grid = isTable(table)
    ? ['', ...gridLines(table), '']
    : ['', `The rows are those of the table ${table}.`, '']
  return [...shapes, ...grid]
}

function exchangeLine(exchange: Exchange): string {
  const polarity = { positive: '➕', negative: '➖' }[exchange.polarity] ?? '±'
  const facts = [
    ...(exchange.times === undefined ? [] : [`${exchange.times} times`]),
    ...(exchange.repeat === undefined ? [] : [`${exchange.repeat} requests`]),
    ...(exchange.parallel === undefined ? [] : ['at the same time']),
    ...(exchange.when === undefined ? [] : [`once ${exchange.when} is open`]),
    ...(exchange.until === undefined ? [] : [`goes on when ${exchange.until} is open`]),
  ]
  const told = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `- ${polarity} **${inText(exchange.id)}**${told}: ${code(requestText(exchange))} → ${code(answerText(exchange.expect))}`
}

/** A code span, with a fence longer than any run of backticks inside. */
function code(text: string): string {
  const flat = text.replaceAll('\n', '\\n')
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? fence + flat + fence : `${fence} ${flat} ${fence}`
}

function fenced(lines: string[]): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, ...lines, fence]
}

const filled = (text: string): string => text.replace(/\{\{([\w.-]+)\}\}/g, '‹$1›')

/** Text outside of code: nothing in it is Markdown, HTML or a template of Vue. */
export function inText(text: string): string {
  return filled(text).replace(/[*_<>|[\]]/g, (sign) => `\\${sign}`)
}
