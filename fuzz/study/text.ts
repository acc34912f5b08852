/** A study of a schema as a text to read. */
import { visible } from '../../conformance/markup/escape.ts'
import type { DisagreementKind, LeafTable, Study } from './study.ts'

const MOST = 12

export interface StudyTextOptions {
  /** Where the schema came from. */
  name: string
  /** Lines of each list. Default 12. */
  most?: number
}

export function studyText(study: Study, { name, most = MOST }: StudyTextOptions): string {
  const { taken, refused, leaves, disagreements, hints, tried } = study
  return [
    `${visible(name)}: ${tried} values tried, ${taken.length} different ones accepted, ${refused.length} ways to be rejected`,
    '',
    ...section(
      'Accepts',
      few(
        taken.map(({ given, why }) => `${shown(given)}   ${visible(why)}`),
        most,
      ),
    ),
    ...section('Changes what it accepts', few(changes(study), most)),
    ...section('Coercion', leaves.flatMap(tableLines)),
    ...section(
      'Refuses',
      few(
        refused.map(
          ({ given, keyword, message }) => `${shown(given)}   ${visible(keyword)}: ${visible(message)}`,
        ),
        most,
      ),
    ),
    ...section(
      'Validator and serializer disagree',
      disagreements.length === 0
        ? [
            taken.length === 0
              ? 'nothing is known: no value was accepted'
              : `on none of the ${taken.length} accepted values`,
          ]
        : disagreements.map(
            ({ kind, value, written, pointer }) =>
              `${kind}${pointer === '' ? '' : ` at ${visible(pointer)}`}: ${shown(value)} is accepted, ${outcome(kind, written)}`,
          ),
    ),
    ...section(
      'Look again',
      few(
        hints.map(({ pointer, text }) => `${visible(pointer)}: ${visible(text)}`),
        most,
      ),
    ),
  ].join('\n')
}

function outcome(kind: DisagreementKind, written: unknown): string {
  if (kind === 'not written') return `and gives the error ${visible(String(written))}`
  return `and ${kind === 'lost' || kind === 'left invalid' ? 'becomes' : 'written as'} ${shown(written)}`
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']
}

function few(lines: string[], most: number): string[] {
  const rest = lines.length - most
  return rest > 0 ? [...lines.slice(0, most), `… and ${rest} more`] : lines
}

function changes({ taken }: Study): string[] {
  return taken
    .filter(({ given, value }) => shown(given) !== shown(value))
    .map(({ given, value }) => `${shown(given)} becomes ${shown(value)}`)
}

/** What stays as it is, what becomes what, what is refused: a line each. */
function tableLines({ pointer, rows }: LeafTable): string[] {
  const stays = rows.filter(({ given, becomes, refused }) => !refused && same(given, becomes))
  const changed = rows.filter(({ given, becomes, refused }) => !refused && !same(given, becomes))
  const refused = rows.filter((row) => row.refused)
  const list = (some: typeof rows): string => some.map(({ given }) => shown(given)).join(' ')
  return [
    pointer === '' ? 'the value' : visible(pointer),
    ...(stays.length > 0 ? [`  stays    ${list(stays)}`] : []),
    ...(changed.length > 0
      ? [
          `  becomes  ${changed.map(({ given, becomes }) => `${shown(given)} → ${shown(becomes)}`).join('   ')}`,
        ]
      : []),
    ...(refused.length > 0 ? [`  refused  ${list(refused)}`] : []),
  ]
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** As JSON, on one line, not too long; what commands a terminal, or has no shape in it, is spelled out. */
function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  const safe = text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return safe.length > 100 ? `${safe.slice(0, 97)}…` : safe
}
