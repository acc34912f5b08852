/** The schemas of the code host, and what its answers show of what it stores. */
import type { JsonSchema } from '../application.ts'
import type { Issue, Milestone, Repository } from './state.ts'

const text = { type: 'string' }
const id = { type: 'integer', format: 'int64' }
const state = { type: 'string', enum: ['open', 'closed'] }

export function answer(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

export function body(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` })
export const listOf = (name: string): JsonSchema => ({ type: 'array', items: ref(name) })

export function answers(good: Record<string, JsonSchema>, ...errors: readonly number[]) {
  return {
    ...good,
    ...Object.fromEntries([400, ...errors].map((status) => [String(status), ref('APIError')])),
  }
}

export const NAME = { type: 'string', pattern: '^[A-Za-z0-9._-]+$', minLength: 1, maxLength: 40 }
export const INDEX = { type: 'integer', minimum: 1, maximum: 9007199254740991 }
export const DATE = { type: 'string', format: 'date-time', maxLength: 40 }
export const TITLE = { type: 'string', minLength: 1, maxLength: 255 }
export const TEXT = { type: 'string', maxLength: 5000 }
export const COLOR = { type: 'string', pattern: '^#?[0-9a-fA-F]{6}$' }
export const STATE = state
export const NOTHING = { type: 'null' }

/** The parameters of a path below a repository. */
export function inRepository(...more: string[]): JsonSchema {
  const others = Object.fromEntries(more.map((name) => [name, ['index', 'id'].includes(name) ? INDEX : NAME]))
  return body({ owner: NAME, repo: NAME, ...others }, ['owner', 'repo', ...more])
}

export const page = {
  page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
}
export interface Page {
  page: number
  limit: number
}
export function pageOf<T>(items: readonly T[], { page, limit }: Page): T[] {
  return items.slice((page - 1) * limit, page * limit)
}

const dated = { type: 'string', format: 'date-time' }
const orNull = { type: ['string', 'null'] }
const milestone = { id, title: text, description: text, due_on: orNull, open_issues: id }
export const shortMilestone = answer(milestone)

export const SHARED: readonly JsonSchema[] = [
  { $id: 'APIError', ...answer({ message: text, url: text }) },
  {
    $id: 'User',
    ...answer({ id, login: text, full_name: text, email: { type: 'string', format: 'email' } }),
  },
  {
    $id: 'Repository',
    ...answer({
      ...{ id, owner: text, name: text, full_name: { type: 'string', pattern: '^[^/]+/[^/]+$' } },
      ...{ description: text, private: { type: 'boolean' }, archived: { type: 'boolean' } },
      ...{ default_branch: text, license: orNull, open_issues_count: id, watchers_count: id },
    }),
  },
  { $id: 'Label', ...answer({ id, name: text, color: text, description: text }) },
  { $id: 'Milestone', ...answer({ ...milestone, closed_issues: id }) },
  { $id: 'Comment', ...answer({ id, body: text, user: ref('User'), created_at: dated }) },
  {
    $id: 'Issue',
    ...answer({
      ...{ id, number: id, title: text, body: text, state, user: ref('User') },
      ...{ assignees: { type: 'array', items: text }, labels: listOf('Label') },
      milestone: { type: ['object', 'null'], properties: { id, title: text } },
      ...{ due_date: orNull, comments: id, created_at: dated },
    }),
  },
]

export function repositoryView(repository: Repository): object {
  const { topics, collaborators, watchers, labels, milestones, issues, nextIssue, ...shown } = repository
  const open_issues_count = [...issues.values()].filter((one) => one.state === 'open').length
  return { ...shown, open_issues_count, watchers_count: watchers.size }
}

export function milestoneView(milestone: Milestone, { issues }: Repository): object {
  const own = [...issues.values()].filter((one) => one.milestone === milestone.id)
  const open_issues = own.filter((one) => one.state === 'open').length
  return { ...milestone, open_issues, closed_issues: own.length - open_issues }
}

/** `strict`: a milestone that is not there is an error of the server. */
export function issueView(issue: Issue, { labels, milestones }: Repository, strict = false): object {
  const milestone = issue.milestone === null ? null : (milestones.get(issue.milestone) ?? null)
  const isGone = issue.milestone !== null && milestone === null
  return {
    ...issue,
    labels: issue.labels.flatMap((one) => labels.get(one) ?? []),
    milestone: milestone !== null || (strict && isGone) ? pick(milestone as Milestone) : null,
    comments: issue.comments.length,
  }
}

function pick({ id, title }: Milestone): { id: number; title: string } {
  return { id, title }
}
