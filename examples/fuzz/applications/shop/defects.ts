/** The seeded defects of the shop. */
import type { SeededDefect } from '../application.ts'

export const DEFECTS = [
  {
    id: 'box-of-a-hundred',
    kind: 'boundary',
    route: 'POST /store/carts/:id/line-items',
    what: 'The table of boxes ends before the largest quantity that the schema allows.',
  },
  {
    id: 'half-an-initial',
    kind: 'rare-value',
    route: 'POST /store/customers',
    what: 'The initial of a name is cut out of a surrogate pair, and encoding it throws.',
  },
  {
    id: 'refunds-not-declared',
    kind: 'dropped-property',
    route: 'GET /store/orders/:id',
    what: 'The response schema forgot the property refunded_total.',
  },
  {
    id: 'whole-kilograms',
    kind: 'lossy-answer',
    route: 'GET /store/variants/:id',
    what: 'The response schema calls the weight an integer, so fractions are cut off.',
  },
  {
    id: 'gone-is-not-declared',
    kind: 'undeclared-status',
    route: 'DELETE /store/carts/:id/line-items/:line_id',
    what: 'An item that is not in the cart is answered with 410, which the route does not declare.',
  },
  {
    id: 'orders-for-everybody',
    kind: 'auth-missing',
    route: 'GET /admin/orders',
    what: 'The route is declared outside of the context that wants an API key.',
  },
  {
    id: 'orders-of-others',
    kind: 'other-identity',
    route: 'GET /store/orders/:id',
    what: 'A customer can read the order of another one.',
  },
  {
    id: 'two-orders-for-one-key',
    kind: 'idempotency',
    route: 'POST /admin/orders/:id/refund',
    what: 'A second request with the same idempotency key refunds a second time.',
  },
  {
    id: 'items-before-the-wait',
    kind: 'lost-update',
    route: 'POST /store/carts/:id/line-items',
    what: 'The items are read before the stock is reserved and written after it, so one of two concurrent items is lost.',
  },
  {
    id: 'one-too-many',
    kind: 'pagination',
    route: 'GET /store/products',
    what: 'A page includes the first item of the next page.',
  },
  {
    id: 'mail-to-nobody',
    kind: 'late-crash',
    route: 'POST /store/customers/password-token',
    what: 'The mail is written after the answer, and rejects where no customer has the address.',
  },
  {
    id: 'refund-after-refund',
    kind: 'deep-state',
    route: 'POST /admin/orders/:id/refund',
    what: 'A refund of an order that is refunded already fails with an error that nobody handles.',
  },
  {
    id: 'address-by-id',
    kind: 'conditional',
    route: 'POST /store/carts/:id',
    what: 'A shipping address that is given by its id is read as if it were an object.',
  },
  {
    id: 'words-of-words',
    kind: 'slow-input',
    route: 'POST /store/products/search',
    what: 'The pattern that splits a search into words takes time that doubles with each letter.',
  },
  {
    id: 'profile-of-yesterday',
    kind: 'read-your-write',
    route: 'GET /store/customers/me',
    what: 'The profile is kept in a cache that an update does not clear.',
  },
  {
    id: 'deleted-but-sold',
    kind: 'use-after-delete',
    route: 'GET /store/products/:id',
    what: 'A product that was deleted is still found by its id.',
  },
] as const satisfies readonly SeededDefect[]

export type DefectId = (typeof DEFECTS)[number]['id']
