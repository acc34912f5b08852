/** The frameworks that the applications run on. */
import { createRequire } from 'node:module'
import { touchstone } from 'touchstone'
import type { Framework } from './application.ts'

const require = createRequire(import.meta.url)

export const FRAMEWORKS = {
  touchstone: touchstone as unknown as Framework,
  'fastify-4.29': require('fastify-4.29') as Framework,
  'fastify-5': require('fastify-5') as Framework,
} as const

export type FrameworkName = keyof typeof FRAMEWORKS
