import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

/** The length of a message stands before it. */
const HEAD_BYTES = 4
/** A picture as the net sees it takes 3 MB. */
const FRAME_MAX_BYTES = 2 ** 26

/**
 * A message as it goes through a socket: its length, then it, as structured cloning writes it.
 * @throws where it cannot be cloned
 */
export function frameOf(message: unknown): Buffer {
  const body = serialize(message)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, body])
}

/** Hands over each message as it has come in whole. What is no frame ends the connection. */
export function hearFrames(socket: Socket, hear: (message: unknown) => void): void {
  let parts: Buffer[] = []
  let bytes = 0
  let isHead = true
  let neededBytes = HEAD_BYTES
  const take = (): Buffer => {
    const whole = Buffer.concat(parts)
    parts = [whole.subarray(neededBytes)]
    bytes -= neededBytes
    return whole.subarray(0, neededBytes)
  }
  socket.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    try {
      while (bytes >= neededBytes && !socket.destroyed) {
        const taken = take()
        if (!isHead) hear(deserialize(taken))
        neededBytes = isHead ? taken.readUInt32BE() : HEAD_BYTES
        isHead = !isHead
        if (neededBytes > FRAME_MAX_BYTES) socket.destroy()
      }
    } catch {
      socket.destroy()
    }
  })
}
