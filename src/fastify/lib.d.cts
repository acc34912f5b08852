/** `touchstone/lib/errors`, `touchstone/lib/reply` and `touchstone/lib/symbols`: what tools read of the inside of Fastify, which has no types there either. */
declare const inside: Record<string, unknown>
export = inside
