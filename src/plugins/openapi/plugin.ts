/** The plugin that serves the document of the application, and a page that shows it. It uses only the public interface. */
import { readFile } from 'node:fs/promises'
import type { App, Reply } from '../../types/app/instance.ts'
import type { OpenApiOptions } from '../../types/app/openapi.ts'
import type { OpenApiPluginOptions } from '../../types/app/openapi-plugin.ts'
import { listPage, PAGE_POLICY } from './list-page.ts'
import { type Viewer, viewerOf } from './viewers.ts'

const HIDDEN = { schema: { hide: true } } as const
const NO_CACHE = 'no-cache'

export async function openApi(app: App, options: OpenApiPluginOptions): Promise<void> {
  const {
    viewer: wanted,
    prefix: _prefix,
    logLevel: _level,
    logSerializers: _serializers,
    ...about
  } = options
  const viewer = viewerOf(wanted)
  const documents = new Documents(app, about)

  app.get('/openapi.json', HIDDEN, async ({ query }, reply) => {
    const { version }: { version?: unknown } = Object(query)
    const text = await documents.text(version)
    reply.type('application/json; charset=utf-8').header('cache-control', NO_CACHE)
    return reply.send(text)
  })
  app.get('/', HIDDEN, async ({ url }, reply) => {
    const base = baseOf(url, app.prefix)
    if (viewer === null) return page(reply, PAGE_POLICY, listPage(await documents.document(), base))
    return page(reply, viewer.policy, viewer.page(base))
  })
  if (viewer !== null) serveFiles(app, viewer)
}

/** Relative, so that the page also works where a proxy has taken a part of the path: `/docs` and `/docs/` differ in it. */
function baseOf(url: string, prefix: string): string {
  const path = url.replace(/[?#].*$/, '')
  return path.endsWith('/') ? './' : `./${prefix.split('/').at(-1)}/`
}

function page(reply: Reply, policy: string, html: string): Reply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', NO_CACHE)
    .send(html)
}

function serveFiles(app: App, viewer: Viewer): void {
  for (const [name, { type, text, file }] of Object.entries(viewer.files)) {
    let read: Promise<Buffer | string> | null = null
    app.get(`/${name}`, HIDDEN, async (_request, reply) => {
      read ??= text === undefined ? readFile(file!) : Promise.resolve(text)
      return reply
        .type(type)
        .header('x-content-type-options', 'nosniff')
        .send(await read)
    })
  }
}

/** The documents by version. The routes do not change once there are requests. */
class Documents {
  readonly #app: App
  readonly #options: OpenApiOptions
  readonly #texts = new Map<string | undefined, Promise<string>>()

  constructor(app: App, options: OpenApiOptions) {
    this.#app = app
    this.#options = options
  }

  document(version = this.#options.version): ReturnType<App['openapi']> {
    return this.#app.openapi({ ...this.#options, ...(version === undefined ? {} : { version }) })
  }

  async text(version: unknown): Promise<string> {
    if (version !== undefined && version !== '3.1' && version !== '3.0')
      throw new this.#app.errorCodes.TST_ERR_OPENAPI_VERSION(`'${version}'`)
    const known = this.#texts.get(version)
    if (known !== undefined) return known
    const made = this.document(version).then((document) => JSON.stringify(document))
    this.#texts.set(version, made)
    return made
  }
}
