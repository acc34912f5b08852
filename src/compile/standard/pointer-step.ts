/** Steps of JSON pointers. */

/** A name as a step of a JSON pointer. */
export const pointerStep = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1')
