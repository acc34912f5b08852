/** Reads `packages.json`: which published packages are run, in which version, and how. */
import { readFileSync } from 'node:fs'

/** How the test files of a package report: each block of `tap` has assertions of its own; with `node:test` a test is one result. */
export type Runner = 'tap' | 'node'

export interface Suite {
  runner: Runner
  /** Only the test files whose path within the package begins so. Default: every file that imports tap or node:test. */
  only?: string[]
  /** Test files that are not run, each with the reason; or, in words, tests that `env` leaves out. */
  without?: Record<string, string>
  /** Environment variables that the package's own test script sets. */
  env?: Record<string, string>
  /** The limit of one test file, in seconds. Default: 60. */
  seconds?: number
}

/** Objects of node, their prototypes, how a server closes, streams, or schemas that a plugin reads or writes. */
export const TOUCHED = ['raw', 'prototypes', 'close', 'streams', 'schemas'] as const
export type Touched = (typeof TOUCHED)[number]

export interface PackageEntry {
  name: string
  version: string
  /** Its own test suite; absent where the package does not publish one. */
  suite?: Suite
  /** What it touches that a framework can get wrong: CI runs these each time, and a seventh of the others each day. */
  touches?: Touched[]
  /** Not of the 4.x line, but of the later one. */
  later?: true
  /** Why no test file of its own applies here, where it publishes tests. */
  noSuite?: string
  /** More packages that its tests or its exercise load: name and version. */
  needs?: Record<string, string>
  /** Declared devDependencies that are not installed, because no test loads them. */
  leaveOut?: string[]
  /** It loads files of the inside of fastify, and keeps the fastify that it depends on beside it. */
  keepsFastify?: true
}

/** A framework on top, or an application, with a test that is ours. */
export interface FrameworkEntry extends PackageEntry {
  /** The file of the test: in `ecosystem/frameworks/`, or in the folder of the application. */
  test: string
  /** The folder of an application in this repository, whose own `package.json` says what it needs. */
  application?: string
}

export interface Packages {
  /** The registry is used as it was on this day, so that a later release of a dependency changes nothing. */
  before: string
  /** The version of Fastify beside which touchstone is run. */
  reference: string
  /** The version of tap for all packages of which it is a devDependency below 18. */
  tap: string
  packages: PackageEntry[]
  frameworks: FrameworkEntry[]
}

/** The line of Fastify beside which packages are run: releases of the 4.x line beside the last 4, the latest ones beside the last 5. */
export const LINES = ['4', '5'] as const
export type Line = (typeof LINES)[number]

/** A file of the data of a line. */
export function fileOf(line: Line, name: string): URL {
  return new URL(`../../../ecosystem/${line === '4' ? '' : `line-${line}/`}${name}`, import.meta.url)
}

export function readPackages(line: Line = '4'): Packages {
  const read: Packages = JSON.parse(readFileSync(fileOf(line, 'packages.json'), 'utf8'))
  if (line === '4') return read
  return { ...read, packages: read.packages.map((entry) => ({ ...entry, later: true })) }
}

/** The name of its folders: `@fastify/cors` 9.0.1 is `fastify__cors@9.0.1`. */
export function slugOf({ name, version, ...entry }: PackageEntry | FrameworkEntry): string {
  const prefix = 'test' in entry ? 'framework__' : ''
  return `${prefix}${name.replace(/^@/, '').replace('/', '__')}@${version}`
}
