/** Random trees of contexts: what each declares, which are wrapped, in names sized to collide between branches. */
import fc from 'fast-check'

export interface ContextNode {
  /** request decorators of this context */
  readonly requests: readonly string[]
  /** instance decorators of this context */
  readonly instances: readonly string[]
  /** ids of shared schemas of this context */
  readonly schemas: readonly string[]
  /** whether its plugin is wrapped: it then speaks in the context that registers it */
  readonly wrapped: boolean
  readonly children: readonly ContextNode[]
}

/** A context and the way to it: the numbers of the children on it, the root's is empty. */
export interface Placed {
  readonly path: readonly number[]
  readonly node: ContextNode
}

const names = (prefix: string) =>
  fc.uniqueArray(fc.constantFrom(...['a', 'b', 'c', 'd'].map((name) => prefix + name)), { maxLength: 2 })

const shape = (
  wrapped: fc.Arbitrary<boolean>,
  children: fc.Arbitrary<ContextNode[]>,
): fc.Arbitrary<ContextNode> =>
  fc.record({ requests: names('r'), instances: names('i'), schemas: names('s'), wrapped, children })

const { node } = fc.letrec<{ node: ContextNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    shape(fc.boolean(), fc.constant([])),
    shape(fc.boolean(), fc.array(tie('node'), { maxLength: 3 })),
  ),
}))

/** A whole application: its root is a context of its own. */
export const contextTree: fc.Arbitrary<ContextNode> = shape(
  fc.constant(false),
  fc.array(node, { maxLength: 3 }),
)

/** Every context of a tree, the root first. */
export function placed(root: ContextNode, path: readonly number[] = []): Placed[] {
  return [{ path, node: root }, ...root.children.flatMap((child, at) => placed(child, [...path, at]))]
}
