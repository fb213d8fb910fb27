import type { Readable } from 'node:stream'

/** Path-like: letters, digits, `-`, `_`, `.` between slashes; chosen by us, never from user input. */
export type StorageKey = string

const KEY = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/i

/** Returns the key. @throws TypeError when it is invalid */
export function assertKey(key: string): StorageKey {
  if (!KEY.test(key)) throw new TypeError(`not a storage key: ${key}`)
  return key
}

export interface StoredFile {
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string
}

export interface ListedFile {
  key: StorageKey
  sizeBytes: number
  modifiedAt: Date
}

export interface UrlOptions {
  /** Sent as Content-Type. */
  mediaType: string
  /** Makes the browser save the file under this name instead of showing it. */
  downloadName?: string
}

export interface UploadOptions {
  /** The one Content-Type that is taken. */
  mediaType: string
  /** Longer bodies are refused whole. */
  maxBytes: number
  /** How long the upload may begin. */
  expiresInSeconds: number
}

/**
 * How a browser sends one file straight to storage. POST: a form with `fields` first and the file last, named `file`.
 * PUT: the file itself as the body, with `headers`. Taken when the answer is 2xx.
 */
export interface SignedUpload {
  url: string
  method: 'POST' | 'PUT'
  fields: Record<string, string>
  headers: Record<string, string>
  expiresAt: Date
}

/** More bytes arrived than allowed; no file was stored. */
export class StorageLimitError extends Error {
  override readonly name = 'StorageLimitError'
}

/** The key has a file already, which stays unchanged. */
export class KeyTakenError extends Error {
  override readonly name = 'KeyTakenError'

  constructor(key: StorageKey, options?: ErrorOptions) {
    super(`${key} is taken`, options)
  }
}

/** Most keys one call of `delete` takes. */
export const DELETE_MAX_KEYS = 1000

/**
 * Private files. A key is written once, whole or not at all, and is durable once `put` has resolved. Each call that reads or
 * writes throws UnavailableError where the store is out of reach or full.
 */
export interface Storage {
  /**
   * Streams `source` to `key`, holding no more than a few chunks in memory.
   * @throws KeyTakenError
   * @throws StorageLimitError when more than `maxBytes` come; what the source throws is passed on
   */
  put(key: StorageKey, source: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<StoredFile>
  /** The whole file, for small ones; undefined when there is none. */
  get(key: StorageKey): Promise<Uint8Array | undefined>
  /** The file as a stream; undefined when there is none. Read it to its end or destroy it. */
  read(key: StorageKey): Promise<Readable | undefined>
  /**
   * Files whose key starts with `prefix` (all when empty) and sorts after `after`, by code point of the key, fetched
   * in pages. Files written or deleted meanwhile may be listed or not.
   */
  list(prefix: string, options?: { after?: StorageKey }): AsyncIterable<ListedFile>
  /** Removes up to `DELETE_MAX_KEYS` files; no error when there are none. Rejects when some could not be removed. */
  delete(keys: readonly StorageKey[]): Promise<void>
  /** Removes what interrupted writes from before `olderThan` have left, which no key names. */
  removeUnfinished(olderThan: Date): Promise<void>
  /**
   * An absolute URL at which anyone can GET the file until it expires, one to two hours from now. The same within
   * each hour, so that browsers can cache the file. Makes no request.
   */
  signUrl(key: StorageKey, options: UrlOptions): Promise<string>
  /** Whether signed uploads go straight to the store, past the product's processes. */
  readonly isDirect: boolean
  /**
   * Lets any holder of the result write this key, within its limits. The key has to be a new one. Makes no request.
   */
  signUpload(key: StorageKey, options: UploadOptions): Promise<SignedUpload>
}

/** The file behind a signed URL of the product. */
export interface SignedFile {
  stream: Readable
  sizeBytes: number
  mediaType: string
  downloadName: string | undefined
  expiresAt: Date
}

/** An upload as described by its request. */
export interface IncomingUpload {
  mediaType: string | undefined
  content: AsyncIterable<Uint8Array>
}

/** The other end of `signUrl` and `signUpload`, for storage that has no server of its own. */
export interface SignedFiles {
  /** Opens the file a signed URL names; says why not when the signature is wrong or old, or the file is gone. */
  open(path: string, query: URLSearchParams): Promise<SignedFile | 'signature_invalid' | 'file_not_found'>
  /**
   * Takes a signed upload; says why not when the signature is wrong or old, or the type is another.
   * @throws StorageLimitError, KeyTakenError
   */
  receive(
    path: string,
    query: URLSearchParams,
    upload: IncomingUpload,
  ): Promise<StoredFile | 'signature_invalid' | 'media_type_unsupported'>
}
