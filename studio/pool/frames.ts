import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

/** Each message is preceded by its length. */
const HEAD_BYTES = 4
/** The net's input picture takes 3 MB. */
const FRAME_MAX_BYTES = 2 ** 26

/**
 * A message framed for a socket: its length, then its structured clone.
 * @throws where the message cannot be cloned
 */
export function frameOf(message: unknown): Buffer {
  const body = serialize(message)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, body])
}

/** Passes on each message once it has arrived whole. An invalid frame closes the connection. */
export function readFrames(socket: Socket, hear: (message: unknown) => void): void {
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
