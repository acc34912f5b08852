// The asynchronous context of a request, which the statement `within` sets and the value `$within` reads.

import { AsyncLocalStorage } from 'node:async_hooks'

export const CONTEXT = new AsyncLocalStorage<unknown>()
