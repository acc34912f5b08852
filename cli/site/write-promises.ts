/** The page of the promises of the server, from `promises/promises.json`, the specification and the last endurance run. */
import { readResults } from '../../promises/endurance/results.ts'
import { markdownOf } from '../../promises/endurance/table.ts'
import { isRuleOf, readPromises, type ServerPromise } from '../../promises/promises.ts'
import { type LoadedCase, loadSuite } from '../../spec/load.ts'

/** The page as Markdown. Its links lead to the pages of the specification, which stand beside it. */
export function promisesPage(): string {
  const { cases } = loadSuite()
  const promises = readPromises()
  const { minutes, date, courses } = readResults()
  return `# Promises

What a server keeps whatever its clients and its application do. Each promise has rules with cases, and tests under load.

| promise | rules | assertions | tests |
|---|---|---|---|
${promises.map((one) => row(one, cases)).join('\n')}

${promises.map(section).join('\n')}
## The endurance run

\`npm run test:endurance\` starts servers, loads them with good, slow, cut, malformed and hostile clients, and calls \`close()\` at random
moments. Each of these runs took ${minutes} minutes, the last one on ${date}. An answer is cut if its request reached \`onRequest\` and the answer did not arrive
whole.

${markdownOf(courses)}
`
}

function row(one: ServerPromise, cases: readonly LoadedCase[]): string {
  const its = cases.filter(({ body }) => body.rules.some((id) => isRuleOf(one, id)))
  const assertions = its.reduce((sum, { body }) => sum + body.exchanges.length, 0)
  const tests = one.tests.map((path) => `\`${path}\``).join('<br>')
  return `| [${one.promise}](#${one.id}) | ${one.rules.map((rule) => `\`${rule}\``).join(' ') || '–'} | ${assertions} | ${tests} |`
}

function section({ id, promise, says, page, not }: ServerPromise): string {
  const more = page === undefined ? '' : ` The [table](${page}.md) has every way.`
  return `## ${promise} {#${id}}\n\n${says}${more}\n\nNot covered: ${not}\n`
}
