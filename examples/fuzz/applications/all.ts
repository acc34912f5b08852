/** The six applications. */
import type { FuzzApplication } from './application.ts'
import { application as blog } from './blog/index.ts'
import { application as chat } from './chat/index.ts'
import { application as codeHost } from './code-host/index.ts'
import { application as identity } from './identity/index.ts'
import { application as shop } from './shop/index.ts'
import { application as train } from './train/index.ts'

export const APPLICATIONS: readonly FuzzApplication[] = [shop, codeHost, identity, train, chat, blog]
