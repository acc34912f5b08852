/** A place where an application hands in a function. */
import type { App } from '../../src/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: functions of every kind, which misbehave on purpose
export type UserFunction = (...args: any[]) => any

/** Makes a function that does what the right one does, until it is armed: then the wrong one, or the form that is tried. */
export type Bad = (right: UserFunction, wrong?: UserFunction) => UserFunction

/** What an armed function does in place of the right one. */
export type Misbehave = (right: UserFunction, args: unknown[]) => unknown

/** What is sent to an application. */
export interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
  /** bytes in place of all that */
  raw?: string
}

export interface Slot {
  /** the function, in Markdown */
  title: string
  /** when it runs: while the application boots, for a request, or when it closes */
  phase: 'boot' | 'request' | 'close'
  options?: (bad: Bad) => object
  declare?: (app: App, bad: Bad) => unknown
  sends?: Sent
}
