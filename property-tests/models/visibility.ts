/** What a context sees, from the rules alone: no framework in here. */
import type { ContextNode } from '../arbitraries/context-tree.ts'

export type Kind = 'requests' | 'instances' | 'schemas'

/** A declaration lands where its plugin speaks: a wrapped one speaks in the context that registers it. */
interface Scope {
  readonly parent: Scope | null
  readonly declared: Record<Kind, Set<string>>
}

export interface Expected {
  /** null: the application cannot boot, a name is declared twice where both are seen */
  readonly visible: ReadonlyMap<string, Record<Kind, readonly string[]>> | null
}

function scopeOf(parent: Scope | null): Scope {
  return { parent, declared: { requests: new Set(), instances: new Set(), schemas: new Set() } }
}

function sees(scope: Scope | null, kind: Kind, name: string): boolean {
  return scope !== null && (scope.declared[kind].has(name) || sees(scope.parent, kind, name))
}

function all(scope: Scope | null, kind: Kind): Set<string> {
  return scope === null ? new Set() : new Set([...all(scope.parent, kind), ...scope.declared[kind]])
}

/**
 * Plugins speak in the order of their registration, a parent before its children; each declares first, then registers.
 * A request decorator and a schema are refused where the name is visible already; an instance decorator only where it
 * is declared in the same context: a child may shadow.
 */
export function model(root: ContextNode): Expected {
  const visible = new Map<string, Scope>()
  let clash = false
  const speak = (node: ContextNode, scope: Scope, path: string): void => {
    visible.set(path, scope)
    for (const kind of ['requests', 'instances', 'schemas'] as const) {
      for (const name of node[kind]) {
        const taken = kind === 'instances' ? scope.declared[kind].has(name) : sees(scope, kind, name)
        if (taken) clash = true
        scope.declared[kind].add(name)
      }
    }
    node.children.forEach((child, at) => {
      speak(child, child.wrapped ? scope : scopeOf(scope), `${path}/${at}`)
    })
  }
  speak(root, scopeOf(null), '')
  if (clash) return { visible: null }
  const seen = [...visible].map(([path, scope]) => [path, listed(scope)] as const)
  return { visible: new Map(seen) }
}

function listed(scope: Scope): Record<Kind, readonly string[]> {
  return {
    requests: [...all(scope, 'requests')].sort(),
    instances: [...all(scope, 'instances')].sort(),
    schemas: [...all(scope, 'schemas')].sort(),
  }
}

/** Whether a wrapped plugin declares after a sibling's context was born: what it shares then follows the late table. */
export function declaresLate(root: ContextNode): boolean {
  return root.children.some((child, at) => {
    const before = root.children.slice(0, at)
    const late = child.wrapped && before.some((other) => !other.wrapped || hasContext(other))
    return late || declaresLate(child)
  })
}

function hasContext(node: ContextNode): boolean {
  return node.children.some((child) => !child.wrapped || hasContext(child))
}
