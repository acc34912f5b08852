/** Assertions that fail to compile. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles where the two types are one: `same<A, B>(true)`. */
export declare function same<A, B>(answer: Same<A, B>): void
/** Compiles where the type is not `any`. */
export declare function notAny<T>(answer: 0 extends 1 & T ? never : 1): void
