import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { UnavailableError } from '../outage/unavailable-error.ts'

/** Abilities for which the product has another way where a store lacks them. */
type Ability = 'hasConditionalWrites' | 'deletesMany' | 'takesForms'

/** A store lacks what no file can be kept without; the message says what an operator has to set. */
export class UnfitStoreError extends Error {
  override readonly name = 'UnfitStoreError'
}

interface Trial {
  client: S3Client
  Bucket: string
  /** Before every key. */
  prefix: string
  /** Fields of every write. */
  encryption: object
  ask: <T>(send: (call: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>
  /** Whether the product goes by them. */
  hasConditionalWrites: boolean
}

const BODY = 'alpenlicht'

/**
 * Tries each call that the product needs, under a key of its own, and deletes what it wrote.
 * @returns what the store lacks and the product does in another way, each with a sentence for the operator
 * @throws UnfitStoreError, UnavailableError
 */
export async function tryStore(
  trial: Trial,
): Promise<{ ability: Ability | 'listsUploads'; advice: string }[]> {
  const { client, Bucket, prefix, encryption, ask } = trial
  const folder = `${prefix}trial-${randomUUID()}/`
  const [one, other, posted] = ['one', 'other', 'posted'].map((name) => folder + name) as [
    string,
    string,
    string,
  ]
  const lacks: { ability: Ability | 'listsUploads'; advice: string }[] = []
  const need = async <T>(advice: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!isRefusal(error)) throw new UnavailableError('storage', { cause: error })
      throw new UnfitStoreError(`S3_BUCKET ${Bucket}: ${advice} (${error.name})`, { cause: error })
    }
  }
  const wish = async (ability: Ability | 'listsUploads', advice: string, call: () => Promise<boolean>) => {
    const isThere = await call().catch((error: unknown) => {
      if (!isRefusal(error)) throw new UnavailableError('storage', { cause: error })
      return false
    })
    if (!isThere) lacks.push({ ability, advice: `S3_BUCKET ${Bucket}: ${advice}` })
  }
  const put = (Key: string, further: object = {}) =>
    ask((call) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body: BODY, ...encryption, ...further }), call),
    )

  await need('nothing can be written: allow s3:PutObject, and look at S3_ENCRYPTION', () => put(one))
  try {
    if (trial.hasConditionalWrites) {
      const advice =
        'a file can be written twice, so that keys are looked up before a write: set S3_CONDITIONAL_WRITES=0'
      await wish('hasConditionalWrites', advice, () =>
        put(one, { IfNoneMatch: '*' }).then(
          () => false,
          (error: unknown) => {
            if (isRefusal(error) && error.$metadata.httpStatusCode === 412) return true
            throw error
          },
        ),
      )
    }
    await need('nothing can be read: allow s3:GetObject', async () => {
      const get = new GetObjectCommand({ Bucket, Key: one, Range: 'bytes=0-3' })
      const { Body } = await ask((call) => client.send(get, call))
      await Body?.transformToString()
    })
    await need('files cannot be listed: allow s3:ListBucket', () =>
      ask((call) => client.send(new ListObjectsV2Command({ Bucket, Prefix: folder }), call)),
    )
    await need('files cannot be uploaded in parts: allow s3:PutObject and s3:AbortMultipartUpload', () =>
      uploadInParts(trial, other),
    )
    await wish(
      'listsUploads',
      'uploads that a kill cut off cannot be listed: allow s3:ListBucketMultipartUploads, or have a lifecycle rule abort ' +
        'them after a day',
      () =>
        ask((call) => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: folder }), call)).then(
          () => true,
        ),
    )
    await wish(
      'takesForms',
      'it takes no signed form (POST policy), so that selfies go through the API: browsers could send them straight there',
      () => post(trial, posted),
    )
    await wish(
      'deletesMany',
      'it does not delete many files in one call, so that each is deleted by itself',
      async () => {
        const Objects = [{ Key: one }, { Key: other }, { Key: posted }]
        const command = new DeleteObjectsCommand({ Bucket, Delete: { Quiet: true, Objects } })
        const { Errors = [] } = await ask((call) => client.send(command, call))
        return Errors.length === 0
      },
    )
  } finally {
    // Also what the call for many has left.
    await need('nothing can be deleted: allow s3:DeleteObject', async () => {
      for (const Key of [one, other, posted]) {
        await ask((call) => client.send(new DeleteObjectCommand({ Bucket, Key }), call))
      }
    })
  }
  return lacks
}

async function uploadInParts({ client, Bucket, encryption, ask }: Trial, Key: string): Promise<void> {
  const begin = new CreateMultipartUploadCommand({ Bucket, Key, ...encryption })
  const { UploadId } = await ask((call) => client.send(begin, call))
  try {
    const part = { Bucket, Key, UploadId, PartNumber: 1 }
    const { ETag } = await ask((call) => client.send(new UploadPartCommand({ ...part, Body: BODY }), call))
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
    const end = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload })
    await ask((call) => client.send(end, call))
  } catch (error) {
    await ask((call) => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), call)).catch(
      () => undefined,
    )
    throw error
  }
}

/** Posts a form like a browser. Without encryption: the trial is about forms alone. */
async function post({ client, Bucket, ask }: Trial, Key: string): Promise<boolean> {
  const { url, fields } = await createPresignedPost(client, {
    Bucket,
    Key,
    Expires: 600,
    Conditions: [['content-length-range', 0, 100]],
    Fields: { 'Content-Type': 'image/jpeg' },
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([BODY]))
  const { ok } = await ask(({ abortSignal: signal }) => fetch(url, { method: 'POST', body: form, signal }))
  return ok
}

/** An answer of the store, not its absence. */
function isRefusal(error: unknown): error is S3ServiceException {
  return (
    error instanceof S3ServiceException &&
    ((error.$metadata.httpStatusCode ?? 0) < 500 || error.name === 'NotImplemented') &&
    error.$metadata.httpStatusCode !== 429
  )
}
