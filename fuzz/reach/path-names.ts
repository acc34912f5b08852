/** What the parameters of a path stand for. */
import type { RoutePlan } from '../engine/route-plan.ts'
import { idTarget, kindOf } from './names.ts'

/** A parameter of a path and what it stands for. */
export interface PathName {
  readonly param: string
  /** The segment before it: `customer` for `/customers/:id`. */
  readonly kind: string
  /** What its own name says: `message` for `/pins/:messageId`; empty for `id`. */
  readonly target: string
}

export function pathNamesOf({ path }: RoutePlan): PathName[] {
  const found: PathName[] = []
  let before = ''
  for (const [at, piece] of path.entries()) {
    if ('text' in piece) {
      if (piece.text === '/') continue
      before = piece.text.split('/').findLast((one) => one !== '') ?? ''
      continue
    }
    // Of `/repos/:owner/:repo` the segment says what the last one is.
    const between = path[at + 1]
    const isLast = !(between && 'text' in between && between.text === '/' && path[at + 2])
    // Of `/hooks/:hook_id/:token` its first name says it.
    const isOwn = before !== '' && (isLast || idTarget(piece.param) === kindOf(before))
    const target = idTarget(piece.param) ?? ''
    found.push({ param: piece.param, kind: kindOf(isOwn ? before : piece.param), target })
    if (isOwn) before = ''
  }
  return found
}
