/** Labels, milestones, and the text that is shown as HTML. */
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import {
  answer,
  answers,
  body,
  COLOR,
  DATE,
  INDEX,
  inRepository,
  listOf,
  milestoneView,
  NOTHING,
  ref,
  shortMilestone,
  TEXT,
  TITLE,
} from './schemas.ts'
import { ApiError, type Host, issueOf, type Label, missing, type Who } from './state.ts'

type Place = { owner: string; repo: string }
type Has = (id: DefectId) => boolean

export function publicLabels(app: App, host: Host, has: Has): void {
  const response = answers({ 200: listOf('Label') }, 404)
  app.get<{ params: Place }>(
    '/repos/:owner/:repo/labels',
    { schema: { params: inRepository(), response } },
    async ({ params, headers }) => [
      ...host.repositoryOf(params, host.userOf(headers.authorization)).labels.values(),
    ],
  )
  const one = has('closed-issues-not-declared') ? shortMilestone : ref('Milestone')
  app.get<{ params: Place }>(
    '/repos/:owner/:repo/milestones',
    { schema: { params: inRepository(), response: answers({ 200: { type: 'array', items: one } }, 404) } },
    async ({ params, headers }) => {
      const repository = host.repositoryOf(params, host.userOf(headers.authorization))
      return [...repository.milestones.values()].map((found) => milestoneView(found, repository))
    },
  )
}

const WIDTH = 50
const NAMED = { type: 'string', minLength: 1, maxLength: WIDTH }

export function labels(app: App, host: Host, who: Who, has: Has): void {
  const width = has('label-of-fifty') ? WIDTH - 1 : WIDTH
  app.post<{ params: Place; body: { name: string; color: string; description?: string } }>(
    '/repos/:owner/:repo/labels',
    {
      schema: {
        params: inRepository(),
        body: body({ name: NAMED, color: COLOR, description: TEXT }, ['name', 'color']),
        response: answers({ 201: ref('Label') }, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const repository = host.ownedBy(request.params, who(request))
      const { name, color, description = '' } = request.body
      const length = Array.from(name).length
      if (repository.labels.size >= 500) throw new ApiError(422, 'A repository has at most 500 labels')
      reply.header('x-column', `${length}${'.'.repeat(width - length)}`)
      const label = { id: host.nextId(), name, color: color.replace('#', ''), description }
      repository.labels.set(label.id, label)
      return reply.code(201).send(label)
    },
  )
  const changes = body({ name: NAMED, color: COLOR, description: TEXT })
  app.patch<{ params: Place & { id: number }; body: Partial<Label> }>(
    '/repos/:owner/:repo/labels/:id',
    {
      schema: {
        params: inRepository('id'),
        ...(has('any-label') ? {} : { body: changes }),
        response: answers({ 200: ref('Label') }, 401, 403, 404),
      },
    },
    async (request) => {
      const label = host.ownedBy(request.params, who(request)).labels.get(request.params.id)
      if (!label) throw missing(`The label ${request.params.id}`)
      const { name = label.name, color = label.color, description = label.description } = request.body ?? {}
      Object.assign(label, { name: name.trim() || label.name, color: color.replace('#', ''), description })
      return label
    },
  )
  app.delete<{ params: Place & { id: number } }>(
    '/repos/:owner/:repo/labels/:id',
    { schema: { params: inRepository('id'), response: answers({ 204: NOTHING }, 401, 403, 404) } },
    async (request, reply) => {
      const repository = host.ownedBy(request.params, who(request))
      if (!repository.labels.delete(request.params.id)) throw missing(`The label ${request.params.id}`)
      return reply.code(204).send()
    },
  )
  labelled(app, host, who)
  milestones(app, host, who)
}

function labelled(app: App, host: Host, who: Who): void {
  app.put<{ params: Place & { index: number }; body: { labels: number[] } }>(
    '/repos/:owner/:repo/issues/:index/labels',
    {
      schema: {
        params: inRepository('index'),
        body: body({ labels: { type: 'array', items: INDEX, maxItems: 50, uniqueItems: true } }, ['labels']),
        response: answers({ 200: listOf('Label') }, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const repository = host.ownedBy(request.params, who(request))
      const issue = issueOf(repository, request.params.index)
      const unknown = request.body.labels.find((id) => !repository.labels.has(id))
      if (unknown !== undefined) throw new ApiError(422, `There is no label ${unknown}`)
      issue.labels = request.body.labels
      return issue.labels.map((id) => repository.labels.get(id))
    },
  )
}

function milestones(app: App, host: Host, who: Who): void {
  app.post<{ params: Place; body: { title: string; description?: string; due_on?: string } }>(
    '/repos/:owner/:repo/milestones',
    {
      schema: {
        params: inRepository(),
        body: body({ title: TITLE, description: TEXT, due_on: DATE }, ['title']),
        response: answers({ 201: ref('Milestone') }, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const repository = host.ownedBy(request.params, who(request))
      const { title, description = '', due_on = null } = request.body
      const milestone = { id: host.nextId(), title, description, due_on }
      repository.milestones.set(milestone.id, milestone)
      return reply.code(201).send(milestoneView(milestone, repository))
    },
  )
  app.delete<{ params: Place & { id: number } }>(
    '/repos/:owner/:repo/milestones/:id',
    { schema: { params: inRepository('id'), response: answers({ 204: NOTHING }, 401, 403, 404) } },
    async (request, reply) => {
      const repository = host.ownedBy(request.params, who(request))
      if (!repository.milestones.delete(request.params.id))
        throw missing(`The milestone ${request.params.id}`)
      return reply.code(204).send()
    },
  )
}

export function markdown(app: App, has: Has): void {
  const schema = body(
    { text: { type: 'string', maxLength: 40_000 }, mode: { type: 'string', enum: ['gfm', 'comment'] } },
    ['text'],
  )
  app.post<{ body: { text: string; mode?: string } }>(
    '/markdown',
    {
      attachValidation: has('nobody-reads-the-errors'),
      schema: {
        body: schema,
        response: answers({ 200: answer({ html: { type: 'string' }, links: { type: 'integer' } }) }),
      },
    },
    async ({ body: { text, mode = 'gfm' } }) => {
      const links = has('brackets-in-brackets') ? slowLinksOf(text) : linksOf(text)
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return { html: `<p class="${mode}">${escaped}</p>`, links }
    },
  )
}

/** How many opening brackets a closing one follows. */
function linksOf(text: string): number {
  const last = text.lastIndexOf(']')
  return text.slice(0, Math.max(0, last)).split('[').length - 1
}

function slowLinksOf(text: string): number {
  let links = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '[') continue
    const rest = Array.from(text.slice(at))
    if (rest.includes(']')) links++
  }
  return links
}
