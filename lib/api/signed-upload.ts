import type { ConsentVersion } from '#contract/consent.ts'
import { SELFIE_MEDIA_TYPES } from '#contract/limits.ts'
import type { Selfie, SignedSelfieUpload } from '#contract/selfies.ts'
import { CallError } from './call-error.ts'
import type { Client } from './client.ts'
import { sendRequest, type UploadOptions } from './upload.ts'

/**
 * Sends one selfie straight to storage and has it registered. After a lost answer call it again: what was sent and not
 * registered is nobody's, and goes by itself.
 * @throws CallError, RequiredParameterError
 */
export async function uploadBySignature(
  client: Pick<Client, 'call'>,
  personid: string,
  file: File,
  options: Pick<UploadOptions, 'onProgress' | 'signal'> & { consentVersion?: ConsentVersion },
): Promise<Selfie> {
  const { onProgress, signal, consentVersion } = options
  const mediaType = SELFIE_MEDIA_TYPES.find((type) => type === file.type)
  const upload = await client.call(
    'presignUpload',
    { query: { personid, media_type: mediaType, consent_version: consentVersion } },
    { ...(signal && { signal }) },
  )
  if (file.size > upload.maxBytes) throw new CallError('file_too_large')
  const answer = await sendRequest(requestOf(upload, file), { onProgress, ...(signal && { signal }) })
  if (answer.status < 200 || answer.status > 299) throw new CallError(refusalOf(answer.status))
  return client.call(
    'registerUpload',
    { query: { personid }, body: { objectKey: upload.objectKey, fileName: file.name } },
    { ...(signal && { signal }) },
  )
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

/** Storage speaks no language of ours. */
function refusalOf(status: number) {
  if (status === 413 || status === 400) return 'file_too_large'
  return status === 403 ? 'signature_invalid' : 'unavailable'
}
