import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Storage, StorageKey } from '#backend/providers/storage/storage-port.ts'

export interface ArchiveMember {
  name: string
  /** A file in storage, or a stream made when it is read. */
  source: StorageKey | (() => Readable)
  madeAt: Date
}

/**
 * Streams a ZIP of files in storage: one file is open at a time, and only a few chunks are in memory. Files are not
 * compressed, because pictures already are.
 * @throws when a file is missing, or the signal aborts
 */
export async function* zipOf(
  storage: Pick<Storage, 'read'>,
  members: readonly ArchiveMember[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const failed = new AbortController()
  const fail = (error: unknown): void => failed.abort(error)
  let open: Readable | undefined
  zip.on('error', fail)
  for (const { name, source, madeAt } of members) {
    const isFile = typeof source === 'string'
    zip.addReadStreamLazy(name, { compress: !isFile, mtime: madeAt }, (pass) => {
      Promise.resolve(isFile ? storage.read(source) : source())
        .then((stream) => {
          if (!stream) throw new Error(`no file for ${name}`)
          open = stream
          // The ZIP itself would wait for ever for a file that breaks off.
          stream.once('error', fail)
          pass(null, stream)
        }, fail)
        .catch(fail)
    })
  }
  zip.end()
  const output = zip.outputStream.pipe(new PassThrough())
  const ended = AbortSignal.any([signal, failed.signal])
  const stop = (): void => void output.destroy(toError(ended.reason))
  if (ended.aborted) stop()
  else ended.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of output) if (chunk instanceof Uint8Array) yield chunk
  } finally {
    open?.destroy()
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
