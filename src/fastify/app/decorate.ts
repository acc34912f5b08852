/** What a decorator adds to the type of an instance. No runtime. */

/** The value of a decorator; a function has the decorated object as `this`. */
export type DecoratorValue<T, This> = T extends (...args: infer Args) => infer Result
  ? (this: This, ...args: Args) => Result
  : T
/** The instance with the decorator. One that the types know already is as they say. */
export type Decorated<Self, Name extends string | symbol, Value> = Name extends keyof Self
  ? Self
  : Self & { [K in Name]: Property<Value> }
type Property<Value> = Value extends { getter: (...args: never[]) => infer T } ? T : Value

/** `decorate` as a function: the variable has the decorator after the call. */
export type DecorateStatement = <Self extends object, const Name extends string | symbol, Value>(
  app: Self,
  name: Name,
  value: Value,
  dependencies?: readonly (string | symbol)[],
) => asserts app is Decorated<Self, Name, Value> & Self
