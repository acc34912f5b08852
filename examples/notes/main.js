// Starts the application, and ends it when the process is asked to end.
import { mkdirSync } from 'node:fs'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.js'

const { PORT = '3000', DATA = './data', SECRET, NODE_ENV } = process.env
const secret = SECRET ?? (NODE_ENV === 'development' ? 'a secret for development, and only for it' : '')
if (secret.length < 32) throw new Error('SECRET has to be set, and to have at least 32 characters')

mkdirSync(DATA, { recursive: true })
const app = await buildApp({ folder: DATA, secret, logger: { level: 'warn' } })

closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) app.log.error(err)
  await app.close()
  process.stdout.write('closed\n')
})

process.stdout.write(`listening on ${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}\n`)
