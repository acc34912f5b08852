/** The page without a viewer: a list of the operations. It has no script, so nothing of a document can run. */
import { createHash } from 'node:crypto'
import type { OpenApiDocument, OpenApiOperation } from '../../types/app/openapi.ts'
import { isObject } from '../../values.ts'

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem }
h1 { margin: 0 } h2 { margin: 2rem 0 .5rem; font-size: 1.2rem } h3 { font-size: .85rem; margin: .8rem 0 .2rem; text-transform: uppercase; letter-spacing: .05em }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0 }
summary { padding: .5rem .8rem; cursor: pointer; overflow-wrap: anywhere } details[open] > summary { border-bottom: 1px solid var(--line); background: var(--soft) }
details > div { padding: .2rem .8rem .8rem }
b.method { display: inline-block; min-width: 4.6rem; text-transform: uppercase; font-size: .8rem }
.get { color: #1a7f4b } .post { color: #1c64d1 } .put, .patch { color: #a15c00 } .delete { color: #c22 }
@media (prefers-color-scheme: dark) { .get { color: #5fd39a } .post { color: #7fb1ff } .put, .patch { color: #f0b35c } .delete { color: #ff8a8a } }
code, pre { font: .9em/1.45 ui-monospace, monospace } pre { background: var(--soft); padding: .6rem; border-radius: 6px; overflow: auto; margin: .3rem 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line) }
.old { text-decoration: line-through } .soft { opacity: .75 }
`
const HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded and nothing runs; the style is allowed by its hash. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const NAMES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}
const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (char) => NAMES[char]!)

export function listPage(document: OpenApiDocument, base: string): string {
  const { info, paths, components } = document
  const groups = new Map<string, string[]>()
  for (const { name } of tagsOf(document)) groups.set(name, [])
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const html = operationHtml(method, path, operation)
      const tags =
        Array.isArray(operation.tags) && operation.tags.length > 0 ? operation.tags.map(String) : ['']
      for (const tag of tags) groups.set(tag, [...(groups.get(tag) ?? []), html])
    }
  }
  const described = new Map(tagsOf(document).map(({ name, description }) => [name, description]))
  const sections = [...groups]
    .filter(([, operations]) => operations.length > 0)
    .map(([tag, operations]) => {
      const title = tag === '' ? 'Operations' : tag
      return `<h2>${escaped(title)}</h2>\n${paragraph(described.get(tag))}${operations.join('\n')}`
    })
  const schemas = Object.entries(components?.schemas ?? {})
  const named = schemas.map(
    ([name, schema]) =>
      `<details id="${escaped(`schema-${name}`)}"><summary><code>${escaped(name)}</code></summary><div>${json(schema)}</div></details>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(info.title)}</h1>
<p class="soft">Version ${escaped(info.version)} · <a href="${escaped(base)}openapi.json">OpenAPI ${escaped(document.openapi)}</a> · <a href="${escaped(base)}openapi.json?version=3.0">3.0</a></p>
${paragraph(info.description)}${sections.join('\n') || '<p>There are no operations.</p>'}
${named.length === 0 ? '' : `<h2>Schemas</h2>\n${named.join('\n')}`}
</body>
</html>
`
}

function tagsOf({ tags = [] }: OpenApiDocument): { name: string; description: unknown }[] {
  return tags.map(({ name, description }) => ({ name: String(name), description }))
}

const paragraph = (text: unknown): string => (typeof text === 'string' ? `<p>${escaped(text)}</p>\n` : '')

function operationHtml(method: string, path: string, operation: OpenApiOperation): string {
  const { summary, description, parameters = [], requestBody, responses, deprecated, security } = operation
  const name = `<code${deprecated === true ? ' class="old"' : ''}>${escaped(path)}</code>`
  const body = [
    paragraph(description),
    deprecated === true ? '<p>Deprecated.</p>' : '',
    isSecured(security) ? `<p class="soft">Needs ${escaped(schemesOf(security))}.</p>` : '',
    parameters.length === 0 ? '' : `<h3>Parameters</h3>${parametersHtml(parameters)}`,
    requestBody === undefined ? '' : `<h3>Body</h3>${contentHtml(requestBody.content)}`,
    `<h3>Answers</h3>${Object.entries(responses)
      .map(([status, one]) => responseHtml(status, one))
      .join('')}`,
  ]
  return `<details><summary><b class="method ${escaped(method)}">${escaped(method)}</b> ${name} ${escaped(summary ?? '')}</summary><div>
${body.filter((part) => part !== '').join('\n')}
</div></details>`
}

type Security = OpenApiOperation['security']

const isSecured = (security: Security): boolean => security !== undefined && security.length > 0

const schemesOf = (security: Security = []): string =>
  security.map((one) => Object.keys(one).join(' and ') || 'nothing').join(', or ')

function parametersHtml(parameters: readonly Record<string, unknown>[]): string {
  const rows = parameters.map((one) => {
    const required = one.required === true ? ', required' : ''
    return `<tr><td><code>${escaped(one.name)}</code></td><td>${escaped(one.in)}${required}</td><td>${paragraph(one.description)}<code>${escaped(JSON.stringify(one.schema))}</code></td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function responseHtml(status: string, response: Record<string, unknown>): string {
  return `<p><b>${escaped(status)}</b> ${escaped(response.description)}</p>${contentHtml(response.content)}`
}

function contentHtml(content: unknown): string {
  if (!isObject(content)) return ''
  return Object.entries(content)
    .map(([type, media]) => `<p class="soft"><code>${escaped(type)}</code></p>${json(Object(media).schema)}`)
    .join('')
}

const json = (schema: unknown): string =>
  schema === undefined ? '' : `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`
