// An order that a number decides: the same number, the same order.

/** A copy of the list in another order. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const next = randomFrom(seed)
  const order = [...list]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    const one = order[at] as T
    order[at] = order[other] as T
    order[other] = one
  }
  return order
}

/** Numbers from 0 to 1 by a linear congruence modulo 2^32; the low bits, which repeat soon, hardly count. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A random seed, if none is given. */
export function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}
