// The page of a fixture: a drawing of its contexts, the application in words, and what is asked of it; as text and as JSON.

import type { Exchange, Json } from '../../../spec/case.ts'
import { answerText, requestText, valueText } from '../../../spec/pages/program-text.ts'
import { CONTROL_PATH } from '../../peer/control.ts'
import { applicationOf, casesOf, type Fixture, type FixturePart } from '../fixtures.ts'
import { wireCase } from '../wire-case.ts'
import { drawing } from './drawing.ts'
import { openApiOf } from './openapi.ts'
import { termsIn } from './terms.ts'
import { applicationWords } from './words.ts'

/** The page as Markdown. */
export function pageText(fixture: Fixture): string {
  const notes = usesNotes(fixture)
  const parts = fixture.parts.flatMap((part) => partText(fixture, part))
  return [
    `# ${fixture.name}`,
    '',
    `${fixture.title}. ${fixture.parts.length} contexts, ${countOf(fixture)} assertions.`,
    '',
    '## Start',
    '',
    'A reference on a port:',
    '',
    `    npx touchstone fixtures serve ${fixture.name} --port 8080`,
    '',
    'Your own server, on any port:',
    '',
    `    npx touchstone fixtures check ${fixture.name} http://127.0.0.1:8080`,
    '',
    '## The route of the fixture',
    '',
    `\`GET ${CONTROL_PATH}\` answers 200 with the JSON \`{"fixture": "${fixture.name}"${notes ? ', "notes": []' : ''}}\`. \`name\` and \`version\` say what your framework is; \`skips\`, a list of prefixes, which contexts you have not built.`,
    ...(notes ? ['', '`notes` has all that functions have noted since the start, in order.'] : []),
    '',
    '## Drawing',
    '',
    'A context is in brackets; what it declares is below it, and holds in it and in the contexts below. The route `/` of a context is asked with the slash and without it.',
    '',
    '```text',
    drawing(fixture.name, { do: applicationOf(fixture).do.slice(1) }),
    '```',
    '',
    'Behind each context are the requests to it, and what their answers have to be: the status, the body, headers. `subset` asks for at least these members, `regex` for a text that matches, `absent` for none, `contains` for one element or part of a text, `any` for any value.',
    '',
    '## Words',
    '',
    ...termsIn(parts.join('\n')).map(({ term, meaning }) => `- **${term}**: ${meaning}`),
    ...parts,
    '',
  ].join('\n')
}

function partText({ name }: Fixture, { prefix, source }: FixturePart): string[] {
  const { body } = wireCase(source, name, prefix)
  return [
    '',
    `## ${prefix}`,
    '',
    body.prose,
    '',
    ...applicationWords(body.app),
    '',
    '```text',
    ...body.exchanges.map(exchangeText),
    '```',
  ]
}

function exchangeText(exchange: Exchange): string {
  const { trace, ...rest } = exchange.expect
  const notes = trace === undefined ? '' : `; notes ${valueText(trace as Json)}`
  return `${requestText(exchange)}  →  ${answerText(rest)}${notes}`
}

/** The page as one JSON document. */
export function pageJson(fixture: Fixture): { [key: string]: Json } {
  return {
    format: 1,
    fixture: fixture.name,
    title: fixture.title,
    control: { method: 'GET', url: CONTROL_PATH, notes: usesNotes(fixture) },
    application: applicationOf(fixture) as unknown as Json,
    terms: termsIn(fixture.parts.flatMap((part) => partText(fixture, part)).join('\n')),
    contexts: fixture.parts.map(({ prefix, source }) => ({
      prefix,
      case: source.id,
      words: applicationWords(wireCase(source, fixture.name, prefix).body.app),
    })),
    asked: casesOf([fixture]).flatMap(({ id, area, body }) =>
      body.exchanges.map((exchange) => ({
        id: `${id}#${exchange.id}`,
        about: body.prose,
        rules: exchange.rules ?? body.rules,
        texts: area === 'texts',
        send: exchange.send as unknown as Json,
        expect: exchange.expect as unknown as Json,
      })),
    ),
    openapi: openApiOf(fixture),
  }
}

/** How many assertions there are, texts of errors included. */
export function countOf(fixture: Fixture): number {
  return casesOf([fixture]).reduce((sum, { body }) => sum + body.exchanges.length, 0)
}

function usesNotes({ parts }: Fixture): boolean {
  return parts.some(({ source }) => JSON.stringify(source.body.app).includes('"trace":'))
}
