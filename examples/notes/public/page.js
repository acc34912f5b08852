// The page: logs in, shows the notes, and shows them again when the web socket tells of a change.
const find = (id) => document.getElementById(id)
let token = ''

async function ask(method, path, body) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  const answer = await fetch(`/api${path}`, {
    method,
    headers,
    body: body instanceof FormData ? body : body && JSON.stringify(body),
  })
  const value = answer.status === 204 ? null : await answer.json()
  if (!answer.ok) throw new Error(value.message)
  return value
}

async function show() {
  const notes = await ask('GET', '/notes')
  find('list').replaceChildren(
    ...notes.map(({ id, text, attachment }) => {
      const item = document.createElement('li')
      item.textContent = attachment ? `${text} (${attachment}) ` : `${text} `
      const button = document.createElement('button')
      button.textContent = `Remove ${text}`
      button.addEventListener('click', () => guard(() => ask('DELETE', `/notes/${id}`)))
      item.append(button)
      return item
    }),
  )
}

function follow() {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/live?token=${token}`)
  socket.addEventListener('message', () => guard(show))
  socket.addEventListener('close', () => (find('message').textContent = 'The server has closed.'))
}

/** Shows an error of the server instead of failing. */
async function guard(work) {
  try {
    await work()
  } catch (error) {
    find('message').textContent = error.message
  }
}

find('login').addEventListener('submit', (event) => {
  event.preventDefault()
  const { name, password } = Object.fromEntries(new FormData(event.target))
  guard(async () => {
    if (event.submitter.value === 'register') await ask('POST', '/users', { name, password })
    token = (await ask('POST', '/users/login', { name, password })).token
    find('message').textContent = `You are ${name}.`
    find('notes').hidden = false
    follow()
  })
})

find('write').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(event.target)
  guard(async () => {
    const { id } = await ask('POST', '/notes', { text: form.get('text') })
    if (form.get('file').size > 0) {
      const upload = new FormData()
      upload.set('file', form.get('file'))
      await ask('PUT', `/notes/${id}/attachment`, upload)
    }
    event.target.reset()
  })
})
