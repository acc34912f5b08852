// The default parameters and style of each function that an application hands over, by its place.

import type { FunctionKind } from './scope.ts'

export const HANDLER: FunctionKind = { params: ['request', 'reply'], style: 'async' }
export const ERROR_HANDLER: FunctionKind = { params: ['error', 'request', 'reply'], style: 'async' }
export const PARSER: FunctionKind = { params: ['request', 'payload'], style: 'async' }
export const PLUGIN: FunctionKind = { params: ['app', 'options'], style: 'async' }
export const BOOT_CALLBACK: FunctionKind = { params: ['error'], style: 'sync' }
export const COMPILER: FunctionKind = { params: ['definition'], style: 'sync' }
export const FORMATTER: FunctionKind = { params: ['errors', 'dataVar'], style: 'sync' }
export const SERIALIZER: FunctionKind = { params: ['payload', 'statusCode'], style: 'sync' }
export const TRAILER: FunctionKind = { params: ['reply', 'payload'], style: 'async' }
export const PLAIN: FunctionKind = { params: [], style: 'sync' }

const HOOKS: Record<string, FunctionKind> = {
  preParsing: { params: ['request', 'reply', 'payload'], style: 'async' },
  preSerialization: { params: ['request', 'reply', 'payload'], style: 'async' },
  onSend: { params: ['request', 'reply', 'payload'], style: 'async' },
  onError: { params: ['request', 'reply', 'error'], style: 'async' },
  onRequestAbort: { params: ['request'], style: 'async' },
  onRoute: { params: ['route'], style: 'sync' },
  onRegister: { params: ['instance', 'options'], style: 'sync' },
  onReady: { params: [], style: 'async' },
  onListen: { params: [], style: 'async' },
  preClose: { params: [], style: 'async' },
  onClose: { params: ['instance'], style: 'async' },
}

export function hookKind(name: unknown): FunctionKind {
  return (typeof name === 'string' ? HOOKS[name] : undefined) ?? HANDLER
}

const PLACES: Record<string, FunctionKind> = {
  errorHandler: ERROR_HANDLER,
  parser: PARSER,
  plugin: PLUGIN,
  after: BOOT_CALLBACK,
  ready: BOOT_CALLBACK,
  compiler: COMPILER,
  formatter: FORMATTER,
  serializer: SERIALIZER,
  trailer: TRAILER,
  function: PLAIN,
}

/** Of a hook, or of another place; what is not named otherwise is a handler. */
export function kindOf(place: string): FunctionKind {
  return PLACES[place] ?? hookKind(place)
}
