/** Decorators that are computed. No runtime. */

/** A property that is computed on each access. */
export interface Accessor<This> {
  /** Computes the value; `this` is the instance, request or reply. */
  getter(this: This): unknown
  /** Runs on an assignment. */
  setter?(this: This, value: never): void
}
/** The type of a property that was declared with a `V`. */
export type Property<V> = V extends { getter: (...args: never[]) => infer T } ? T : V
