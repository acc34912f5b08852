/** The viewers of other packages, which are optional: their files are served from `node_modules`, so that the page needs no network. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ViewerName } from '../../types/app/openapi-plugin.ts'

export interface Viewer {
  /** by the name under which it is served, next to the page */
  readonly files: Readonly<Record<string, ViewerFile>>
  /** the content security policy of its page */
  readonly policy: string
  /** its page; `base` precedes the names of files */
  page(base: string): string
}

interface ViewerFile {
  readonly type: string
  /** where it is */
  readonly file?: string
  /** or what it is */
  readonly text?: string
}

// Both write styles while they draw, which no hash can name.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SCRIPT = 'text/javascript; charset=utf-8'
const PACKAGES = { rapidoc: 'rapidoc', 'swagger-ui': 'swagger-ui-dist' } as const

const load = createRequire(import.meta.url)

/** The folder of an installed package; null: it is not installed. */
function folderOf(name: string): string | null {
  for (const from of [load, createRequire(join(process.cwd(), 'package.json'))]) {
    try {
      return dirname(from.resolve(`${name}/package.json`))
    } catch {
      // the next place
    }
  }
  return null
}

/** The wanted viewer, or the first that is installed; null: the list of operations. */
export function viewerOf(wanted: ViewerName | undefined): Viewer | null {
  if (wanted === 'list') return null
  const names = wanted === undefined ? (['rapidoc', 'swagger-ui'] as const) : [wanted]
  for (const name of names) {
    const make = Object.hasOwn(MAKE, name) ? MAKE[name] : undefined
    if (make === undefined)
      throw new TypeError(
        `the option viewer is 'rapidoc', 'swagger-ui' or 'list', got ${JSON.stringify(wanted)}`,
      )
    const folder = folderOf(PACKAGES[name])
    if (folder !== null) return make(folder)
    if (wanted !== undefined)
      throw new Error(
        `the viewer '${name}' needs the package ${PACKAGES[name]}: npm install ${PACKAGES[name]}`,
      )
  }
  return null
}

function pageOf(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

const MAKE: Readonly<Record<keyof typeof PACKAGES, (folder: string) => Viewer>> = {
  rapidoc: (folder) => ({
    files: { 'rapidoc-min.js': { type: SCRIPT, file: join(folder, 'dist/rapidoc-min.js') } },
    policy: POLICY,
    page: (base) =>
      pageOf(
        `<script type="module" src="${base}rapidoc-min.js"></script>`,
        `<rapi-doc spec-url="${base}openapi.json" render-style="read" load-fonts="false" show-header="false" allow-spec-url-load="false" allow-spec-file-load="false"></rapi-doc>`,
      ),
  }),
  'swagger-ui': (folder) => ({
    files: {
      'swagger-ui-bundle.js': { type: SCRIPT, file: join(folder, 'swagger-ui-bundle.js') },
      'swagger-ui.css': { type: 'text/css; charset=utf-8', file: join(folder, 'swagger-ui.css') },
      // A file: a script in the page would need a policy with its hash.
      'start.js': {
        type: SCRIPT,
        text: "SwaggerUIBundle({ url: document.querySelector('#page').dataset.document, dom_id: '#page', validatorUrl: null })\n",
      },
    },
    policy: POLICY,
    page: (base) =>
      pageOf(
        `<link rel="stylesheet" href="${base}swagger-ui.css">`,
        `<div id="page" data-document="${base}openapi.json"></div>
<script src="${base}swagger-ui-bundle.js"></script>
<script src="${base}start.js"></script>`,
      ),
  }),
}
