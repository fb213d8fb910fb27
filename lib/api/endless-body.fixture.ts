const CHUNK_BYTES = 64 * 1024
/** Enough for a test to fail instead of filling the memory. */
const END_BYTES = 32 * 1024 * 1024

/** A body that says no length, and how much of it was taken. */
export function endlessBody(): { body: ReadableStream<Uint8Array<ArrayBuffer>>; takenBytes: () => number } {
  let taken = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      taken += CHUNK_BYTES
      if (taken > END_BYTES) controller.close()
      else controller.enqueue(new Uint8Array(CHUNK_BYTES))
    },
  })
  return { body, takenBytes: () => taken }
}
