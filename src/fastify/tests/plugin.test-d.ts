import type { FastifyPluginAsync } from '../index.ts'

declare const plugin: FastifyPluginAsync<{ depth: number }>
export default plugin
