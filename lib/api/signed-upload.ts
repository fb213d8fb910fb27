import { SELFIE_MEDIA_TYPES } from '#contract/limits.ts'
import type { Selfie, SignedSelfieUpload } from '#contract/selfies.ts'
import { CallError } from './call-error.ts'
import type { Client } from './client.ts'
import { sendRequest, type UploadOptions } from './upload.ts'

type SendOptions = Pick<UploadOptions, 'onProgress' | 'signal'> & { idempotencyKey: string }

/** Sends one selfie of a person. After a lost answer, called again with the same key, it answers the same selfie. */
export type SendSelfie = (personid: string, file: File, options: SendOptions) => Promise<Selfie>

/**
 * Sends selfies straight to storage where that spares our servers the bytes, and through them otherwise: where storage
 * is our own, and where it cannot be reached from this browser. What was sent and never registered is nobody's, and
 * goes by itself.
 * @throws CallError, RequiredParameterError
 */
export function createSelfieSender(client: Pick<Client, 'call' | 'upload'>): SendSelfie {
  let isDirect = true
  /** Sent and not registered yet, by the file's key: an attempt after a lost answer sends no byte twice. */
  const arrived = new Map<string, SignedSelfieUpload>()

  const register: SendSelfie = async (personid, file, { idempotencyKey, signal }) => {
    const objectKey = arrived.get(idempotencyKey)?.objectKey
    if (objectKey === undefined) throw new CallError('upload_not_found')
    try {
      const selfie = await client.call(
        'registerUpload',
        { query: { personid }, body: { objectKey, fileName: file.name } },
        { idempotencyKey, ...(signal && { signal }) },
      )
      arrived.delete(idempotencyKey)
      return selfie
    } catch (error) {
      if (error instanceof CallError && error.code === 'upload_not_found') arrived.delete(idempotencyKey)
      throw error
    }
  }

  /** False where it is not to be, or could not be sent that way. */
  const sendDirectly = async (
    personid: string,
    file: File,
    { onProgress, signal, idempotencyKey }: SendOptions,
  ): Promise<boolean> => {
    const media_type = SELFIE_MEDIA_TYPES.find((type) => type === file.type)
    const options = signal ? { signal } : {}
    const upload = await client.call('presignUpload', { query: { personid, media_type } }, options)
    if (!upload.isDirect) return (isDirect = false)
    if (file.size > upload.maxBytes) throw new CallError('file_too_large')
    const answer = await sendRequest(requestOf(upload, file), { onProgress, ...options }).catch(
      (error: unknown) => {
        if (error instanceof CallError && error.code === 'canceled') throw error
        return undefined
      },
    )
    if (answer?.status === 413) throw new CallError('file_too_large')
    if (!answer || answer.status < 200 || answer.status > 299) return false
    arrived.set(idempotencyKey, upload)
    return true
  }

  return async (personid, file, options) => {
    if (arrived.has(options.idempotencyKey)) return register(personid, file, options)
    if (isDirect && (await sendDirectly(personid, file, options))) return register(personid, file, options)
    const selfie = await client.upload('uploadImages', { query: { personid }, files: [file] }, options)
    // Through us it went: not the network is at fault, so the others need not try.
    isDirect = false
    return selfie
  }
}

function requestOf({ url, method, fields, headers }: SignedSelfieUpload, file: File) {
  // The bytes alone: a blob's own type would be sent in place of the one that was signed.
  if (method === 'PUT')
    return { url, method, headers, body: file.slice(0, file.size, headers['content-type']) }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return { url, method, headers, body: form }
}
