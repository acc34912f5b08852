/** What requests have added to the prototypes of this process, in which the application runs too. */

/** Removes what can be enumerated there, which in a process that is right is nothing; gives the first name. */
export function takeFromPrototypes(): string | null {
  let found: string | null = null
  // Both see Object.prototype.
  for (const one of [[], takeFromPrototypes])
    for (const name in one) {
      found ??= name
      for (let at: object | null = one; at !== null; at = Object.getPrototypeOf(at))
        Reflect.deleteProperty(at, name)
    }
  return found
}
