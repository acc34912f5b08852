/** Whether compilers of the application judge the parts of a route or write its responses. Their schemas need not be JSON Schemas. */
import type { Declared } from '../declare/declaration.ts'
import { isFunction } from '../values.ts'
import type { Own } from './standard/route-view.ts'

export function ownCompilers({ options, context }: Declared): Own {
  const { factories } = context
  return {
    parts:
      isFunction(options.validatorCompiler) ||
      context.validatorCompiler !== undefined ||
      factories.buildValidator !== null,
    responses:
      isFunction(options.serializerCompiler) ||
      context.serializerCompiler !== undefined ||
      factories.buildSerializer !== null,
  }
}
