/** ENCAPSULATION IN TYPES: what one context knows, and what a child, a wrapped plugin and a decorator make of it. No runtime. */
// biome-ignore-all lint/suspicious/noEmptyInterface: applications merge members in

/** What one encapsulation context knows. Types of instances, requests and replies are computed from it and from nothing else. */
export interface Ctx {
  /** Instance decorators that can be used now. */
  inst: {}
  /** Instance decorators of plugins that are registered but not loaded yet: there after `await`, in children, and in handlers. */
  pend: {}
  /** Request decorators. */
  req: {}
  /** Reply decorators. */
  rep: {}
  /** Shared schemas by `$id`. */
  schemas: {}
  /** Names that this very context declared: a second declaration here throws, in a child it may shadow. */
  own: {}
}

/** The root context before anything is declared. */
export interface Root {
  inst: {}
  pend: {}
  req: {}
  rep: {}
  schemas: {}
  own: {}
}

/** The context once its plugins have loaded. */
export type Settled<C extends Ctx> = {
  inst: C['inst'] & C['pend']
  pend: {}
  req: C['req']
  rep: C['rep']
  schemas: C['schemas']
  own: C['own']
}

/** What a plugin finds that is registered here. It has declared nothing itself. */
export type Child<C extends Ctx> = {
  inst: C['inst'] & C['pend']
  pend: {}
  req: C['req']
  rep: C['rep']
  schemas: C['schemas']
  own: {}
}

// ── what a call makes of a context. Taken as `After<…>['decorate']`, never through an alias: aliases are compared
//    argument by argument, and then two roads to the same context would not count as the same.

/** The context after a declaration of `K` with a value of type `V`. */
export interface After<C extends Ctx, K extends Name, V> {
  decorate: {
    inst: Put<C['inst'], K, V>
    pend: C['pend']
    req: C['req']
    rep: C['rep']
    schemas: C['schemas']
    own: C['own'] & Own<'inst', K>
  }
  decorateRequest: {
    inst: C['inst']
    pend: C['pend']
    req: Put<C['req'], K, V>
    rep: C['rep']
    schemas: C['schemas']
    own: C['own'] & Own<'req', K>
  }
  decorateReply: {
    inst: C['inst']
    pend: C['pend']
    req: C['req']
    rep: Put<C['rep'], K, V>
    schemas: C['schemas']
    own: C['own'] & Own<'rep', K>
  }
}
/** The context after `addSchema(schema)`. */
export interface AfterSchema<C extends Ctx, S extends { $id: string }> {
  addSchema: {
    inst: C['inst']
    pend: C['pend']
    req: C['req']
    rep: C['rep']
    schemas: C['schemas'] & Record<S['$id'], S>
    own: C['own']
  }
}
/** The context after it registered a wrapped plugin that left its own context as `O`. */
export interface AfterPlugin<C extends Ctx, O extends Ctx> {
  register: {
    inst: C['inst']
    pend: C['pend'] & O['inst'] // O is settled: its own plugins have loaded
    req: C['req'] & O['req']
    rep: C['rep'] & O['rep']
    schemas: C['schemas'] & O['schemas']
    own: C['own'] & O['own']
  }
}

/** The name of a decorator. */
export type Name = string | symbol

/** A child may shadow what it inherits: the nearest declaration wins. A name that is not known while compiling adds nothing. */
export type Put<T, K extends Name, V> = string extends K
  ? T
  : symbol extends K
    ? T
    : K extends keyof T
      ? Omit<T, K> & Record<K, V>
      : T & Record<K, V>

type Kind = 'inst' | 'req' | 'rep'
type Own<Of extends Kind, K extends Name> = K extends string
  ? string extends K
    ? {}
    : { [P in `${Of}:${K}`]?: 1 }
  : {} // declared twice under one symbol: seen at run time only

// ── duplicates

/** The name itself, or an explanation that no name is assignable to. */
export type Fresh<K extends Name, Of extends Kind, C extends Ctx> = K extends string
  ? `${Of}:${K}` extends keyof C['own']
    ? Present<K>
    : K
  : K
/** A value on requests or replies is copied to children: also an inherited name is taken. */
export type FreshValue<K extends Name, Of extends 'req' | 'rep', C extends Ctx> = K extends keyof C[Of]
  ? Present<K & string>
  : K
/** In place of a name that is taken. */
export interface Present<K extends string> {
  error: `FST_ERR_DEC_ALREADY_PRESENT: the decorator '${K}' is already present in this context`
}

/** Refuses the id of a schema that the context sees already. */
export type FreshId<Id, C extends Ctx> = Id extends keyof C['schemas']
  ? {
      $id: { error: 'FST_ERR_SCH_ALREADY_PRESENT: a schema with this $id is already visible in this context' }
    }
  : unknown

/** Whether a plugin that needs `N` and leaves `Out` can be registered in `C`: `unknown`, or an explanation. */
export type Accept<C extends Ctx, N extends Ctx, Out extends Ctx> =
  Child<C> extends Omit<N, 'own'>
    ? keyof C['own'] & keyof Out['own'] extends never
      ? unknown
      : { error: `FST_ERR_DEC_ALREADY_PRESENT: ${keyof C['own'] & keyof Out['own'] & string}` }
    : { error: 'this context lacks decorators or schemas that the plugin needs' }

/** Whatever a plugin needs and a context has not, each as a sentence; `never` if it has all. */
export type Lacking<C extends Ctx, N extends Ctx> =
  | Lack<'app.', Child<C>['inst'], N['inst']>
  | Lack<'request.', C['req'], N['req']>
  | Lack<'reply.', C['rep'], N['rep']>
  | Lack<'the schema ', C['schemas'], N['schemas']>
type Lack<Before extends string, Has, Needed> = {
  [K in keyof Needed & string]: K extends keyof Has
    ? Has[K] extends Needed[K]
      ? never
      : `the plugin needs ${Before}${K} with another type than in this context`
    : `the plugin needs ${Before}${K}, and this context lacks it`
}[keyof Needed & string]
/** What a wrapped plugin declares that the context has declared itself. */
export type Twice<C extends Ctx, Out extends Ctx> = keyof C['own'] & keyof Out['own'] extends infer K extends
  string
  ? `FST_ERR_DEC_ALREADY_PRESENT: ${K}`
  : never

// ── annotations

/** A context in a few words: what is left out is empty. */
export type Has<X, K extends string> = X extends { [P in K]: infer V extends {} } ? V : {}
/** The context that an annotation like `App<{ inst: { db: Db } }>` means. */
export type CtxOf<X extends Partial<Ctx>> = {
  inst: Has<X, 'inst'>
  pend: {}
  req: Has<X, 'req'>
  rep: Has<X, 'rep'>
  schemas: Has<X, 'schemas'>
  own: {}
}

/** Anything that carries a context; the property exists in types only. */
export interface InContext<C> {
  readonly '~ctx': C
}

// ── the classic way, for plugins that know nothing of contexts: merge a member in and it is there everywhere.

/** Merge a member in, and every instance has it: a promise that nothing checks. */
export interface GlobalInstance {}
/** Merge a member in, and every request has it: a promise that nothing checks. */
export interface GlobalRequest {}
/** Merge a member in, and every reply has it: a promise that nothing checks. */
export interface GlobalReply {}
/** Merge a member in, and every route takes it as an option: for the options that plugins read in `onRoute`. */
export interface GlobalRouteOptions {}
