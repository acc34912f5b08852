/** The options of the default validator. No runtime. */

/** A plugin of the default validator: called with the Ajv instance and its options before anything is compiled. */
export type AjvPlugin = (ajv: never, options?: never) => unknown

/** The default validator: an Ajv 8. */
export interface AjvOptions {
  /**
   * Merged over `{ coerceTypes: 'array', useDefaults: true, removeAdditional: true, uriResolver, addUsedSchema: false, allErrors: false }`.
   * @throws `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ` for anything but a plain object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })
   * app.post('/', { schema: { body: { n: { type: 'integer' } } } }, async () => 'ok')
   * const answer = await app.inject({ method: 'POST', url: '/', payload: { n: '1' } })
   * console.log(answer.json<Error>().message) // body/n must be integer
   * ```
   */
  customOptions?: Record<string, unknown>
  /**
   * Plugins, alone or with their options.
   * @throws `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR` for anything but an array
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import keywords from 'ajv-keywords'
   * declare module 'touchstone' {
   *   interface GlobalKeywords {
   *     transform: readonly string[]
   *   }
   * }
   * const app = touchstone({ ajv: { plugins: [[keywords.default, ['transform']]] } })
   * const querystring = { name: { type: 'string', transform: ['trim'] } } as const
   * app.get('/', { schema: { querystring } }, async (request) => request.query)
   * console.log((await app.inject('/?name=%20ada')).body) // {"name":"ada"}
   * ```
   */
  plugins?: readonly (AjvPlugin | readonly [plugin: AjvPlugin, options: unknown])[]
  /**
   * Called with each Ajv instance after it is set up.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import type { Ajv } from 'ajv'
   * const onCreate = (ajv: object) => {
   *   ;(ajv as Ajv).addFormat('even', { type: 'number', validate: (n: number) => n % 2 === 0 })
   * }
   * const app = touchstone({ ajv: { onCreate } })
   * app.get('/', { schema: { querystring: { n: { type: 'integer', format: 'even' } } } }, async () => 'even')
   * console.log((await app.inject('/?n=2')).body, (await app.inject('/?n=3')).statusCode) // even 400
   * ```
   */
  onCreate?(ajv: object): void
  /**
   * `'JTD'`: schemas are JSON Type Definitions.
   * @default JSON Schema, draft 7
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ ajv: { mode: 'JTD' } })
   * const body = { properties: { n: { type: 'uint8' } } }
   * app.post('/', { schema: { body } }, async () => 'ok')
   * const send = (n: number) => app.inject({ method: 'POST', url: '/', payload: { n } })
   * console.log((await send(255)).statusCode, (await send(256)).statusCode) // 200 400
   * ```
   */
  mode?: 'JTD'
}
