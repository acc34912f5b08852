/** What published plugins merge into the types of `fastify`. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What a published plugin's declarations look like, in a package beside no package `fastify`. */
const PUBLISHED = `
import * as fastify from 'fastify'
import { FastifyPluginCallback } from 'fastify'
import { RouteGenericInterface } from 'fastify/types/route'
declare module 'fastify' {
  interface FastifyInstance { clock: { now(): number } }
  interface FastifyRequest { user: string }
  interface FastifyReply { render(name: string): FastifyReply }
  interface FastifyContextConfig { open?: boolean }
  interface RouteShorthandOptions<RawServer extends fastify.RawServerBase = fastify.RawServerDefault> { cached?: boolean }
}
declare const plugin: FastifyPluginCallback<{ zone?: string; generic?: RouteGenericInterface }>
export = plugin
`
const APPLICATION = `
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'touchstone/fastify'
import clock from './published.cjs'

declare module 'fastify' {
  interface FastifyInstance { ours: number }
}
declare module 'touchstone/fastify' {
  interface FastifyInstance { theirs: number }
}
const app = fastify()
const same: FastifyInstance = app
app.register(clock, { zone: 'UTC', prefix: '/x' })
// @ts-expect-error the name is zone
app.register(clock, { zon: 'UTC' })
app.get('/', { cached: true, config: { open: true } }, async function (request, reply) {
  request.user.length
  this.clock.now()
  this.ours + this.theirs + same.ours
  return reply.render('x')
})
// @ts-expect-error no member of that name
app.nothing
export const plugin: FastifyPluginAsync<{ depth: number }> = async (child, { depth }) => {
  child.decorate('depth', depth).depth.toFixed()
}
fastify.decorate(same, 'late', 1)
same.late.toFixed()
`

test('what published plugins merge into fastify is seen through touchstone/fastify', () => {
  const folder = join(ROOT, 'node_modules/.cache/package-test')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'published.d.cts'), PUBLISHED)
  writeFileSync(join(folder, 'app.mts'), APPLICATION)
  writeFileSync(join(folder, 'app.cts'), APPLICATION)
  for (const [module, files] of Object.entries({ nodenext: ['app.mts', 'app.cts'], esnext: ['app.mts'] })) {
    const moduleResolution = module === 'esnext' ? 'bundler' : module
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2023',
      module,
      moduleResolution,
      types: ['node'],
      paths: { 'touchstone/fastify': [join(ROOT, 'dist/src/fastify/fastify.d.cts')] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    assert.equal(status, 0, `${module}: ${stdout}`)
  }
})
