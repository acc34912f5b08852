/** The hooks of the application: what happens to it between its first declaration and its end. No runtime. */
import type { Ctx } from './context-type.ts'
import type { Done } from './http.ts'
import type { RegisterOptions } from './plugin.ts'
import type { DeclaredRoute } from './route.ts'

/*
 *  while plugins load: onRegister (a context is made), onRoute (a route is declared)
 *  ready():  onReady — root first, then children;   listen(): onListen
 *  close():  preClose — root first;  the server closes;  onClose — the youngest child first
 */

/** Every application hook. `Self` is the instance that added it, `Any` whichever instance an event is about. */
export interface AppHooks<C extends Ctx, Self, Any> {
  /** A route was declared in this context or below. Synchronous. May change it, and declare others. */
  onRoute: (this: Any, route: DeclaredRoute<C, Self>) => void
  /** A child context was made, before its plugin runs. Not for wrapped plugins: they make none. Synchronous. */
  onRegister: (this: Any, instance: Any, options: RegisterOptions & Record<string, unknown>) => void
  /** All plugins have loaded. An Error fails `ready()`. */
  onReady: (this: Self, done: Done) => unknown
  /** The server listens. An Error is logged. */
  onListen: (this: Self, done: Done) => unknown
  /** `close()` was called; the server still takes requests. End what would keep them open. */
  preClose: (this: Self, done: Done) => unknown
  /** The server has closed. Release what plugins hold. */
  onClose: (this: Self, instance: Self, done: Done) => unknown
}

/** The name of an application hook. */
export type AppHookName = keyof AppHooks<Ctx, never, never>
