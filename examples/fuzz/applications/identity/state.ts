/** What the administration stores: tenants with their users, organizations, invitations and roles, and tokens for them. */
export interface User {
  id: string
  tenant: string
  username: string
  primaryEmail: string | null
  name: string | null
  customData: Record<string, unknown>
  isSuspended: boolean
  lastSignInAt: number | null
  createdAt: number
}

export interface Organization {
  id: string
  tenant: string
  name: string
  description: string | null
  version: number
  members: Set<string>
}

export type InvitationStatus = 'Pending' | 'Accepted' | 'Expired' | 'Revoked'
export interface Invitation {
  id: string
  tenant: string
  invitee: string
  organizationId: string
  status: InvitationStatus
  expiresAt: number
}

export interface Role {
  id: string
  tenant: string
  name: string
  description: string
  type: 'User' | 'MachineToMachine'
}

export interface PersonalToken {
  name: string
  value: string
  expiresAt: number | null
}

interface Client {
  id: string
  secret: string
  tenant: string
}

/** An error that a client caused. */
export class RequestError extends Error {
  readonly statusCode: number
  readonly code: string
  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

export const missing = (what: string, id: string) =>
  new RequestError(404, 'entity.not_exists_with_id', `${what} ${id} does not exist`)
export const unprocessable = (code: string, message: string) => new RequestError(422, code, message)

/** The machines that a configuration knows. */
export const CLIENTS = {
  alpha: { id: 'machine00alpha', secret: 'alpha-has-this-secret' },
  beta: { id: 'machine000beta', secret: 'beta-has-that-secret' },
} as const

export class Administration {
  readonly users = new Map<string, User>()
  readonly passwords = new Map<string, string>()
  readonly personalTokens = new Map<string, PersonalToken[]>()
  readonly rolesOf = new Map<string, string[]>()
  readonly organizations = new Map<string, Organization>()
  readonly invitations = new Map<string, Invitation>()
  readonly roles = new Map<string, Role>()
  readonly clients = new Map<string, Client>()
  /** By the access token. */
  readonly access = new Map<string, string>()
  readonly refresh = new Map<string, Client>()
  readonly log: { id: string; tenant: string; key: string; createdAt: number }[] = []
  #last = 0

  constructor() {
    for (const [tenant, { id, secret }] of Object.entries(CLIENTS)) {
      this.clients.set(id, { id, secret, tenant })
      this.addUser(tenant, { username: `first_${tenant}`, password: 'a first password' })
      this.addRole(tenant, { name: 'reader', description: 'It reads' })
      const organization = { id: this.nextId(), tenant, name: tenant, description: null, version: 1 }
      this.organizations.set(organization.id, { ...organization, members: new Set() })
    }
  }

  nextId(): string {
    return (++this.#last).toString(36).padStart(12, '0')
  }

  note(tenant: string, key: string): void {
    this.log.unshift({ id: this.nextId(), tenant, key, createdAt: Date.now() })
    this.log.length = Math.min(this.log.length, 500)
  }

  addClient(tenant: string): Client {
    const id = `client${this.nextId()}`
    const client = { id, secret: `secret-of-${id}`, tenant }
    this.clients.set(id, client)
    return client
  }

  issue(client: Client): { access_token: string; refresh_token: string } {
    const number = this.nextId()
    const access_token = `${number}.${signatureOf(number)}`
    const refresh_token = `refresh${number}`
    this.access.set(access_token, client.tenant)
    this.refresh.set(refresh_token, client)
    return { access_token, refresh_token }
  }

  addUser(
    tenant: string,
    given: { username: string; primaryEmail?: string; name?: string; password?: string },
  ): User {
    const { username, primaryEmail = null, name = null, password } = given
    const user: User = {
      ...{ id: this.nextId(), tenant, username, primaryEmail, name },
      ...{ customData: {}, isSuspended: false, lastSignInAt: null, createdAt: Date.now() },
    }
    this.users.set(user.id, user)
    if (password !== undefined) this.passwords.set(user.id, password)
    return user
  }

  addRole(tenant: string, given: { name: string; description: string; type?: Role['type'] }): Role {
    const role: Role = { id: this.nextId(), tenant, type: 'User', ...given }
    this.roles.set(role.id, role)
    return role
  }

  userOf(id: string, tenant: string): User {
    return this.#found(this.users, 'The user', id, tenant)
  }

  organizationOf(id: string, tenant: string): Organization {
    return this.#found(this.organizations, 'The organization', id, tenant)
  }

  invitationOf(id: string, tenant: string): Invitation {
    return this.#found(this.invitations, 'The invitation', id, tenant)
  }

  roleOf(id: string, tenant: string): Role {
    return this.#found(this.roles, 'The role', id, tenant)
  }

  /** What belongs to another tenant does not exist. */
  #found<T extends { tenant: string }>(
    where: ReadonlyMap<string, T>,
    what: string,
    id: string,
    tenant: string,
  ): T {
    const found = where.get(id)
    if (!found || found.tenant !== tenant) throw missing(what, id)
    return found
  }

  /** The tenant that a token belongs to; null without one. */
  tenantOf(authorization: string | string[] | undefined, comparesSignature: boolean): string | null {
    const [, token = ''] = /^Bearer (\S+)$/.exec(String(authorization ?? '')) ?? []
    if (comparesSignature) return this.access.get(token) ?? null
    const [number = ''] = token.split('.')
    return this.access.get(`${number}.${signatureOf(number)}`) ?? null
  }
}

function signatureOf(number: string): string {
  let sum = 7
  for (const letter of `a key of the server ${number}`) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return sum.toString(16).padStart(8, '0').repeat(4)
}
