// Notes: each user sees only their own.
export default async function notes(app) {
  app.addHook('onRequest', app.authenticate)
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, tags: ['notes'], security: [{ token: [] }] }
  })

  const note = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      text: { type: 'string' },
      attachment: { type: 'string', nullable: true },
    },
  }
  const params = { type: 'object', properties: { id: { type: 'string', pattern: '^[0-9]{1,9}$' } } }
  const querystring = {
    type: 'object',
    properties: {
      limit: { type: 'string', pattern: '^[0-9]{1,3}$', default: '100' },
      contains: { type: 'string', default: '' },
    },
  }
  const body = {
    type: 'object',
    required: ['text'],
    additionalProperties: false,
    properties: { text: { type: 'string', minLength: 1, maxLength: 1000 } },
  }

  app.get(
    '/',
    { schema: { querystring, response: { 200: { type: 'array', items: note } } } },
    async (request) => app.db.notes(request.user.id, Number(request.query.limit), request.query.contains),
  )

  app.get('/:id', { schema: { params, response: { 200: note } } }, async (request) => {
    const found = app.db.note(request.user.id, Number(request.params.id))
    if (!found) throw Object.assign(new Error('there is no such note'), { statusCode: 404 })
    return found
  })

  app.post('/', { schema: { body, response: { 201: note } } }, async (request, reply) => {
    const id = app.db.addNote(request.user.id, request.body.text)
    app.tell(request.user.id, { added: id })
    return reply.code(201).header('location', `/api/notes/${id}`).send(app.db.note(request.user.id, id))
  })

  app.delete('/:id', { schema: { params } }, async (request, reply) => {
    const id = Number(request.params.id)
    if (!app.db.removeNote(request.user.id, id))
      throw Object.assign(new Error('there is no such note'), { statusCode: 404 })
    app.tell(request.user.id, { removed: id })
    return reply.code(204).send()
  })
}
