// What has changed, to every open page of the same user, over a web socket.
import fp from 'fastify-plugin'

async function live(app, { prefix }) {
  const open = new Map()

  app.decorate('tell', (user, change) => {
    for (const socket of open.get(user) ?? []) socket.send(JSON.stringify(change))
  })

  // A browser cannot set a header of a web socket: the token is in the address.
  const authenticate = async (request) => {
    try {
      request.user = app.jwt.verify(request.query.token ?? '')
    } catch (error) {
      throw Object.assign(error, { statusCode: 401 })
    }
  }
  app.get(prefix, { websocket: true, onRequest: authenticate, schema: { hide: true } }, (socket, request) => {
    const { id } = request.user
    if (!open.has(id)) open.set(id, new Set())
    open.get(id).add(socket)
    socket.on('close', () => open.get(id).delete(socket))
    socket.send(JSON.stringify({ hello: request.user.name }))
  })
}

export default fp(live, { name: 'live', fastify: '4.x', dependencies: ['@fastify/websocket'] })
