/** Issues and their comments. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import {
  answer,
  answers,
  body,
  DATE,
  INDEX,
  inRepository,
  issueView,
  listOf,
  NAME,
  NOTHING,
  type Page,
  page,
  pageOf,
  ref,
  STATE,
  TEXT,
  TITLE,
} from './schemas.ts'
import {
  ApiError,
  forbidden,
  type Host,
  type Issue,
  issueOf,
  keyOf,
  missing,
  type Repository,
  type Who,
} from './state.ts'

type Place = { owner: string; repo: string }
type AtIssue = Place & { index: number }
type Has = (id: DefectId) => boolean

/** What everybody may read. */
export function publicIssues(app: App, host: Host, has: Has): void {
  app.get<{ params: Place; query: Page & { state: string; labels?: string } }>(
    '/repos/:owner/:repo/issues',
    {
      schema: {
        params: inRepository(),
        querystring: body({
          ...page,
          state: { type: 'string', enum: ['open', 'closed', 'all'], default: 'open' },
          labels: { type: 'string', maxLength: 200 },
        }),
        response: answers({ 200: listOf('Issue') }, 404),
      },
    },
    async ({ params, query, headers }, reply) => {
      const deleted =
        has('issues-without-repository') && host.everListed.get(keyOf(params.owner, params.repo))
      const repository = deleted || host.repositoryOf(params, host.userOf(headers.authorization))
      const names = query.labels?.split(',').filter((one) => one !== '') ?? []
      const found = [...repository.issues.values()]
        .filter(({ state }) => query.state === 'all' || state === query.state)
        .filter(({ labels }) =>
          names.every((name) => labels.some((id) => repository.labels.get(id)?.name === name)),
        )
      reply.header('x-total-count', found.length)
      return pageOf(found, query).map((one) => issueView(one, repository))
    },
  )
  app.get<{ params: AtIssue }>(
    '/repos/:owner/:repo/issues/:index',
    { schema: { params: inRepository('index'), response: answers({ 200: ref('Issue') }, 404) } },
    async ({ params, headers }) => {
      const repository = host.repositoryOf(params, host.userOf(headers.authorization))
      return issueView(issueOf(repository, params.index), repository, has('milestone-is-gone'))
    },
  )
  app.get<{ params: AtIssue; query: Page }>(
    '/repos/:owner/:repo/issues/:index/comments',
    {
      schema: {
        params: inRepository('index'),
        querystring: body(page),
        response: answers({ 200: listOf('Comment') }, 404),
      },
    },
    async ({ params, query, headers }) => {
      const repository = host.repositoryOf(params, host.userOf(headers.authorization))
      const { comments } = issueOf(repository, params.index)
      const from = (query.page - 1) * 10
      return has('pages-of-ten') ? comments.slice(from, from + query.limit) : pageOf(comments, query)
    },
  )
}

interface Written {
  title: string
  body?: string
  assignees?: string[]
  labels?: number[]
  milestone?: number
  due_date?: string
}

const properties = {
  ...{ title: TITLE, body: TEXT, due_date: DATE, milestone: INDEX },
  assignees: { type: 'array', items: NAME, maxItems: 10, uniqueItems: true },
  labels: { type: 'array', items: INDEX, maxItems: 50, uniqueItems: true },
}

/** What users write. */
export function issues(app: App, host: Host, who: Who, has: Has): void {
  app.post<{ params: Place; body: Written }>(
    '/repos/:owner/:repo/issues',
    {
      schema: {
        params: inRepository(),
        body: body(properties, ['title']),
        response: answers({ 201: ref('Issue') }, 401, 403, 404, 422),
      },
    },
    async (request, reply) => {
      const user = who(request)
      const repository = host.repositoryOf(request.params, user)
      if (repository.archived && has('locked-is-not-declared'))
        throw new ApiError(423, `${repository.full_name} is archived`)
      if (repository.archived) throw forbidden(`${repository.full_name} is archived`)
      const {
        title,
        body = '',
        assignees = [],
        labels = [],
        milestone = null,
        due_date = null,
      } = request.body
      checkReferences(host, repository, request.body)
      let number = repository.nextIssue
      if (!has('the-same-number')) repository.nextIssue++
      await soon() // the watchers are told
      if (has('the-same-number')) repository.nextIssue = number + 1
      number = has('the-same-number') ? repository.nextIssue - 1 : number
      const issue: Issue = {
        ...{ id: host.nextId(), number, title, body, state: 'open', user, assignees, labels },
        ...{ milestone, due_date, comments: [], created_at: new Date().toISOString() },
      }
      repository.issues.set(number, issue)
      return reply.code(201).send(issueView(issue, repository))
    },
  )
  changedIssues(app, host, who)
  deadlines(app, host, who, has)
  comments(app, host, who, has)
}

function changedIssues(app: App, host: Host, who: Who): void {
  app.patch<{ params: AtIssue; body: Partial<Written> & { state?: 'open' | 'closed' } }>(
    '/repos/:owner/:repo/issues/:index',
    {
      schema: {
        params: inRepository('index'),
        body: body({ ...properties, state: STATE }),
        response: answers({ 200: ref('Issue') }, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const user = who(request)
      const repository = host.repositoryOf(request.params, user)
      const issue = issueOf(repository, request.params.index)
      if (issue.user.login !== user.login && repository.owner !== user.login)
        throw forbidden('Only its author and the owner may change an issue')
      checkReferences(host, repository, request.body)
      Object.assign(issue, request.body)
      return issueView(issue, repository)
    },
  )
}

function checkReferences(host: Host, repository: Repository, given: Partial<Written>): void {
  const { labels = [], milestone, assignees = [] } = given
  const label = labels.find((id) => !repository.labels.has(id))
  if (label !== undefined) throw new ApiError(422, `There is no label ${label}`)
  if (milestone !== undefined && !repository.milestones.has(milestone))
    throw new ApiError(422, `There is no milestone ${milestone}`)
  const user = assignees.find((login) => !host.users.has(login))
  if (user !== undefined) throw new ApiError(422, `There is no user ${user}`)
}

function deadlines(app: App, host: Host, who: Who, has: Has): void {
  app.post<{ params: AtIssue; body: { due_date: string } }>(
    '/repos/:owner/:repo/issues/:index/deadline',
    {
      schema: {
        params: inRepository('index'),
        body: body({ due_date: DATE }, ['due_date']),
        response: answers({ 201: answer({ due_date: { type: 'string' } }) }, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const repository = host.ownedBy(request.params, who(request))
      const issue = issueOf(repository, request.params.index)
      const { due_date } = request.body
      const seconds = Math.floor(Date.parse(due_date) / 1000)
      if (has('seconds-without-sign')) Buffer.alloc(4).writeUInt32BE(seconds || 0)
      issue.due_date = due_date
      return reply.code(201).send({ due_date })
    },
  )
}

function comments(app: App, host: Host, who: Who, has: Has): void {
  const written = body({ body: { ...TEXT, minLength: 1 } }, ['body'])
  app.post<{ params: AtIssue; body: { body: string } }>(
    '/repos/:owner/:repo/issues/:index/comments',
    {
      schema: {
        params: inRepository('index'),
        body: written,
        response: answers({ 201: ref('Comment') }, 401, 404),
      },
    },
    async (request, reply) => {
      const user = who(request)
      const issue = issueOf(host.repositoryOf(request.params, user), request.params.index)
      const { body } = request.body
      const comment = { id: host.nextId(), body, user, created_at: new Date().toISOString() }
      issue.comments.push(comment)
      return reply.code(201).send(comment)
    },
  )
  const commentOf = (repository: Repository, id: number) => {
    for (const { comments } of repository.issues.values()) {
      const at = comments.findIndex((one) => one.id === id)
      if (at >= 0) return { comments, at, comment: comments[at]! }
    }
    throw missing(`The comment ${id}`)
  }
  app.patch<{ params: Place & { id: number }; body: { body: string } }>(
    '/repos/:owner/:repo/issues/comments/:id',
    {
      schema: {
        params: inRepository('id'),
        body: written,
        response: answers({ 200: ref('Comment') }, 401, 403, 404),
      },
    },
    async (request) => {
      const user = who(request)
      const { comment } = commentOf(host.repositoryOf(request.params, user), request.params.id)
      if (comment.user.login !== user.login) throw forbidden('Only its author may change a comment')
      comment.body = request.body.body
      return comment
    },
  )
  app.delete<{ params: Place & { id: number } }>(
    '/repos/:owner/:repo/issues/comments/:id',
    { schema: { params: inRepository('id'), response: answers({ 204: NOTHING }, 401, 403, 404) } },
    async (request, reply) => {
      const user = who(request)
      const { comments, at, comment } = commentOf(host.repositoryOf(request.params, user), request.params.id)
      if (comment.user.login !== user.login && !has('comments-of-others'))
        throw forbidden('Only its author may delete a comment')
      comments.splice(at, 1)
      return reply.code(204).send()
    },
  )
}
