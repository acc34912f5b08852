// Finds the adapter for a text on a command line: a built-in name, js:, npm:, exec:, tcp: or http:.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Adapter } from '../contract/adapter.ts'
import { packageVersion } from '../contract/package.ts'
import { addressOf, isFixtureCommand, type PeerAddress } from '../peer/address.ts'
import { connectPeer } from '../peer/peer-adapter.ts'
import { connectTo, startProcess } from '../protocol/link.ts'
import { connectRemote, UnusableError } from '../protocol/remote.ts'
import { wordsOf } from '../protocol/words.ts'
import { adapterOf } from './adapter-of.ts'
import { adapterOfPackage, parsePackage } from './package-adapter.ts'
import { IMPLEMENTATIONS, loadBuiltIn } from './registry.ts'

export interface ConnectOptions {
  /** The factor for all time limits of an adapter in another process. */
  timeScale?: number
  /** The fixture that a command serves first, where it is asked over HTTP alone. */
  fixture?: string
}

const FORMS = 'js:./adapter.mjs, npm:NAME@VERSION, exec:"command args", tcp:host:port or http://host:port'

/** What is wrong with the text, and what would be right; undefined if it can be tried. */
export function faultOfConnectable(text: string): string | undefined {
  const { kind, rest } = parse(text)
  switch (kind) {
    case 'built-in':
      return undefined
    case 'js':
      return existsSync(fileOf(rest))
        ? undefined
        : `${text} does not load: there is no file ${fileOf(rest)}. Write the path of a module that exports an adapter, as in js:./adapter.mjs.`
    case 'npm':
      return parsePackage(rest)
        ? undefined
        : `${text} is not a package with a version: write npm:NAME@VERSION, as in npm:fastify@5 or npm:@scope/name@1.2.3.`
    case 'exec':
      return faultOfCommandLine(text, rest)
    case 'tcp':
      return parseAddress(rest)
        ? undefined
        : `${text} is not an address: write tcp:host:port, as in tcp:127.0.0.1:4000.`
    case 'http': {
      const address = addressOf(rest)
      return typeof address === 'string' ? address : undefined
    }
    default:
      return `There is no implementation "${text}"; there are ${IMPLEMENTATIONS.join(', ')}, or write ${FORMS}.`
  }
}

/** Rejects with an error whose message says what is wrong, where, and what to do. */
export async function connectAdapter(text: string, options: ConnectOptions = {}): Promise<Adapter> {
  const fault = faultOfConnectable(text)
  if (fault !== undefined) throw new UnusableError(fault)
  const { kind, rest } = parse(text)
  if (kind === 'built-in') return loadBuiltIn(rest)
  if (kind === 'js') return loadModule(text, rest)
  if (kind === 'npm') return adapterOfPackage(rest)
  if (kind === 'http')
    return connectPeer({ connectable: text, at: addressOf(rest) as PeerAddress, ...options })
  if (isFixtureCommand(text))
    return connectPeer({ connectable: text, at: { command: wordsOf(rest) }, ...options })
  const remote = { connectable: text, suite: packageVersion(), ...options }
  if (kind === 'exec') {
    const words = wordsOf(rest)
    return connectRemote({ ...remote, start: (events) => startProcess(words, events) })
  }
  const { host, port } = parseAddress(rest) as { host: string; port: number }
  return connectRemote({ ...remote, host, start: (events) => connectTo(host, port, events) })
}

type Kind = 'built-in' | 'js' | 'npm' | 'exec' | 'tcp' | 'http' | 'unknown'

function parse(text: string): { kind: Kind; rest: string } {
  if (IMPLEMENTATIONS.includes(text)) return { kind: 'built-in', rest: text }
  if (/^https?:/.test(text)) return { kind: 'http', rest: text }
  const [, scheme, rest = ''] = /^(js|npm|exec|tcp):(.*)$/s.exec(text) ?? []
  if (scheme !== undefined) return { kind: scheme as Kind, rest }
  // A bare path is a module, too.
  if (/[\\/]/.test(text)) return { kind: 'js', rest: text }
  return { kind: 'unknown', rest: text }
}

function fileOf(path: string): string {
  return path.startsWith('file:') ? fileURLToPath(path) : resolve(path)
}

async function loadModule(text: string, path: string): Promise<Adapter> {
  let module: object
  try {
    module = await import(pathToFileURL(fileOf(path)).href)
  } catch (error) {
    throw new UnusableError(`${text} does not load: ${(error as Error).message}`)
  }
  return adapterOf(module, text)
}

function faultOfCommandLine(text: string, line: string): string | undefined {
  try {
    if (line.includes('{fixture}') && !line.includes('{port}'))
      return `${text} has no place for the port: write exec:"command {fixture} {port}", as in exec:"python3 app.py {fixture} {port}".`
    if (wordsOf(line).length > 0) return undefined
    return `${text} names no command: write exec:"command args", as in exec:"python3 adapter.py".`
  } catch (error) {
    return `${text} cannot be read: ${(error as Error).message}.`
  }
}

function parseAddress(text: string): { host: string; port: number } | undefined {
  const [, host, port] = /^(?:\/\/)?(\[[0-9a-fA-F:]+\]|[^:\s/]+):(\d{1,5})$/.exec(text) ?? []
  const number = Number(port)
  if (host === undefined || number < 1 || number > 65535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: number }
}
