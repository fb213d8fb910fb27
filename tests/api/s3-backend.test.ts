import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createS3Storage } from '#backend/providers/storage/s3.ts'
import { CUT_OUT_NET } from '#studio/nets/cut-out.ts'
import { bucketSettings, startS3Server } from '#tests/support/s3-server.ts'
import { eventually, signedIn, startBackend } from './support/backend.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'

/** Longer than any wait here: a busy machine makes all of them long. */
const WAIT_MS = 600_000
const KEY_PREFIX = 'alpenlicht'
let server: Awaited<ReturnType<typeof startS3Server>>
let backend: Awaited<ReturnType<typeof startBackend>>
let storage: ReturnType<typeof createS3Storage>
before(async () => {
  server = await startS3Server()
  storage = createS3Storage({ ...server, keyPrefix: KEY_PREFIX, usesPathStyle: true })
  const studio = { STUDIO_CUT_OUT_NET: CUT_OUT_NET }
  backend = await startBackend({ ...bucketSettings(server), S3_KEY_PREFIX: KEY_PREFIX, ...studio })
})
after(async () => {
  await backend.close()
  storage.close()
  await server.close()
})

async function storedNames(): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of storage.list('persons/')) names.push(key.replace(/^.*\/|-[0-9a-f]{24}/g, ''))
  return names.sort()
}

test('on S3 a selfie is uploaded, read and shown from the bucket, its original deleted, and no folder used', async () => {
  const owner = signedIn(backend.app, 'owner')
  const [bytes = new Uint8Array()] = await drawnSelfies('mara', 1)
  const created = await owner.upload(
    `/persons/create_and_upload/?gender=female&name=Mara&consent_version=${CONSENT_VERSION}`,
    [{ field: 'files', fileName: 'mara.jpg', bytes }],
  )
  const { person } = endpoints.createPersonAndUpload.response.parse(created.json())
  const shown = await eventually(
    async () =>
      endpoints.getUploadImages.response.parse(
        (await owner.get(`/persons/get_all_upload_images/?personid=${person.id}`)).json(),
      ),
    ({ selfies }) => selfies[0]?.state === 'accepted',
    WAIT_MS,
  )
  const url = shown.selfies[0]?.thumbnailUrl ?? ''
  expect(new URL(url).origin).toBe(server.endpoint)
  const thumbnail = await fetch(url)
  expect(thumbnail.headers.get('content-type')).toBe('image/webp')
  expect((await sharp(await thumbnail.arrayBuffer()).metadata()).format).toBe('webp')
  const kept = await eventually(storedNames, (names) => names.length === 3, WAIT_MS)
  expect(kept.filter((name) => !name.startsWith(shown.selfies[0]?.id ?? ''))).toEqual([
    'image.jpg',
    'thumbnail.webp',
  ])
  expect(existsSync(join(backend.dataDir, 'storage'))).toBe(false)
})

test("on S3 a selfie's signed upload goes straight to the bucket, is registered once, and read", async () => {
  const owner = signedIn(backend.app, 'sender')
  const [bytes = new Uint8Array()] = await drawnSelfies('mara', 1)
  const body = { name: 'Mara', gender: 'female', consentVersion: CONSENT_VERSION }
  const created = await owner.post('/persons/create_new', body)
  const { id: personId } = endpoints.createPerson.response.parse(created.json())
  const path = '/persons/upload_images'
  const signed = await owner.post(`${path}/presigned_url?personid=${personId}&media_type=image/jpeg`, {})
  const upload = endpoints.presignUpload.response.parse(signed.json())
  expect(upload).toMatchObject({ isDirect: true, method: 'POST' })
  // What the site's policy has to name, by MEDIA_ORIGINS.
  expect(new URL(upload.url).origin).toBe(server.endpoint)

  const register = (key: string) =>
    owner.post(
      `${path}/register?personid=${personId}`,
      { objectKey: upload.objectKey, fileName: 'me.jpg' },
      { 'idempotency-key': key },
    )
  expect((await register('before-it-came')).json()).toMatchObject({ error: { code: 'upload_not_found' } })
  const form = new FormData()
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value)
  form.append('file', new Blob([Buffer.from(bytes)], { type: 'image/jpeg' }), 'me.jpg')
  const posted = await fetch(upload.url, { method: upload.method, body: form, headers: upload.headers })
  expect([posted.status, posted.ok]).toEqual([posted.status, true])

  const [first, again] = await Promise.all([register('once-and-again'), register('once-and-again')])
  const selfie = endpoints.registerUpload.response.parse(first.json())
  expect(again.json()).toMatchObject({ id: selfie.id, uploadKey: 'once-and-again' })
  const { selfies } = await eventually(
    async () =>
      endpoints.getUploadImages.response.parse(
        (await owner.get(`/persons/get_all_upload_images/?personid=${personId}`)).json(),
      ),
    (answer) => answer.selfies[0]?.state === 'accepted',
    WAIT_MS,
  )
  expect(selfies.map(({ id, fileName }) => [id, fileName])).toEqual([[selfie.id, 'me.jpg']])
})
