/** The state of the chat API: guilds, which are its tenants, and what their members make in them. */
export interface User {
  readonly id: string
  readonly username: string
  readonly bot: boolean
  readonly token: string
}

export interface Guild {
  readonly id: string
  readonly owner_id: string
  name: string
  description: string | null
  readonly members: Map<string, { nick: string | null; roles: string[] }>
}

export interface Channel {
  readonly id: string
  readonly guild_id: string
  readonly type: number
  name: string
  topic: string | null
  nsfw: boolean
  rate_limit_per_user: number
  last_message_id: string | null
}

export interface Attachment {
  readonly id: string
  readonly channel_id: string
  readonly filename: string
  readonly content_type: string
  readonly size: number
}

export interface Message {
  readonly id: string
  readonly channel_id: string
  readonly author: string
  readonly author_name?: string
  content: string
  readonly nonce?: string
  pinned: boolean
  edited: boolean
  /** By emoji, who reacted. */
  readonly reactions: Map<string, string[]>
  readonly attachments: readonly Attachment[]
}

export interface Webhook {
  readonly id: string
  readonly channel_id: string
  name: string
  readonly token: string
}

export interface Role {
  readonly id: string
  readonly guild_id: string
  name: string
  color: number
  permissions: string
  hoist: boolean
}

export class Store {
  readonly users = new Map<string, User>()
  readonly guilds = new Map<string, Guild>()
  readonly channels = new Map<string, Channel>()
  readonly messages = new Map<string, Message>()
  readonly attachments = new Map<string, Attachment>()
  readonly webhooks = new Map<string, Webhook>()
  readonly roles = new Map<string, Role>()
  #last = 1_100_000_000_000_000_000n

  constructor() {
    for (const username of ['wren', 'heron']) {
      const id = this.makeId()
      this.users.set(id, { id, username, bot: true, token: `${id}.${username}-4f9a.Xq7` })
    }
    const [wren, heron] = [...this.users.keys()]
    this.addGuild('Reed bed', wren!)
    this.addGuild('Estuary', heron!)
  }

  addGuild(name: string, owner_id: string): Guild {
    const members = new Map([[owner_id, { nick: null, roles: [] }]])
    const guild: Guild = { id: this.makeId(), name, owner_id, description: null, members }
    this.guilds.set(guild.id, guild)
    this.addChannel(guild.id, 'general')
    return guild
  }

  addChannel(guild_id: string, name: string, type = 0): Channel {
    const channel: Channel = {
      id: this.makeId(),
      guild_id,
      type,
      name,
      topic: null,
      nsfw: false,
      rate_limit_per_user: 0,
      last_message_id: null,
    }
    this.channels.set(channel.id, channel)
    return channel
  }

  messagesOf(channel: Channel): Message[] {
    return [...this.messages.values()].filter((one) => one.channel_id === channel.id)
  }

  removeChannel(channel: Channel): void {
    this.channels.delete(channel.id)
    for (const message of this.messagesOf(channel)) this.messages.delete(message.id)
    for (const one of this.webhooks.values()) if (one.channel_id === channel.id) this.webhooks.delete(one.id)
  }

  /** Ids rise, so that they order what they name by the time of its making. */
  makeId(): string {
    this.#last += 4_194_304n
    return String(this.#last)
  }
}
