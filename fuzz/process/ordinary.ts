/** A small application, for what has to have run before it is measured. */

/** A plugin that leads through most of the framework and the fuzzer. */
export async function ordinary(app: Plain, _options: object): Promise<void> {
  const id = { type: 'integer', minimum: 1 }
  const properties = {
    name: { type: 'string', maxLength: 9 },
    tags: { type: 'array', items: { type: 'string' } },
  }
  const body = { type: 'object', properties, required: ['name'], additionalProperties: false }
  const one = { type: 'object', properties: { id, ...properties } }
  const made = { body, response: { 201: one } }
  app.post('/things', { schema: made }, async (request, reply) =>
    reply.code(201).send({ id: 1, ...request.body }),
  )
  const params = { type: 'object', properties: { id } }
  const querystring = { type: 'object', properties: { limit: id } }
  app.get('/things/:id', { schema: { params, querystring, response: { 200: one } } }, async () => ({ id: 1 }))
}

type Handler = (
  request: { body: object },
  reply: { code(status: number): { send(payload: object): unknown } },
) => Promise<unknown>
type Plain = Record<'get' | 'post', (url: string, options: object, handler: Handler) => unknown>
