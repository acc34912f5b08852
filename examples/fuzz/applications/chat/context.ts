/** What the routes of the chat API share: the state, the defects, who asks, and what they may see. */
import type { Hook, Request } from '../application.ts'
import type { Channel, Guild, Message, Store, User } from './store.ts'

export interface Context {
  readonly store: Store
  readonly defects: ReadonlySet<string>
}

/** A failure that is meant for the client. */
export class Refusal extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** The bot that a request comes from. */
export function userOf({ store, defects }: Context, request: Request): User {
  const sent = /^Bot (\S+)$/.exec(String(request.headers['authorization'] ?? ''))?.[1]
  const isOf = ({ token }: User) =>
    defects.has('token-by-its-beginning') ? sent?.split('.')[0] === token.split('.')[0] : sent === token
  const user = sent === undefined ? undefined : [...store.users.values()].find(isOf)
  if (user === undefined) throw new Refusal(401, 'Unauthorized')
  return user
}

export const wantsUser = (context: Context): Hook => {
  return async (request) => {
    userOf(context, request)
  }
}

/** A guild that the user is a member of. */
export function guildOf(context: Context, request: Request, id: string): Guild {
  const guild = context.store.guilds.get(id)
  if (guild === undefined || !guild.members.has(userOf(context, request).id)) {
    throw new Refusal(404, 'Unknown Guild')
  }
  return guild
}

export function channelOf(context: Context, request: Request, id: string): Channel {
  const channel = context.store.channels.get(id)
  const guild = channel === undefined ? undefined : context.store.guilds.get(channel.guild_id)
  if (channel === undefined || !guild?.members.has(userOf(context, request).id)) {
    throw new Refusal(404, 'Unknown Channel')
  }
  return channel
}

export function messageOf(context: Context, request: Request, ids: OfMessage['params']): Message {
  const channel = channelOf(context, request, ids.channel_id)
  const message = context.store.messages.get(ids.message_id)
  if (message === undefined || message.channel_id !== channel.id) throw new Refusal(404, 'Unknown Message')
  return message
}

export interface OfGuild {
  params: { guild_id: string }
}

export interface OfChannel {
  params: { channel_id: string }
}

export interface OfMessage {
  params: { channel_id: string; message_id: string }
}

export const showUser = ({ id, username, bot }: User) => ({ id, username, bot })

export function showMessage({ store }: Context, message: Message, reader: string) {
  const { author, author_name, reactions, ...rest } = message
  const user = store.users.get(author)
  return {
    ...rest,
    author: user === undefined ? { id: author, username: author_name ?? '', bot: true } : showUser(user),
    reactions: [...reactions]
      .filter(([, users]) => users.length > 0)
      .map(([name, users]) => ({ count: users.length, me: users.includes(reader), emoji: { name } })),
  }
}

/** Whether an id is of something older than another. */
export const isOlder = (one: string, other: string): boolean => BigInt(one) < BigInt(other)
