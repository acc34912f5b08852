// What a test loads comes from the folder of the framework in the cache: `fastify` there is the one that is tested.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const load = createRequire(join(process.env.ECOSYSTEM_FOLDER, 'package.json'))

/** The factory that is tested. A framework that loads files of the inside of fastify has its own fastify beside it. */
export const fastify = load(join(process.env.ECOSYSTEM_COLUMN, 'node_modules', 'fastify'))

/** The fuzzer of this checkout. */
export const loadFuzzer = () => load(fileURLToPath(new URL('../../dist/commonjs/fuzz.cjs', import.meta.url)))

/** Begins to listen on a free port of this machine. */
export const LOCAL = { port: 0, host: '127.0.0.1' }
