// npm:NAME@VERSION: the package as it is installed, beside the user first, and the adapter that fits it.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import semver from 'semver'
import type { Adapter } from '../contract/adapter.ts'
import { adapterOf } from './adapter-of.ts'
import { fromFastifyLike } from './fastify-like.ts'
import { plainWrap } from './plain-wrap.ts'

interface Installed {
  folder: string
  version: string
}

/** NAME@VERSION, where the version is one or a range; undefined for anything else. */
export function parsePackage(text: string): { name: string; range: string } | undefined {
  const [, name, range] = /^((?:@[\w.-]+\/)?[\w.-]+)@([^@\s]+)$/.exec(text) ?? []
  if (name === undefined || range === undefined || semver.validRange(range) === null) return undefined
  return { name, range }
}

export async function adapterOfPackage(text: string): Promise<Adapter> {
  const { name, range } = parsePackage(text) as { name: string; range: string }
  const { folder, version } = findPackage(name, range)
  const require = createRequire(join(folder, 'package.json'))
  const module = await loadPackage(folder, name, require)
  if (name === 'fastify') return adapterOfFastify(module, version, require)
  const adapter = adapterOf(module as object, `npm:${text}`)
  return adapter.version === '0.0.0' ? { ...adapter, name: shortName(name), version } : adapter
}

/** The package itself, as it is imported. */
export async function moduleOfPackage(text: string): Promise<unknown> {
  const { name, range } = parsePackage(text) as { name: string; range: string }
  const { folder } = findPackage(name, range)
  return loadPackage(folder, name, createRequire(join(folder, 'package.json')))
}

/** The file that is imported by the name of the package. */
export function entryOfPackage(text: string): string {
  const { name, range } = parsePackage(text) as { name: string; range: string }
  const { folder } = findPackage(name, range)
  return createRequire(join(folder, 'package.json')).resolve(folder)
}

/** The installed package of this name whose version fits, whatever the name of its folder. */
function findPackage(name: string, range: string): Installed {
  const found = foldersOfModules().flatMap((modules) => installedIn(modules, name))
  const fits = found.find(({ version }) => semver.satisfies(version, range, { includePrerelease: true }))
  if (fits) return fits
  const install = `npm install ${name}@${/[<>|\s*]/.test(range) ? `'${range}'` : range}`
  const others = [...new Set(found.map(({ version }) => version))]
  throw new Error(
    others.length === 0
      ? `${name} is not installed, neither here (${process.cwd()}) nor beside touchstone: ${install}`
      : `${name} is installed as ${others.join(', ')}, and ${range} is asked for: ${install}`,
  )
}

/** Folders node_modules that come before all others: those of `touchstone history`. */
function namedFolders(): string[] {
  return (process.env['TOUCHSTONE_PACKAGES'] ?? '').split(delimiter).filter((folder) => folder !== '')
}

/** The folders node_modules from the current folder upwards, then those from this package upwards. */
function foldersOfModules(): string[] {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = [process.cwd(), here].flatMap((from) => {
    const chain: string[] = []
    for (let at = resolve(from); ; at = dirname(at)) {
      chain.push(join(at, 'node_modules'))
      if (dirname(at) === at) return chain
    }
  })
  return [...new Set([...namedFolders(), ...folders])].filter((folder) => existsSync(folder))
}

function installedIn(modules: string, name: string): Installed[] {
  const direct = versionOf(join(modules, name), name)
  if (direct !== undefined)
    return [{ folder: join(modules, name), version: direct }, ...aliasesIn(modules, name)]
  return aliasesIn(modules, name)
}

/** A package may lie under another name, as `npm install fastify-5@npm:fastify@5` puts it. */
function aliasesIn(modules: string, name: string): Installed[] {
  const found: Installed[] = []
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === name) continue
    const folder = join(modules, entry.name)
    const folders = entry.name.startsWith('@')
      ? readdirSync(folder).map((one) => join(folder, one))
      : [folder]
    for (const one of folders) {
      const version = versionOf(one, name)
      if (version !== undefined) found.push({ folder: one, version })
    }
  }
  // The newest first, so that a wide range selects it.
  return found.sort((a, b) => semver.rcompare(a.version, b.version))
}

function versionOf(folder: string, name: string): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return manifest.name === name && semver.valid(manifest.version) ? manifest.version : undefined
  } catch {
    return undefined
  }
}

async function loadPackage(folder: string, name: string, require: NodeJS.Require): Promise<unknown> {
  try {
    const module = require(folder) as unknown
    return typeof module === 'function' ? { default: module } : module
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_REQUIRE_ESM')
      throw new Error(`${name} in ${folder} does not load: ${(error as Error).message}`)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main?: string }
    return import(pathToFileURL(join(folder, manifest.main ?? 'index.js')).href)
  }
}

function shortName(name: string): string {
  return name.replace(/^@[^/]+\//, '')
}

/** Fastify itself, of any major version from 4 on, with its wrapper and its bearer plugin where they are installed too. */
function adapterOfFastify(module: unknown, version: string, require: NodeJS.Require): Adapter {
  const { default: factory } = module as { default: unknown }
  const old = semver.major(version) < 5
  const wrap = optional('fastify-plugin', require) ?? plainWrap
  const bearer = bearerOf(require)
  const lacks = ['strict-responses', 'touchstone-version']
  if (old) lacks.push('body-content-map')
  if (semver.lt(version, '5.8.0')) lacks.push('time-limits')
  if (bearer === undefined) lacks.push('bearer-auth')
  return fromFastifyLike(factory, {
    name: 'fastify',
    version,
    lacks,
    wrap: wrap as typeof plainWrap,
    bearerAuth: old || bearer === undefined ? bearer : unversioned(bearer, wrap as typeof plainWrap),
    ...(old ? {} : { adaptOptions: withLoggerInstance }),
  })
}

function bearerOf(require: NodeJS.Require): unknown {
  const found = optional('@fastify/bearer-auth', require) as { default?: unknown } | undefined
  return found?.default ?? found
}

/** Installed where the user is, beside the package, or beside touchstone. */
function optional(name: string, beside: NodeJS.Require): unknown {
  for (const require of [
    createRequire(join(process.cwd(), 'x.js')),
    beside,
    createRequire(import.meta.url),
  ]) {
    try {
      return require(name)
    } catch {
      // Try the next place.
    }
  }
  return undefined
}

/** The published plugin requires version 4, but works on later ones. */
function unversioned(bearer: unknown, wrap: (plugin: object) => object): unknown {
  const plugin = bearer as (app: unknown, options: unknown, done: unknown) => unknown
  return wrap((app: unknown, options: unknown, done: unknown) => plugin(app, options, done))
}

/** From 5 on a custom logger has its own option. */
function withLoggerInstance({ logger, ...options }: Record<string, unknown>): Record<string, unknown> {
  if (logger !== null && typeof logger === 'object' && 'info' in logger)
    return { ...options, loggerInstance: logger }
  return { ...options, ...(logger === undefined ? {} : { logger }) }
}
