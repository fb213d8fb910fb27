import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  StorageLimitError,
  type SignedFiles,
  type Storage,
  type StoredFile,
  type UrlOptions,
} from './port.ts'

const HOUR_MS = 3_600_000
/** Longer than any upload may take. */
const UNFINISHED_FOR_GOOD_MS = 24 * HOUR_MS
const KEY = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/i

export interface FileStorageOptions {
  /** Folder that holds everything; created when missing. */
  folder: string
  /** Signs the URLs; changing it makes every URL given out invalid. */
  secret: string
  /** Where `SignedFiles` is served, without trailing slash. */
  publicUrl: string
  /** No other process writes here, so that unfinished files found at start are an ended process's. */
  isSoleWriter: boolean
  now?: () => number
}

/** Storage in a local folder. Written beside the target, flushed to disk, then renamed over it. */
export async function createFileStorage(options: FileStorageOptions): Promise<Storage & SignedFiles> {
  const { folder, secret, publicUrl, isSoleWriter, now = Date.now } = options
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  await removeUnfinished(incoming, isSoleWriter ? 0 : UNFINISHED_FOR_GOOD_MS)

  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new TypeError(`not a storage key: ${key}`)
    return join(folder, 'files', key)
  }
  const sign = (key: string, expires: string, mediaType: string, name: string) =>
    createHmac('sha256', secret).update([key, expires, mediaType, name].join('\n')).digest('base64url')

  return {
    async put(key, source, maxBytes) {
      const target = pathOf(key)
      const temporary = join(incoming, randomUUID())
      try {
        const stored = await write(temporary, source, maxBytes)
        await mkdir(dirname(target), { recursive: true })
        await rename(temporary, target)
        await flushFolder(dirname(target))
        return stored
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    get: (key) => readFile(pathOf(key)).catch(undefinedWhenMissing),
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteFolder: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),

    signUrl(key, { mediaType, downloadName }: UrlOptions) {
      pathOf(key)
      const expires = String((Math.ceil(now() / HOUR_MS) + 1) * HOUR_MS)
      const query = new URLSearchParams({ expires, type: mediaType })
      if (downloadName !== undefined) query.set('name', downloadName)
      query.set('signature', sign(key, expires, mediaType, downloadName ?? ''))
      return `${publicUrl}/${key}?${query.toString()}`
    },

    async open(key, query) {
      const expires = query.get('expires') ?? ''
      const mediaType = query.get('type') ?? ''
      const downloadName = query.get('name')
      const expected = Buffer.from(sign(key, expires, mediaType, downloadName ?? ''))
      const given = Buffer.from(query.get('signature') ?? '')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'signature_invalid'
      if (!(Number(expires) > now())) return 'signature_invalid'
      const file = await open(pathOf(key), 'r').catch(undefinedWhenMissing)
      if (!file) return 'file_not_found'
      const { size } = await file.stat()
      return {
        stream: file.createReadStream(),
        sizeBytes: size,
        mediaType,
        downloadName: downloadName ?? undefined,
        expiresAt: new Date(Number(expires)),
      }
    },
  }
}

/** What an interrupted write left behind belongs to nobody. */
async function removeUnfinished(incoming: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(undefinedWhenMissing)
    if (found && Date.now() - found.mtimeMs >= olderThanMs) await rm(path, { force: true })
  }
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes: number,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxBytes) throw new StorageLimitError(`more than ${maxBytes} bytes`)
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** The rename itself is only durable once its folder is. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined
  throw error
}
