import type { Readable } from 'node:stream'

/** Path-like: lower-case letters, digits, `-`, `_`, `.` between slashes; chosen by us, never from user input. */
export type StorageKey = string

export interface StoredFile {
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hex. */
  sha256: string
}

export interface UrlOptions {
  /** Sent as Content-Type. */
  mediaType: string
  /** Makes the browser save the file under this name instead of showing it. */
  downloadName?: string
}

/** More bytes came than allowed; nothing was stored. */
export class StorageLimitError extends Error {
  override readonly name = 'StorageLimitError'
}

/** Private files. A key is written whole or not at all, and is durable once `put` has resolved. */
export interface Storage {
  /**
   * Streams `source` to `key`, replacing what was there, holding no more than one chunk in memory.
   * @throws StorageLimitError when more than `maxBytes` come; what the source throws is passed on
   */
  put(key: StorageKey, source: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<StoredFile>
  /** The whole file; undefined when there is none. */
  get(key: StorageKey): Promise<Uint8Array | undefined>
  /** Removes a file; no error when there is none. */
  delete(key: StorageKey): Promise<void>
  /** Removes every file whose key starts with the folder `prefix` (no trailing slash). */
  deleteFolder(prefix: StorageKey): Promise<void>
  /**
   * An absolute URL at which anyone can GET the file until it expires, one to two hours from now. The same within
   * each hour, so that browsers can keep what they loaded.
   */
  signUrl(key: StorageKey, options: UrlOptions): string
}

/** What a signed URL of ours leads to. */
export interface SignedFile {
  stream: Readable
  sizeBytes: number
  mediaType: string
  downloadName: string | undefined
  expiresAt: Date
}

/** The other end of `signUrl`, for storage that has no server of its own. */
export interface SignedFiles {
  /** Opens the file a signed URL names; says why not when the signature is wrong or old, or the file is gone. */
  open(path: string, query: URLSearchParams): Promise<SignedFile | 'signature_invalid' | 'file_not_found'>
}
