/** The public methods for shared schemas, compilers, the error formatter and the reply serializer. */
import { checkFormatter, factoriesOf } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { SharedSchema } from '../types/schema.ts'
import { isFunction, isObject, shown } from '../values.ts'
import { contextOf, type InstanceHost, itself, refuseStarted } from './host.ts'

type Members =
  | 'addSchema'
  | 'getSchema'
  | 'getSchemas'
  | 'setValidatorCompiler'
  | 'setSerializerCompiler'
  | 'setSchemaController'
  | 'setSchemaErrorFormatter'
  | 'setReplySerializer'

export function schemaMethods(host: InstanceHost) {
  return {
    addSchema(this: Instance, schema: SharedSchema) {
      if (host.life.started)
        throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING('Cannot call "addSchema"!')
      contextOf(this).addSchema(schema)
      return itself(this)
    },
    getSchema(this: Instance, id: string) {
      return contextOf(this).schemas.getSchema(id)
    },
    getSchemas(this: Instance) {
      return contextOf(this).schemas.getSchemas()
    },
    setValidatorCompiler(this: Instance, fn: unknown) {
      contextOf(this).validatorCompiler = checked(host, 'setValidatorCompiler', fn)
      return itself(this)
    },
    setSerializerCompiler(this: Instance, fn: unknown) {
      contextOf(this).serializerCompiler = checked(host, 'setSerializerCompiler', fn)
      return itself(this)
    },
    setSchemaController(this: Instance, options: unknown) {
      refuseStarted(host, 'Cannot call "setSchemaController"!')
      if (!isObject(options)) throw new errorCodes.FST_ERR_SCHEMA_CONTROLLER_INVALID(shown(options))
      const context = contextOf(this)
      context.factories = factoriesOf(options, context.factories)
      context.schemas = context.factories.bucket(context.schemas.getSchemas())
      return itself(this)
    },
    setSchemaErrorFormatter(this: Instance, fn: unknown) {
      refuseStarted(host, 'Cannot call "setSchemaErrorFormatter"!')
      contextOf(this).policy.formatErrors = checkFormatter(fn).bind(this)
      return itself(this)
    },
    setReplySerializer(this: Instance, fn: unknown) {
      contextOf(this).policy.replySerializer = checked(host, 'setReplySerializer', fn)
      return itself(this)
    },
  } satisfies Pick<Instance, Members>
}

// Only that it is a function. What a compiler returns is checked when it is called.
function checked(host: InstanceHost, name: string, fn: unknown): never {
  refuseStarted(host, `Cannot call "${name}"!`)
  if (!isFunction(fn)) throw new errorCodes.FST_ERR_COMPILER_NOT_FN(name, typeof fn, shown(fn))
  return fn as never // its parameters and its result cannot be checked
}
