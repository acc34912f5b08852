/** What the code host stores: users, repositories, issues, comments, labels and milestones. */
export interface User {
  id: number
  login: string
  full_name: string
  email: string
}

/** The user who sent a request; there is one on each route that wants a token. */
export type Who = (request: object) => User

export interface Label {
  id: number
  name: string
  color: string
  description: string
}

export interface Milestone {
  id: number
  title: string
  description: string
  due_on: string | null
}

export interface Comment {
  id: number
  body: string
  user: User
  created_at: string
}

export interface Issue {
  id: number
  number: number
  title: string
  body: string
  state: 'open' | 'closed'
  user: User
  assignees: string[]
  labels: number[]
  milestone: number | null
  due_date: string | null
  comments: Comment[]
  created_at: string
}

export interface Repository {
  id: number
  owner: string
  name: string
  full_name: string
  description: string
  private: boolean
  archived: boolean
  default_branch: string
  license: string | null
  topics: Set<string>
  collaborators: Set<string>
  watchers: Set<string>
  labels: Map<number, Label>
  milestones: Map<number, Milestone>
  issues: Map<number, Issue>
  nextIssue: number
}

/** An error that a client caused. */
export class ApiError extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const missing = (what: string) => new ApiError(404, `${what} does not exist`)
export const forbidden = (message: string) => new ApiError(403, message)

interface Token {
  id: number
  name: string
  sha1: string
  login: string
}

/** Tokens that a configuration knows. */
export const TOKENS = {
  alice: 'a11ce000000000000000000000000000000a11ce',
  bob: 'b0b00000000000000000000000000000000000b0',
} as const

export class Host {
  readonly users = new Map<string, User>()
  readonly tokens: Token[] = []
  readonly repositories = new Map<string, Repository>()
  /** Also those that are deleted. */
  readonly everListed = new Map<string, Repository>()
  #last = 0

  constructor() {
    for (const [login, full_name] of [
      ['alice', 'Alice Archer'],
      ['bob', 'Bob Baker'],
    ] as const) {
      this.users.set(login, { id: this.nextId(), login, full_name, email: `${login}@example.org` })
      this.tokens.push({ id: this.nextId(), name: 'configuration', sha1: TOKENS[login], login })
    }
    const first = this.create(this.users.get('alice')!, { name: 'hello-world', description: 'The first one' })
    const bug = { id: this.nextId(), name: 'bug', color: 'ee0701', description: 'It is wrong' }
    first.labels.set(bug.id, bug)
  }

  nextId(): number {
    return ++this.#last
  }

  create(owner: User, given: Partial<Repository> & { name: string }): Repository {
    const { name, description = '', default_branch = 'main', license = null } = given
    const repository: Repository = {
      ...{ id: this.nextId(), owner: owner.login, name, full_name: `${owner.login}/${name}` },
      ...{ description, private: given.private ?? false, archived: false, default_branch, license },
      ...{ topics: new Set<string>(), collaborators: new Set<string>(), watchers: new Set<string>() },
      ...{ labels: new Map(), milestones: new Map(), issues: new Map(), nextIssue: 1 },
    }
    this.repositories.set(keyOf(owner.login, name), repository)
    this.everListed.set(keyOf(owner.login, name), repository)
    return repository
  }

  /** A repository that `user` may see. */
  repositoryOf({ owner, repo }: { owner: string; repo: string }, user: User | null): Repository {
    const found = this.repositories.get(keyOf(owner, repo))
    if (!found || !sees(found, user)) throw missing(`The repository ${owner}/${repo}`)
    return found
  }

  /** A repository that `user` may change. */
  ownedBy(place: { owner: string; repo: string }, user: User): Repository {
    const found = this.repositoryOf(place, user)
    if (found.owner !== user.login && !found.collaborators.has(user.login))
      throw forbidden('Only its owner and collaborators may do that')
    return found
  }

  userOf(authorization: string | string[] | undefined, compared = 40): User | null {
    const [, sha1 = ''] = /^token ([0-9a-zA-Z]+)$/.exec(String(authorization ?? '')) ?? []
    const token =
      compared === 40
        ? this.tokens.find((one) => one.sha1 === sha1)
        : this.tokens.find((one) => sha1.length >= compared && one.sha1.startsWith(sha1.slice(0, compared)))
    return (token && this.users.get(token.login)) ?? null
  }
}

export function keyOf(owner: string, repo: string): string {
  return `${owner}/${repo}`.toLowerCase()
}

export function sees(repository: Repository, user: User | null): boolean {
  if (!repository.private) return true
  return user !== null && (repository.owner === user.login || repository.collaborators.has(user.login))
}

export function issueOf(repository: Repository, index: number): Issue {
  const issue = repository.issues.get(index)
  if (!issue) throw missing(`The issue ${index}`)
  return issue
}
