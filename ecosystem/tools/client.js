// Clients that know nothing of the tool: modules are loaded when they are used, so that an agent can come first.

/** Listen on a free port of this machine. */
export const LOCAL = { port: 0, host: '127.0.0.1' }

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What the promise gives, or `otherwise` when it takes longer; no timer stays. */
export async function within(promise, milliseconds, otherwise) {
  let timer
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve(otherwise), milliseconds)))
  const value = await Promise.race([promise, late])
  clearTimeout(timer)
  return value
}

/** One request with a connection of its own; the answer without its date. */
export async function ask(url, { method = 'GET', headers = {}, body, agent = false } = {}) {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => (text += part))
      answer.on('end', () => {
        const { date: _, ...rest } = answer.headers
        resolve({ status: answer.statusCode, headers: sorted(rest), body: text })
      })
      answer.on('error', (error) => resolve({ status: answer.statusCode, body: text, cut: error.code }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The same, and how it failed where there is no whole answer. */
export const attempt = (url, options) =>
  ask(url, options).catch((error) => ({ failed: error.code ?? error.name }))

/** An answer with these headers only. */
export function shown({ status, headers, body, ...rest }, ...names) {
  const kept = Object.fromEntries(names.map((name) => [name, headers?.[name] ?? null]))
  return { status, ...(names.length > 0 && { headers: kept }), body, ...rest }
}

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))

/** A connection whose bytes the program writes itself. */
export async function connect(address) {
  const { connect: open } = await import('node:net')
  const { hostname, port } = new URL(address)
  const socket = open(Number(port), hostname)
  const wire = { text: '', isClosed: false, socket }
  wire.closed = new Promise((resolve) =>
    socket.on('close', () => {
      wire.isClosed = true
      resolve('closed')
    }),
  )
  socket.on('error', (error) => (wire.error = error.code))
  socket.setEncoding('latin1').on('data', (part) => (wire.text += part))
  wire.write = (text) => socket.write(text)
  /** Waits until the text has this, or the connection is closed, or some seconds have passed. */
  wire.until = async (pattern, seconds = 5) => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end && !wire.isClosed; await sleep(5))
      if (pattern.test(wire.text)) return wire.text
    return wire.text
  }
  /** Whether it is closed within so many milliseconds. */
  wire.closesIn = (milliseconds) => within(wire.closed, milliseconds, 'open')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return wire
}

/** What an answer on a connection is: its first line and its body. */
export function answersIn(text) {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*?)(?=HTTP\/1\.1 |$)/g)].map(
    ([, status, , body]) => ({ status: Number(status), body }),
  )
}
