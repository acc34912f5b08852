/** Frames of HTTP/2, as a client writes and reads them itself. */
import type { Socket } from 'node:net'

export const [DATA, HEADERS, SETTINGS, PING, GOAWAY] = [0, 1, 4, 6, 7]
export const [END_STREAM, END_HEADERS, PADDED] = [1, 4, 8]

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: string
}

/** The bytes of a frame, as latin1. */
export function frame(type: number, flags: number, stream: number, payload = ''): string {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt16BE((type << 8) | flags, 3)
  head.writeUInt32BE(stream, 5)
  return head.toString('latin1') + payload
}

export const PREFACE = `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${frame(SETTINGS, 0, 0)}`

function framesOf(text: string): Frame[] {
  const bytes = Buffer.from(text, 'latin1')
  const frames: Frame[] = []
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3)
    const [type, flags] = [bytes[at + 3]!, bytes[at + 4]!]
    if (end <= bytes.length)
      frames.push({ type, flags, stream: bytes.readUInt32BE(at + 5), payload: text.slice(at + 9, end) })
    at = end
  }
  return frames
}

/** What a client received, and whether the server ended the connection. */
export interface Seen {
  readonly frames: readonly Frame[]
  readonly ended: boolean
}

/** Writes each text, and after each reads until the frames are there, or the server ends the connection. */
export async function exchange(
  socket: Socket,
  steps: readonly { sends: string; until: (frames: readonly Frame[]) => boolean }[],
): Promise<Seen> {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  const isOver = (): boolean => socket.destroyed || framesOf(text).some(({ type }) => type === GOAWAY)
  for (const { sends, until } of steps) {
    if (isOver()) break
    socket.write(sends, 'latin1')
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!isOver() && !until(framesOf(text))) return
        socket.off('data', check).off('close', check)
        resolve()
      }
      socket.on('data', check).on('close', check)
    })
  }
  return { frames: framesOf(text), ended: isOver() }
}
