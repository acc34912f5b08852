// The versions of a package that a history is about: a range by its minors, or those that are named.

import semver from 'semver'

export interface VersionRange {
  name: string
  /** Named versions, or the ends of a range. */
  named?: string[]
  from?: string
  to?: string
}

/** The text after `npm:` cannot be read; the message says what would be right. */
export class VersionsError extends Error {
  override name = 'VersionsError'
}

const FORMS = 'write npm:NAME@4.0.0..5.8, npm:NAME@4.0.0,4.17.0,5.2.0, or npm:NAME for all'

/** `npm:fastify@4.0.0..5.8`, `npm:fastify@4.1.0,4.2.0`, or `npm:fastify`. */
export function parseVersions(text: string): VersionRange {
  const [, name, rest] = /^npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@(.+))?$/.exec(text) ?? []
  if (name === undefined) throw new VersionsError(`"${text}" is not a package with versions: ${FORMS}.`)
  if (rest === undefined) return { name }
  const [from = '', to] = rest.split('..')
  if (to !== undefined) {
    for (const end of [from, to])
      if (semver.coerce(end) === null || !/^\d+(\.\d+){0,2}/.test(end))
        throw new VersionsError(`"${end}" in ${text} is not a version: ${FORMS}.`)
    return { name, from, to }
  }
  const named = rest.split(',')
  const wrong = named.find((one) => semver.valid(one) === null)
  if (wrong !== undefined) throw new VersionsError(`"${wrong}" in ${text} is not a whole version: ${FORMS}.`)
  return { name, named }
}

/** In ascending order: of each minor the newest patch, and an end that is a whole version as it is written. */
export function chooseVersions(range: VersionRange, published: readonly string[]): string[] {
  if (range.named) {
    const missing = range.named.find((one) => !published.includes(one))
    if (missing !== undefined) throw new VersionsError(`${range.name} has no version ${missing}.`)
    return [...range.named].sort(semver.compare)
  }
  const stable = published.filter((one) => semver.prerelease(one) === null && isBetween(one, range))
  const minors = new Map<string, string>()
  for (const one of [...stable].sort(semver.compare))
    minors.set(`${semver.major(one)}.${semver.minor(one)}`, one)
  const ends = [range.from, range.to].filter((end) => end !== undefined && stable.includes(end)) as string[]
  const chosen = [...new Set([...minors.values(), ...ends])].sort(semver.compare)
  if (chosen.length === 0)
    throw new VersionsError(
      `${range.name} has no version from ${range.from ?? 'the first'} to ${range.to ?? 'the last'}; the last is ${published.at(-1) ?? 'none'}.`,
    )
  return chosen
}

/** `5.8` as the upper end is every 5.8.x. */
function isBetween(version: string, { from, to }: VersionRange): boolean {
  if (from !== undefined && semver.lt(version, semver.coerce(from) ?? '0.0.0')) return false
  return to === undefined || semver.satisfies(version, `<=${to}`)
}
