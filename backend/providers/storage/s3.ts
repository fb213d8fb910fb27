import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  paginateListObjectsV2,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { answerWithin, UnavailableError } from '../outage/unavailable-error.ts'
import { tryStore } from './s3-trial.ts'
import {
  DELETE_MAX_KEYS,
  KeyTakenError,
  StorageLimitError,
  assertKey,
  type Storage,
  type StorageKey,
  type StoredFile,
} from './storage-port.ts'

const HOUR_MS = 3_600_000
const CONNECTION_TIMEOUT_MS = 5_000
/** Timeout of one request (a file or a part of one), and of a connection without traffic. */
const REQUEST_TIMEOUT_MS = 60_000
/**
 * For a call with all its attempts, until the store answers: shorter than the gateway's time-out. What is sent has its own time
 * besides, by the slowest line that is waited for.
 */
const ANSWER_MS = 14_000
const LEAST_BYTES_PER_MS = 500
/** The SDK's own retries: exponential, with jitter. */
const REQUEST_ATTEMPTS = 4
/** S3's smallest part; so many are the memory of one upload. */
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** Attempts of a deletion in which some keys failed. */
const DELETE_ATTEMPTS = 4
const DELETE_PAUSE_MS = 200
/** The 4xx statuses that pass: a key that an operator has to mend, too slow, too much at once. */
const RETRYABLE_STATUSES = [401, 403, 408, 429]

export interface S3StorageOptions {
  bucket: string
  region: string
  /** The address of a store that is not Amazon's; the region's own when absent. */
  endpoint?: string | undefined
  /** Before every key, without slashes at its ends. */
  keyPrefix?: string | undefined
  /** The machine's own credentials (environment, files, role) when absent. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  usesPathStyle?: boolean
  /**
   * Whether the store refuses a second write by `If-None-Match: *`, as Amazon's does. Without it a key is looked up
   * before the write, and simultaneous writers differ only by their random keys.
   */
  hasConditionalWrites?: boolean
  /** Requested with every write; the bucket's own default when absent. */
  encryption?: { algorithm: ServerSideEncryption; keyId?: string | undefined } | undefined
  now?: () => number
  /** How long the store may take to answer, and then to send each piece of a body. */
  answerMs?: number
}

export interface S3Storage extends Storage {
  /**
   * Tries each call that is needed, and goes on without calls that the store lacks and others can replace.
   * @returns a sentence for the operator about each of those
   * @throws UnfitStoreError, UnavailableError
   */
  adapt(): Promise<string[]>
  close(): void
}

/** Storage in a bucket that speaks S3, private to this product. @see https://docs.aws.amazon.com/AmazonS3/latest/API/ */
export function createS3Storage(options: S3StorageOptions): S3Storage {
  const { bucket: Bucket, now = Date.now, answerMs = ANSWER_MS } = options
  /** What the store can do; a refused call takes an ability away. */
  const abilities = {
    hasConditionalWrites: options.hasConditionalWrites ?? false,
    deletesMany: true,
    takesForms: true,
  }
  const client = createClient(options)
  const prefix = options.keyPrefix ? `${assertKey(options.keyPrefix)}/` : ''
  const at = (key: StorageKey) => ({ Bucket, Key: prefix + assertKey(key) })
  const encryption = encryptionHeaders(options.encryption)

  /** A call that the store has to answer in time: one that accepts connections and never answers is away. */
  const ask = <T>(send: (call: { abortSignal: AbortSignal }) => Promise<T>, sentBytes = 0): Promise<T> => {
    const calling = new AbortController()
    const sending = send({ abortSignal: calling.signal })
    return answerWithin('storage', answerMs + sentBytes / LEAST_BYTES_PER_MS, sending).catch(
      (error: unknown) => {
        calling.abort()
        throw error
      },
    )
  }

  const assertFree = async (key: StorageKey): Promise<void> => {
    const found = await ask((call) => client.send(new HeadObjectCommand(at(key)), call)).catch(
      undefinedWhenMissing,
    )
    if (found) throw new KeyTakenError(key)
  }

  const open = async (key: StorageKey) => {
    const found = await ask((call) => client.send(new GetObjectCommand(at(key)), call)).catch(
      undefinedWhenMissing,
    )
    const body = found?.Body
    if (body === undefined) return undefined
    if (!(body instanceof Readable)) throw new TypeError('the SDK gave no stream of Node')
    return Readable.from(withoutStalls(body, answerMs), { objectMode: false })
  }

  return {
    async put(key, source, maxBytes) {
      const target = {
        ...at(key),
        ...encryption,
        ...(abilities.hasConditionalWrites && { IfNoneMatch: '*' }),
      }
      if (!abilities.hasConditionalWrites) await assertFree(key)
      const failed = (error: unknown): never => {
        throw isTaken(error) ? new KeyTakenError(key, { cause: error }) : toPortError(error)
      }
      if (!(source instanceof Uint8Array))
        return stream(client, target, source, maxBytes, { failed, answerMs })
      const meter = createMeter(maxBytes)
      meter.take(source)
      const put = new PutObjectCommand({ ...target, Body: source })
      await ask((call) => client.send(put, call), source.byteLength).catch(failed)
      return meter.total()
    },

    async get(key) {
      const body = await open(key)
      return body && new Uint8Array(await buffer(body))
    },

    read: open,

    async *list(keysFrom, { after } = {}) {
      const StartAfter = after === undefined ? undefined : prefix + after
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + keysFrom, StartAfter })
      for await (const { Contents = [] } of answered(pages, answerMs)) {
        for (const { Key, Size, LastModified } of Contents) {
          if (Key === undefined || Size === undefined || !LastModified)
            throw new Error('a listed object lacks its key')
          yield { key: Key.slice(prefix.length), sizeBytes: Size, modifiedAt: LastModified }
        }
      }
    },

    async removeUnfinished(olderThan) {
      for await (const { Key, UploadId, Initiated } of unfinishedUploads(client, Bucket, prefix)) {
        if (Key === undefined || !Initiated || Initiated >= olderThan) continue
        const upload = { Bucket, Key, UploadId }
        await client.send(new AbortMultipartUploadCommand(upload)).catch(undefinedWhenMissing)
      }
    },

    async delete(keys) {
      if (keys.length > DELETE_MAX_KEYS) throw new RangeError(`more than ${DELETE_MAX_KEYS} keys`)
      let left = keys.map((key) => at(key).Key)
      for (let attempt = 1; left.length > 0; attempt++) {
        const Delete = { Quiet: true, Objects: left.map((Key) => ({ Key })) }
        const { Errors = [] } = abilities.deletesMany
          ? await ask((call) => client.send(new DeleteObjectsCommand({ Bucket, Delete }), call)).catch(
              rethrown,
            )
          : await deleteEach(left)
        left = Errors.flatMap(({ Key }) => Key ?? [])
        if (Errors.length === 0) return
        if (attempt === DELETE_ATTEMPTS) {
          const reason = `${Errors.length} files could not be deleted: ${Errors[0]?.Code ?? 'unknown'}`
          throw new UnavailableError('storage', { reason })
        }
        await pause(DELETE_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
      }
    },

    async signUrl(key, { mediaType, downloadName }) {
      // Signed as of the full hour, so that the address stays the same until the next.
      const signingDate = new Date(Math.floor(now() / HOUR_MS) * HOUR_MS)
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: mediaType,
        ResponseCacheControl: `private, max-age=${HOUR_MS / 1000}, immutable`,
        ResponseContentDisposition:
          downloadName === undefined
            ? undefined
            : `attachment; filename="${downloadName.replace(/[^\w.-]/g, '_')}"`,
      })
      return await getSignedUrl(client, command, { signingDate, expiresIn: (2 * HOUR_MS) / 1000 })
    },

    get isDirect() {
      return abilities.takesForms
    },

    async signUpload(key, { mediaType, maxBytes, expiresInSeconds }) {
      const expiresAt = new Date(now() + expiresInSeconds * 1000)
      const { url, fields } = await createPresignedPost(client, {
        ...at(key),
        // The policy's own date is the SDK's clock.
        Expires: Math.round((expiresAt.getTime() - Date.now()) / 1000),
        Conditions: [['content-length-range', 0, maxBytes]],
        Fields: { 'Content-Type': mediaType, ...encryptionFields(options.encryption) },
      })
      return { url, method: 'POST', fields, headers: {}, expiresAt }
    },

    async adapt() {
      const findings = await tryStore({ client, Bucket, prefix, encryption, ask, ...abilities })
      for (const { ability } of findings) if (ability !== 'listsUploads') abilities[ability] = false
      return findings.map(({ advice }) => advice)
    },

    close: () => client.destroy(),
  }

  /** For a store that does not delete many in one call. */
  async function deleteEach(keys: readonly string[]): Promise<{ Errors: [] }> {
    for (const Key of keys) {
      await ask((call) => client.send(new DeleteObjectCommand({ Bucket, Key }), call)).catch(
        undefinedWhenMissing,
      )
    }
    return { Errors: [] }
  }
}

const CHECKSUM_HEADER = /^x-amz-(?:sdk-)?checksum-/i

function createClient(options: S3StorageOptions): S3Client {
  const { region, endpoint, credentials, usesPathStyle = false } = options
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: usesPathStyle,
    maxAttempts: REQUEST_ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_TIMEOUT_MS,
    },
    // Other stores do not support the newer checksums; the SHA-256 in the row identifies the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // A deletion of many has to be checked by something: the SDK sends a CRC-32, which many stores do not know, and all of
  // them know this. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const { request } = args
        if (commandName !== 'DeleteObjectsCommand' || !isHttpRequest(request)) return next(args)
        const others = Object.entries(request.headers).filter(([name]) => !CHECKSUM_HEADER.test(name))
        const md5 = createHash('md5').update(request.body).digest('base64')
        const headers = { ...Object.fromEntries(others), 'content-md5': md5 }
        return next({ ...args, request: Object.assign(request, { headers }) })
      },
    { name: 'withContentMd5', step: 'build', priority: 'low' },
  )
  return client
}

function isHttpRequest(
  request: unknown,
): request is { headers: Record<string, string>; body: string | Uint8Array } {
  return typeof request === 'object' && request !== null && 'headers' in request && 'body' in request
}

/** Multipart uploads that were never completed: a killed process aborts none, and their parts are paid for. */
async function* unfinishedUploads(
  client: S3Client,
  Bucket: string,
  prefix: string,
): AsyncGenerator<MultipartUpload> {
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (next) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket,
      Prefix: prefix,
      ...next,
    })
    const page: ListMultipartUploadsCommandOutput | undefined = await client
      .send(command)
      .catch(undefinedWhenUnknown)
    yield* page?.Uploads ?? []
    next = page?.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

/** One request if the file fits into one, else a multipart upload; an abort leaves no parts. */
async function stream(
  client: S3Client,
  target: { Bucket: string; Key: string },
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  { failed, answerMs }: { failed: (error: unknown) => never; answerMs: number },
): Promise<StoredFile> {
  const meter = createMeter(maxBytes)
  const broken: unknown[] = []
  const watch = createWatch(answerMs + PART_BYTES / LEAST_BYTES_PER_MS)
  async function* metered() {
    try {
      for await (const chunk of source) {
        watch.stop()
        meter.take(chunk)
        watch.start()
        // The watch runs while this chunk is sent, until there is room for the next one.
        yield chunk
        watch.stop()
      }
      watch.start()
    } catch (error) {
      broken.push(error)
      throw error
    }
  }
  const Body = Readable.from(metered(), { objectMode: false })
  const upload = new Upload({ client, params: { ...target, Body }, queueSize: PARTS_AT_ONCE })
  upload.on('httpUploadProgress', () => watch.start())
  await Promise.race([upload.done(), watch.silence])
    .catch((error: unknown) => {
      if (error instanceof UnavailableError) upload.abort().catch(() => undefined)
      // Taking back the parts can fail as well; why the source ended says more.
      if (broken.length > 0) throw broken[0]
      failed(error)
    })
    .finally(watch.stop)
  return meter.total()
}

/** Rejects once the store has been silent for so long. Time in which the source has nothing to send does not count. */
function createWatch(silenceMs: number) {
  let timer: NodeJS.Timeout | undefined
  let rejectSilence: (error: UnavailableError) => void = () => undefined
  const silence = new Promise<never>((_resolve, reject) => (rejectSilence = reject))
  // Without a caller where the upload ended first.
  silence.catch(() => undefined)
  const stop = () => clearTimeout(timer)
  return {
    silence,
    stop,
    start() {
      stop()
      const reason = `no answer within ${silenceMs} ms`
      timer = setTimeout(() => rejectSilence(new UnavailableError('storage', { reason })), silenceMs)
    },
  }
}

function createMeter(maxBytes: number) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  return {
    /** @throws StorageLimitError */
    take(chunk: Uint8Array): void {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxBytes) throw new StorageLimitError(`more than ${maxBytes} bytes`)
      hash.update(chunk)
    },
    total: (): StoredFile => ({ sizeBytes, sha256: hash.digest('hex') }),
  }
}

function encryptionHeaders(encryption: S3StorageOptions['encryption']) {
  if (!encryption) return {}
  const { algorithm, keyId } = encryption
  return { ServerSideEncryption: algorithm, ...(keyId === undefined ? {} : { SSEKMSKeyId: keyId }) }
}

function encryptionFields(encryption: S3StorageOptions['encryption']): Record<string, string> {
  if (!encryption) return {}
  const { algorithm, keyId } = encryption
  return {
    'x-amz-server-side-encryption': algorithm,
    ...(keyId === undefined ? {} : { 'x-amz-server-side-encryption-aws-kms-key-id': keyId }),
  }
}

/** The second code means that another writer writes at the same time. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    ['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name)
  )
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name))
    return undefined
  throw toPortError(error)
}

/** For calls that a store does not have. */
function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.name === 'NotImplemented') return undefined
  throw toPortError(error)
}

/** A request that the store finds wrong is a fault of ours; it says so with another status than that of a key it refuses. */
function toPortError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof UnavailableError) return error
  if (error instanceof S3ServiceException && error.$fault === 'client') {
    const status = error.$metadata.httpStatusCode ?? 0
    if (!RETRYABLE_STATUSES.includes(status)) return error
  }
  return new UnavailableError('storage', { cause: error })
}

function rethrown(error: unknown): never {
  throw toPortError(error)
}

/** A body whose next bytes have to come in time, once they are asked for: a slow reader is no stall. */
async function* withoutStalls(body: Readable, answerMs: number): AsyncGenerator<Uint8Array> {
  try {
    yield* answered<Uint8Array>(body, answerMs)
  } finally {
    body.destroy()
  }
}

/** Pages, or pieces of a body, each of which the store has to answer in time. */
async function* answered<T>(pages: AsyncIterable<T>, answerMs: number): AsyncGenerator<T> {
  const asking = pages[Symbol.asyncIterator]()
  for (;;) {
    const page = await answerWithin('storage', answerMs, asking.next()).catch(rethrown)
    if (page.done === true) return
    yield page.value
  }
}
