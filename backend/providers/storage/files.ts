import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { link, mkdir, open, readFile, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UnavailableError } from '../outage/unavailable-error.ts'
import {
  KeyTakenError,
  StorageLimitError,
  assertKey,
  type ListedFile,
  type SignedFiles,
  type Storage,
  type StorageKey,
  type StoredFile,
} from './storage-port.ts'

const HOUR_MS = 3_600_000
/** How often a folder that a deletion takes away meanwhile is made again. */
const PLACE_ATTEMPTS = 5
/** A disk that is full, read-only, broken or gone, or a machine without file handles. */
const DISK_CODES: ReadonlySet<unknown> = new Set([
  ...[
    'ENOSPC',
    'EDQUOT',
    'EROFS',
    'EIO',
    'EMFILE',
    'ENFILE',
    'EACCES',
    'EPERM',
    'ENODEV',
    'ESTALE',
    'ETIMEDOUT',
  ],
])

export interface FileStorageOptions {
  /** Folder that holds everything; created when missing. */
  folder: string
  /** The first signs the URLs; those that another of them signed are valid as well. */
  secrets: readonly string[]
  /** The address of `SignedFiles`, without trailing slash. */
  publicUrl: string
  /** No other process writes here, so that unfinished files found at start are an ended process's. */
  isSoleWriter: boolean
  now?: () => number
}

/** Storage in a local folder. Written beside the target, flushed to disk, then linked to its name, which must be free. */
export async function createFileStorage(options: FileStorageOptions): Promise<Storage & SignedFiles> {
  const { folder, secrets, publicUrl, isSoleWriter, now = Date.now } = options
  const incoming = join(folder, 'incoming')
  const files = join(folder, 'files')
  await mkdir(incoming, { recursive: true })
  // Also files from the future, which a clock set back leaves.
  if (isSoleWriter) await removeOlder(incoming, Infinity)

  const pathOf = (key: string) => join(files, assertKey(key))
  const signer = createUrlSigner(secrets, now)

  const put = async (key: StorageKey, source: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number) => {
    const target = pathOf(key)
    const temporary = join(incoming, randomUUID())
    try {
      const stored = await write(temporary, source, maxBytes)
      await place(temporary, target, key)
      await flushFolder(dirname(target))
      return stored
    } catch (error) {
      throw toPortError(error)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  return {
    put,
    get: async (key) => readFile(pathOf(key)).catch(undefinedWhenMissing),

    async read(key) {
      const file = await open(pathOf(key), 'r').catch(undefinedWhenMissing)
      return file?.createReadStream()
    },

    removeUnfinished: (olderThan) => removeOlder(incoming, olderThan.getTime()),

    list: (prefix, { after = '' } = {}) => listFiles(files, prefix, after),

    async delete(keys) {
      for (const path of keys.map(pathOf)) {
        await rm(path, { force: true }).catch(undefinedWhenMissing)
        await removeEmptyFolders(dirname(path), files)
      }
    },

    // eslint-disable-next-line @typescript-eslint/require-await -- an invalid key rejects, as everywhere in the port
    async signUrl(key, { mediaType, downloadName }) {
      const expires = String((Math.ceil(now() / HOUR_MS) + 1) * HOUR_MS)
      const query = new URLSearchParams({ expires, type: mediaType })
      if (downloadName !== undefined) query.set('name', downloadName)
      return `${publicUrl}/${assertKey(key)}?${signer.sign('read', key, query)}`
    },

    isDirect: false,

    // eslint-disable-next-line @typescript-eslint/require-await -- an invalid key rejects, as everywhere in the port
    async signUpload(key, { mediaType, maxBytes, expiresInSeconds }) {
      const expiresAt = new Date(now() + expiresInSeconds * 1000)
      const query = new URLSearchParams({
        expires: String(expiresAt.getTime()),
        type: mediaType,
        max: String(maxBytes),
      })
      const url = `${publicUrl}/${assertKey(key)}?${signer.sign('write', key, query)}`
      return { url, method: 'PUT', fields: {}, headers: { 'content-type': mediaType }, expiresAt }
    },

    async open(key, query) {
      if (!signer.holds('read', key, query)) return 'signature_invalid'
      const file = await open(pathOf(key), 'r').catch(undefinedWhenMissing)
      if (!file) return 'file_not_found'
      const { size } = await file.stat()
      return {
        stream: file.createReadStream(),
        sizeBytes: size,
        mediaType: query.get('type') ?? '',
        downloadName: query.get('name') ?? undefined,
        expiresAt: new Date(Number(query.get('expires'))),
      }
    },

    async receive(key, query, { mediaType, content }) {
      if (!signer.holds('write', key, query)) return 'signature_invalid'
      if (mediaType !== query.get('type')) return 'media_type_unsupported'
      return put(key, content, Number(query.get('max')))
    },
  }
}

/** Signs the purpose, the key, and every parameter in order. */
function createUrlSigner([first = '', ...older]: readonly string[], now: () => number) {
  const signatureOf = (
    secret: string,
    purpose: 'read' | 'write',
    key: StorageKey,
    query: URLSearchParams,
  ): string => {
    const signed = ['expires', 'type', 'name', 'max'].map((name) => JSON.stringify(query.get(name)))
    return createHmac('sha256', secret)
      .update([purpose, key, ...signed].join('\n'))
      .digest('base64url')
  }
  return {
    /** The query with its signature. */
    sign(purpose: 'read' | 'write', key: StorageKey, query: URLSearchParams): string {
      const signature = signatureOf(first, purpose, key, query)
      return new URLSearchParams([...query, ['signature', signature]]).toString()
    },
    /** Whether the query was signed for this, and is not over. */
    holds(purpose: 'read' | 'write', key: StorageKey, query: URLSearchParams): boolean {
      const given = Buffer.from(query.get('signature') ?? '')
      const isSigned = [first, ...older].some((secret) => {
        const expected = Buffer.from(signatureOf(secret, purpose, key, query))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isSigned && Number(query.get('expires')) > now()
    },
  }
}

/** Deletes files of interrupted writes. */
async function removeOlder(incoming: string, thanMs: number): Promise<void> {
  for (const name of await readdir(incoming).catch(rethrown)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(undefinedWhenMissing)
    if (found && found.mtimeMs < thanMs) await rm(path, { force: true }).catch(rethrown)
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

/** Moves the file to its key. Uses a link, because a rename would replace an existing file. @throws KeyTakenError */
async function place(temporary: string, target: string, key: StorageKey): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(target), { recursive: true })
    try {
      await link(temporary, target)
      return
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EEXIST') throw new KeyTakenError(key, { cause: error })
      if (code !== 'ENOENT' || attempt === PLACE_ATTEMPTS) throw error
    }
  }
}

/** The link itself is only durable once its folder is. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r').catch(undefinedWhenMissing)
  // Deleted already.
  if (!handle) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Folder names contain ids of persons; an empty folder would still reveal one. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root; path = dirname(path)) {
    const isGone = await rmdir(path).then(
      () => true,
      (error: unknown) => codeOf(error) === 'ENOENT',
    )
    if (!isGone) return
  }
}

/** In the order of the whole keys, in which `a-b/c` comes before `a/b`. */
async function* listFiles(root: string, prefix: string, after: string): AsyncGenerator<ListedFile> {
  async function* walk(folder: string): AsyncGenerator<ListedFile> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(emptyWhenMissing)
    const paths = entries
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .filter(
        (path) => path.startsWith(prefix) && (path > after || (path.endsWith('/') && after.startsWith(path))),
      )
      .sort((a, b) => (a < b ? -1 : 1))
    for (const path of paths) {
      if (path.endsWith('/')) yield* walk(path)
      else yield* describeFile(root, path)
    }
  }
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  if (folder !== '') assertKey(folder.slice(0, -1))
  yield* walk(folder)
}

async function* describeFile(root: string, key: StorageKey): AsyncGenerator<ListedFile> {
  const found = await stat(join(root, key)).catch(undefinedWhenMissing)
  if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

function undefinedWhenMissing(error: unknown): undefined {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'ERR_FS_EISDIR' || code === 'ENOTDIR')
    return undefined
  throw toPortError(error)
}

/** Turns an error of the disk, not of the request, into the port's. */
function toPortError(error: unknown): unknown {
  return DISK_CODES.has(codeOf(error)) ? new UnavailableError('storage', { cause: error }) : error
}

function rethrown(error: unknown): never {
  throw toPortError(error)
}

function emptyWhenMissing(error: unknown): Dirent[] {
  undefinedWhenMissing(error)
  return []
}
