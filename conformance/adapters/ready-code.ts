// The factory of touchstone with `codeGeneration: 'ready'`, in a process where nothing that a request starts can generate code.

import { AsyncLocalStorage } from 'node:async_hooks'

interface Bootable {
  ready(...args: unknown[]): unknown
  inject(...args: unknown[]): unknown
}

/** Set in everything that an injected request starts. */
const serving = new AsyncLocalStorage<true>()
let guarded = false

export function onReadyCode(factory: (options?: unknown) => unknown): (options?: unknown) => unknown {
  return (options) => {
    guard()
    if (isWrong(options)) return factory(options)
    const app = factory({ codeGeneration: 'ready', ...Object(options) }) as Bootable
    return watched(app)
  }
}

/** Requests before `ready()` has run boot the application, which may generate code. */
function watched(app: Bootable): Bootable {
  const { ready, inject } = app
  let isReady = false
  app.ready = function (this: unknown, ...args) {
    const booted = ready.apply(this, args)
    Promise.resolve(args.length === 0 ? booted : undefined).then(
      () => (isReady ||= args.length === 0),
      () => {},
    )
    return booted
  }
  app.inject = function (this: unknown, ...args) {
    return isReady ? serving.run(true, () => inject.apply(this, args)) : inject.apply(this, args)
  }
  return app
}

/** As a process that runs with `--disallow-code-generation-from-strings`, for requests alone. */
function guard(): void {
  if (guarded) return
  guarded = true
  const own = globalThis.Function
  const refuse = (): void => {
    if (serving.getStore()) throw new EvalError('Code generation from strings disallowed for this context')
  }
  globalThis.Function = new Proxy(own, {
    construct(target, args, made) {
      refuse()
      return Reflect.construct(target, args, made)
    },
    apply(target, self, args) {
      refuse()
      return Reflect.apply(target, self, args)
    },
  })
}

const isWrong = (options: unknown): boolean =>
  options !== undefined && (typeof options !== 'object' || options === null)
