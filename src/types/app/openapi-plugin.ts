/** The plugin of `touchstone/openapi`, as a type. No runtime. */

import type { RegisterOptions } from '../plugin.ts'
import type { App } from './instance.ts'
import type { OpenApiOptions } from './openapi.ts'

/** What shows the document: a package that is installed, or a plain list. */
export type ViewerName = 'rapidoc' | 'swagger-ui' | 'list'

/** Options of the plugin: what `app.openapi` takes, the options of `register`, and the viewer. */
export interface OpenApiPluginOptions extends OpenApiOptions, RegisterOptions {
  /**
   * What shows the document: `'rapidoc'` and `'swagger-ui'` need the package `rapidoc` or `swagger-ui-dist`, `'list'` needs none.
   * @default the first of the three that is installed
   * @throws an Error that names the package if it is not installed
   * @see OpenApiPlugin
   */
  readonly viewer?: ViewerName
}

/**
 * Serves the OpenAPI document of the whole application at `/openapi.json` (`?version=3.0`), and a page that shows it at the prefix. The
 * page loads nothing from elsewhere, and has a content security policy. Its own routes are not in the document.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * import { openApi } from 'touchstone/openapi'
 * const app = touchstone()
 * app.register(openApi, { prefix: '/docs', info: { title: 'Shop', version: '1.0.0' }, viewer: 'list' })
 * app.get('/users', { schema: { tags: ['users'], summary: 'All users' } }, async () => [])
 * const answer = await app.inject('/docs/openapi.json?version=3.0')
 * const { info, paths } = answer.json<Awaited<ReturnType<typeof app.openapi>>>()
 * console.log(info.title, Object.keys(paths)) // Shop [ '/users' ]
 * const page = await app.inject('/docs')
 * console.log(page.headers['content-type'], page.body.includes('All users')) // text/html; charset=utf-8 true
 * ```
 */
export type OpenApiPlugin = (app: App, options: OpenApiPluginOptions) => Promise<void>
