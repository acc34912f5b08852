/** The public methods for content-type parsers. */
import { jsonParser, textParser } from '../declare/parser-table.ts'
import { checkBodyLimit } from '../declare/route-checks.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { PoisonAction } from '../types/parser.ts'
import { isFunction, type Properties } from '../values.ts'
import { contextOf, type InstanceHost, itself } from './host.ts'

type Members =
  | 'addContentTypeParser'
  | 'hasContentTypeParser'
  | 'removeContentTypeParser'
  | 'removeAllContentTypeParsers'
  | 'getDefaultJsonParser'
  | 'defaultTextParser'

export function parserMethods(host: InstanceHost) {
  const refuseStarted = (name: string): void => {
    if (host.life.started) throw new errorCodes.FST_ERR_CTP_INSTANCE_ALREADY_STARTED(name)
  }
  return {
    addContentTypeParser(this: Instance, type: unknown, second: unknown, third?: unknown) {
      refuseStarted('addContentTypeParser')
      const given: Properties = isFunction(second) ? {} : Object(second)
      const parse = isFunction(second) ? second : third
      checkBodyLimit(given.bodyLimit)
      const { parsers } = contextOf(this)
      const options = { parseAs: given.parseAs, bodyLimit: given.bodyLimit ?? host.bodyLimit }
      for (const one of Array.isArray(type) ? type : [type]) parsers.add(one, options, parse)
      return itself(this)
    },
    hasContentTypeParser(this: Instance, type: unknown) {
      return contextOf(this).parsers.has(type)
    },
    removeContentTypeParser(this: Instance, type: unknown) {
      refuseStarted('removeContentTypeParser')
      for (const one of Array.isArray(type) ? type : [type]) contextOf(this).parsers.remove(one)
      return itself(this)
    },
    removeAllContentTypeParsers(this: Instance) {
      refuseStarted('removeAllContentTypeParsers')
      contextOf(this).parsers.removeAll()
      return itself(this)
    },
    getDefaultJsonParser: (proto: PoisonAction, construct: PoisonAction) =>
      jsonParser(proto, construct, host.jsonDepthLimit, host.codedJsonErrors),
    defaultTextParser: textParser,
  } satisfies Pick<Instance, Members>
}
