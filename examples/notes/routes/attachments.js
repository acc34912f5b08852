// Attachments: a file for each note, streamed to the disk and back.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export default async function attachments(app, { folder }) {
  const schema = {
    tags: ['attachments'],
    security: [{ token: [] }],
    params: { type: 'object', properties: { id: { type: 'string', pattern: '^[0-9]{1,9}$' } } },
  }
  const fileOf = (id) => join(folder, `attachment-${id}`)

  app.decorateRequest('note', null)
  app.addHook('onRequest', app.authenticate)
  app.addHook('preHandler', async (request) => {
    request.note = app.db.note(request.user.id, Number(request.params.id))
    if (!request.note) throw Object.assign(new Error('there is no such note'), { statusCode: 404 })
  })

  app.put('/', { schema: { ...schema, consumes: ['multipart/form-data'] } }, async (request) => {
    const file = await request.file()
    if (!file) throw Object.assign(new Error('there is no file in the form'), { statusCode: 400 })
    const { id } = request.note
    await pipeline(file.file, createWriteStream(fileOf(id)))
    if (file.file.truncated) {
      await rm(fileOf(id))
      throw Object.assign(new Error('the file is longer than 100000 bytes'), { statusCode: 413 })
    }
    app.db.attach(id, file.filename)
    app.tell(request.user.id, { attached: id })
    return { id, attachment: file.filename }
  })

  app.get('/', { schema }, async (request, reply) => {
    const { id, attachment } = request.note
    if (!attachment) throw Object.assign(new Error('the note has no attachment'), { statusCode: 404 })
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment)}`)
    return reply.type('application/octet-stream').send(createReadStream(fileOf(id)))
  })
}
