// Sends a request to a server of this process over its own connection, as test clients of such frameworks do.

import type { WireAnswer, WireRequest } from '../../contract/adapter.ts'
import { Connection, requestBytes } from '../../wire/socket.ts'

export async function askOverSocket(port: number, request: WireRequest): Promise<WireAnswer> {
  const connection = await Connection.open(port)
  try {
    for (const piece of requestBytes(request)) await connection.write(piece)
    const answer = await connection.answer(request.method)
    return answer ?? { status: 0, headers: {}, body: Buffer.alloc(0), trailers: {}, broken: true }
  } finally {
    connection.destroy()
  }
}
