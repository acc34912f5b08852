// The framework that a copied test imports: the one of the implementation that failed.

import { NotAsCode } from './code-value.ts'

/** What the page knows of an implementation. */
export interface Named {
  implementation: string
  version: string
}

export interface Framework {
  /** What `--implementation` calls it. */
  connectable: string
  /** Of the factory in the test. */
  variable: string
  /** The lines that import the factory and these names; throws NotAsCode where it has no such name. */
  imports(names: string[]): string[]
}

const FASTIFY_PACKAGES: Record<string, string> = {
  plugin: 'fastify-plugin',
  bearerAuth: '@fastify/bearer-auth',
}

/** Null where an implementation has no interface of Fastify: its test is run from the data. */
export function frameworkOf(run: Named | undefined): Framework | null {
  const { implementation, version } = run ?? { implementation: 'touchstone', version: '' }
  if (implementation === 'touchstone')
    return {
      connectable: implementation,
      variable: 'touchstone',
      imports: (names) => [
        `import touchstone${names.length === 0 ? '' : `, { ${names.join(', ')} }`} from 'touchstone'`,
      ],
    }
  if (!/^fastify(-[\d.]+)?$/.test(implementation) || version === '') return null
  return {
    connectable: connectableOf({ implementation, version }),
    variable: 'fastify',
    imports: (names) => [
      `import fastify from 'fastify' // npm install fastify@${version}`,
      ...names.map((name) => {
        if (!Object.hasOwn(FASTIFY_PACKAGES, name)) throw new NotAsCode(`${name} is no part of Fastify`)
        return `import ${name} from '${FASTIFY_PACKAGES[name]}'`
      }),
    ],
  }
}

/** A package that ran as npm:NAME@VERSION names itself without its version. */
export function connectableOf({ implementation, version }: Named): string {
  return implementation === 'fastify' && version !== '' ? `npm:fastify@${version}` : implementation
}
