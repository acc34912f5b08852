/** The first application of the README: a validated route, typed from its schema, and a context of its own. */
import touchstone, { bearerAuth } from 'touchstone'

// A decorator is there for this context and those below, at run time and in the types.
const app = touchstone().decorate('books', new Map([[1, { id: 1, title: 'The Little Prince' }]]))

app.get(
  '/books/:id',
  {
    schema: {
      params: { id: { type: 'integer' } },
      response: {
        200: { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } } },
        404: { type: 'object', properties: { error: { type: 'string' } } },
      },
    },
  },
  async function (request, reply) {
    const book = this.books.get(request.params.id ?? 0) // a number: the schema says so
    return book ?? reply.code(404).send({ error: 'no such book' })
  },
)

// A plugin is a context: what it registers holds for its own routes, and nobody else's.
app.register(async (admin) => {
  admin.register(bearerAuth, { keys: [process.env['KEY'] ?? 'secret'] })
  admin.post(
    '/books',
    {
      schema: {
        body: {
          type: 'object',
          properties: { title: { type: 'string', minLength: 1 } },
          required: ['title'],
          additionalProperties: false,
        },
      },
    },
    async ({ body }, reply) => {
      const book = { id: admin.books.size + 1, title: body.title }
      admin.books.set(book.id, book)
      return reply.code(201).send(book)
    },
  )
})

app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' }, (error, address) => {
  if (error) throw error
  console.log(`listening on ${address}`)
})
