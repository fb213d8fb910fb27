import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { multipart } from '#tests/api/support/backend.ts'
import { idToken } from '#tests/api/support/identity.ts'
import { residentMb } from '../process-memory.ts'
import type { Running } from './processes.ts'

export const UPLOADERS = 8
export const FILES = 20
const FILE_BYTES = 15 * 1024 * 1024

/** Megabytes that the API gains at most while all of them send at once. */
export async function uploadAtOnce({ url, child: { pid } }: Running): Promise<number> {
  const bytes = Buffer.alloc(FILE_BYTES, 7)
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(bytes)
  const { payload, headers } = multipart([{ field: 'file', fileName: 'a.jpg', bytes }])
  const send = async (
    path: string,
    uid: string,
    init: { headers: Record<string, string>; body: BodyInit },
  ) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      ...init,
      headers: { ...init.headers, authorization: idToken(uid) },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }
  const before = residentMb(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMb(pid))), 50)
  const uploaders = Array.from({ length: UPLOADERS }, async () => {
    const uid = crypto.randomUUID()
    const body = JSON.stringify({ name: 'Anna', gender: 'female', consentVersion: CONSENT_VERSION })
    const made = await send('/persons/create_new', uid, {
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { id } = endpoints.createPerson.response.parse(JSON.parse(made))
    for (let n = 0; n < FILES; n++)
      await send(`/persons/upload_images?personid=${id}`, uid, { headers, body: new Uint8Array(payload) })
  })
  await Promise.all(uploaders).finally(() => clearInterval(watch))
  return most - before
}
