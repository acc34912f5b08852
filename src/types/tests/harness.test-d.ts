/** What the type tests share: the package's values as they are typed, and assertions that fail to compile. */

import type { DefineSchema, PluginAs, PluginWrapper, Touchstone } from '../app/factory.ts'
import type {
  AddSchemaStatement,
  DecorateReplyStatement,
  DecorateRequestStatement,
  DecorateStatement,
} from '../app/statements.ts'

export declare const touchstone: Touchstone
export declare const plugin: PluginWrapper
export declare const pluginAs: PluginAs
export declare const decorate: DecorateStatement
export declare const decorateRequest: DecorateRequestStatement
export declare const decorateReply: DecorateReplyStatement
export declare const addSchema: AddSchemaStatement
export declare const defineSchema: DefineSchema

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles where the two types are one: `same<A, B>(true)`. */
export declare function same<A, B>(answer: Same<A, B>): void

type IsAny<T> = 0 extends 1 & T ? true : false
/** Compiles where the type is not `any`, which would hide every other mistake. */
export declare function notAny<T>(answer: IsAny<T> extends true ? never : 1): void

export declare class Db {
  find(text: string): string[]
}
export interface User {
  id: number
}
