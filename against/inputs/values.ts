/** A value of each kind, and what coercion may take for another one. */
export const EACH: unknown[] = [
  ...['a', '', '1', '-1.5', 'true', 'null', ' 1', '0x10', '1e3'],
  ...[0, 1, -1.5, 1e21, true, false, null, [], {}, ['a'], [1], [[1]], { a: 1 }],
]
