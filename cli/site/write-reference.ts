/** Writes the Reference: a page for each subject, made of the documentation comments in `src/types/` and `src/errors.ts`. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorTables } from './error-tables.ts'
import { type Declaration, type Member, readTypes } from './read-types.ts'
import { ROOT, writePage } from './stage.ts'

interface Page {
  title: string
  about: string
  files: readonly string[]
}

/** The pages, in their order, with the files of `src/types/` that they show, in their order. What no page names is on the last one. */
const PAGES: Readonly<Record<string, Page>> = {
  server: {
    title: 'Server',
    about: 'The factory, and the members of every instance: the root and the contexts of plugins.',
    files: [
      'factory',
      'instance',
      'routing',
      'accessor',
      'statements',
      'settings',
      'parser',
      'serving',
      'listen',
      'route-questions',
      'route-description',
    ],
  },
  request: {
    title: 'Request',
    about: 'What hooks and handlers get as `request`.',
    files: ['request', 'route-info'],
  },
  reply: {
    title: 'Reply',
    about: 'What hooks and handlers get as `reply`.',
    files: ['reply', 'reply-headers', 'reply-serialization', 'payload'],
  },
  route: {
    title: 'Route',
    about: 'The options of a route, its handler and its schemas.',
    files: ['route', 'route-options', 'handler', 'declared-route', 'schema', 'schema-compilers'],
  },
  hooks: {
    title: 'Hooks',
    about: 'The hooks of requests and of the application.',
    files: ['hooks', 'app-hooks'],
  },
  plugins: {
    title: 'Plugins',
    about: 'Plugin functions, wrappers and options of `register`.',
    files: ['plugin', 'bearer-auth'],
  },
  options: {
    title: 'Options',
    about: 'The options of the factory.',
    files: [
      'options',
      'limit-options',
      'server-options',
      'constraint-strategy',
      'ajv-options',
      'schema-controller',
    ],
  },
  errors: { title: 'Errors', about: 'The errors of the framework, and every code.', files: ['errors'] },
  inject: {
    title: 'inject',
    about: 'Requests without a socket, and their answers.',
    files: ['inject', 'inject-response', 'inject-chain'],
  },
  logger: { title: 'Logger', about: 'What a logger has, and its options.', files: ['logger'] },
  types: { title: 'Types', about: 'Types behind the others: contexts, inference, HTTP.', files: [] },
}

/** The declarations that the package exports. */
export function publicTypes(): Declaration[] {
  return exportsOf(join(ROOT, 'src/index.ts')).map((one) => ({
    ...one,
    members: one.members.filter(({ name }) => !name.includes('~')), // they exist in types only
  }))
}

/** The declarations that a file exports: those of other files, all or by name, and its own. */
function exportsOf(path: string): Declaration[] {
  const others = readFileSync(path, 'utf8').matchAll(/^export type (?:\*|\{([^}]*)\}) from '(\.[^']*)'/gm)
  const passed = [...others].flatMap(([, names, file]) =>
    exportsOf(join(dirname(path), file!)).filter(
      ({ name }) => names === undefined || new Set(names.match(/\w+/g)).has(name),
    ),
  )
  return [...passed, ...readTypes(dirname(path), [basename(path)])]
}

/** Files whose types are computed by the compiler: their members are not members of an object. */
const COMPUTED = ['context-type', 'infer']

/** The names of the members without a meaning, as `Interface.member`. What can be called is explained at its interface. */
export function undocumented(types: readonly Declaration[]): string[] {
  const isSilent = ({ documentation: { text, deprecated } }: Pick<Member, 'documentation'>) =>
    text === '' && deprecated === null
  return types.flatMap((one) => {
    const members = COMPUTED.includes(one.file) ? [] : one.members.filter(({ name }) => !name.endsWith('()'))
    return [
      ...(isSilent(one) ? [one.name] : []),
      ...members.filter(isSilent).map(({ name }) => `${one.name}.${name}`),
    ]
  })
}

/** The names of the members that neither have an example nor name the member that has it, by file. */
export function withoutExample(types: readonly Declaration[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { file, name: parent, members } of types) {
    if (COMPUTED.includes(file)) continue
    for (const { name, documentation } of members) {
      const { example, see, deprecated } = documentation
      // A call is shown at its interface. Nobody should write a deprecated member.
      if (name.endsWith('()') || example !== null || see !== null || deprecated !== null) continue
      found[file] = [...(found[file] ?? []), `${parent}.${name}`]
    }
  }
  return found
}

/** The members whose `@see` names something that does not exist, has no example, or has one in which they do not occur. */
export function deadSees(types: readonly Declaration[]): string[] {
  const examples = new Map(
    types.flatMap((one) => [
      [one.name, one.documentation.example] as const,
      ...one.members.map(
        ({ name, documentation }) => [`${one.name}.${name}`, documentation.example] as const,
      ),
    ]),
  )
  return types.flatMap((one) =>
    one.members
      .filter(({ name, documentation: { see } }) => {
        if (see === null) return false
        const example = examples.get(targetOf(see, one.name)) ?? ''
        return !new Set(example.match(/[\w$]+/g)).has(name)
      })
      .map(({ name }) => `${one.name}.${name}`),
  )
}

/** What a `@see` names: a member of the same interface, `Interface.member`, or an interface. */
function targetOf(see: string, parent: string): string {
  return see.includes('.') || /^[A-Z]/.test(see) ? see : `${parent}.${see}`
}

export function writeReference(): void {
  const types = publicTypes()
  const pageOf = (file: string) => Object.keys(PAGES).find((id) => PAGES[id]!.files.includes(file)) ?? 'types'
  const places = new Map(types.map(({ name, file }) => [name, `${pageOf(file)}.md#${name}`]))
  for (const [id, { title, about, files }] of Object.entries(PAGES)) {
    const own = types
      .filter(({ file }) => pageOf(file) === id)
      .sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file))
    const sections = own.map((declaration) => section(declaration, places))
    const tables = id === 'errors' ? `## Codes\n\n${errorTables()}\n` : ''
    writePage(`reference/${id}.md`, `# ${title}\n\n${about}\n\n${sections.join('\n')}${tables}`)
  }
  const list = Object.entries(PAGES).map(([id, { title, about }]) => `- [${title}](${id}.md): ${about}`)
  writePage(
    'reference/index.md',
    `# Reference\n\nWritten from the types of the package.\n\n${list.join('\n')}\n`,
  )
}

function section(one: Declaration, places: ReadonlyMap<string, string>): string {
  const isCall = ({ name }: Member) => name.endsWith('()')
  const calls = one.members.filter(isCall).flatMap(({ signatures }) => signatures)
  const members = one.members.filter((member) => !isCall(member))
  return [
    `## ${one.name} {#${one.name}}`,
    '',
    ...body([one.signature, ...calls], one.documentation, places),
    ...typesOf([one.signature, ...calls], one.name, places),
    ...members.map((member) => memberSection(member, one.name, places)),
  ].join('\n')
}

function memberSection(member: Member, parent: string, places: ReadonlyMap<string, string>): string {
  const heading = `### \`${member.name}\` {#${anchorOf(parent, member.name)}}`
  return [
    heading,
    '',
    ...body(member.signatures, member.documentation, places),
    ...seeOf(member, parent, places),
    ...typesOf(member.signatures, parent, places),
  ].join('\n')
}

function anchorOf(parent: string, member: string): string {
  return `${parent}-${member.replace(/[^\w]+/g, '-')}`
}

/** A link to the member that has the example. */
function seeOf(
  { documentation: { see } }: Member,
  parent: string,
  places: ReadonlyMap<string, string>,
): string[] {
  if (see === null) return []
  const [one = '', member] = targetOf(see, parent).split('.')
  const place = places.get(one)
  if (place === undefined) throw new Error(`${parent} refers to ${see}, which is not public`)
  const link = member === undefined ? place : `${place.split('#')[0]}#${anchorOf(one, member)}`
  return [`**Example:** see [\`${see}\`](${link}).`, '']
}

/** Links to the types that these signatures name, but for the one whose section this is. */
function typesOf(
  signatures: readonly string[],
  section: string,
  places: ReadonlyMap<string, string>,
): string[] {
  const names = new Set(signatures.join(' ').match(/\b[A-Z]\w+/g) ?? [])
  names.delete(section)
  const links = [...names].filter((name) => places.has(name)).map((name) => `[${name}](${places.get(name)})`)
  return links.length === 0 ? [] : [`Types: ${links.join(', ')}`, '']
}

function body(
  signatures: readonly string[],
  { text, default: value, throws, deprecated, example }: Member['documentation'],
  places: ReadonlyMap<string, string>,
): string[] {
  const linked = (words: string) =>
    words.replace(/\{@link (\w+)\}/g, (_, name: string) =>
      places.has(name) ? `[${name}](${places.get(name)})` : name,
    )
  return [
    '```ts',
    ...signatures,
    '```',
    '',
    ...(deprecated === null ? [] : [`**Deprecated.** ${linked(deprecated)}`, '']),
    ...(text === '' ? [] : [linked(text), '']),
    ...(value === null ? [] : [`**Default:** ${linked(value)}`, '']),
    ...(throws.length === 0 ? [] : ['**Throws:**', '', ...throws.map((one) => `- ${linked(one)}`), '']),
    ...(example === null ? [] : ['**Example:**', '', '```ts', example, '```', '']),
  ]
}
