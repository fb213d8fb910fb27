import { SELFIE_MEDIA_TYPES } from '#contract/limits.ts'
import type { Selfie, SignedSelfieUpload } from '#contract/selfies.ts'
import { CallError } from './call-error.ts'
import type { Client } from './client.ts'
import { sendRequest, type UploadOptions } from './upload.ts'

type CallingOptions = Pick<UploadOptions, 'signal' | 'idempotencyKey'>
type SendOptions = Pick<UploadOptions, 'onProgress' | 'signal'> & { idempotencyKey: string }

/** The upload calls of one person, by the owner's or a phone's token. */
export interface SelfieDoor {
  presign: (mediaType: string, options: CallingOptions) => Promise<SignedSelfieUpload>
  register: (upload: { objectKey: string; fileName: string }, options: CallingOptions) => Promise<Selfie>
  /** Through our servers. */
  upload: (file: File, options: SendOptions) => Promise<Selfie>
}

/** Made at the first upload: before, there may be no browser. */
type Calls = () => Pick<Client, 'call' | 'upload'>

const mediaTypeOf = (type: string) => SELFIE_MEDIA_TYPES.find((known) => known === type)

/** For one of the signed-in user's persons. */
export function personDoor(client: Calls, personid: string): SelfieDoor {
  return {
    presign: (type, options) =>
      client().call('presignUpload', { query: { personid, media_type: mediaTypeOf(type) } }, options),
    register: (body, options) => client().call('registerUpload', { query: { personid }, body }, options),
    upload: (file, options) =>
      client().upload('uploadImages', { query: { personid }, files: [file] }, options),
  }
}

/** For the person of the hand-off that this phone opened. */
export function handoffDoor(client: Calls, handoffToken: string): SelfieDoor {
  return {
    presign: (type, options) =>
      client().call(
        'presignByHandoff',
        { query: { media_type: mediaTypeOf(type) } },
        { ...options, handoffToken },
      ),
    register: (body, options) => client().call('registerByHandoff', { body }, { ...options, handoffToken }),
    upload: (file, options) =>
      client().upload('uploadByHandoff', { files: [file] }, { ...options, handoffToken }),
  }
}

/** Sends one selfie. After a lost answer, called again with the same key, it answers the same selfie. */
export type SendSelfie = (file: File, options: SendOptions) => Promise<Selfie>

/**
 * Sends selfies straight to storage where that spares our servers the bytes, and through them otherwise: where storage
 * is our own, and where it cannot be reached from this browser. A file that was sent and never registered is
 * deleted after an hour.
 * @throws CallError, RequiredParameterError
 */
export function createSelfieSender(door: SelfieDoor): SendSelfie {
  let isDirect = true
  /** Sent and not registered yet, by the file's key: an attempt after a lost answer sends no byte twice. */
  const arrived = new Map<string, SignedSelfieUpload>()

  const register: SendSelfie = async (file, { idempotencyKey, signal }) => {
    const objectKey = arrived.get(idempotencyKey)?.objectKey
    if (objectKey === undefined) throw new CallError('upload_not_found')
    try {
      const selfie = await door.register(
        { objectKey, fileName: file.name },
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
    file: File,
    { onProgress, signal, idempotencyKey }: SendOptions,
  ): Promise<boolean> => {
    const options = signal ? { signal } : {}
    const upload = await door.presign(file.type, options)
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

  return async (file, options) => {
    if (arrived.has(options.idempotencyKey)) return register(file, options)
    if (isDirect && (await sendDirectly(file, options))) return register(file, options)
    const selfie = await door.upload(file, options)
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
