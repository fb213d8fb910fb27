import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createS3Storage } from '#backend/providers/storage/s3.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { eventually, signedIn, startBackend } from './support/backend.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'

const MINUTE_MS = 60_000
const KEY_PREFIX = 'alpenlicht'
let server: Awaited<ReturnType<typeof startS3Server>>
let backend: Awaited<ReturnType<typeof startBackend>>
let storage: ReturnType<typeof createS3Storage>
beforeAll(async () => {
  server = await startS3Server()
  storage = createS3Storage({ ...server, keyPrefix: KEY_PREFIX, usesPathStyle: true })
  backend = await startBackend({
    STORAGE: 's3',
    S3_BUCKET: server.bucket,
    S3_REGION: server.region,
    S3_ENDPOINT: server.endpoint,
    S3_KEY_PREFIX: KEY_PREFIX,
    S3_PATH_STYLE: '1',
    S3_CONDITIONAL_WRITES: '0',
    S3_ACCESS_KEY_ID: server.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  })
}, 2 * MINUTE_MS)
afterAll(async () => {
  await backend.close()
  storage.close()
  await server.close()
})

async function storedNames(): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of storage.list('persons/')) names.push(key.replace(/^.*\/|-[0-9a-f]{24}/g, ''))
  return names.sort()
}

test(
  'on S3: a selfie is uploaded, read and shown from the bucket, its original deleted, and no folder used',
  async () => {
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
      2 * MINUTE_MS,
    )
    const url = shown.selfies[0]?.thumbnailUrl ?? ''
    expect(new URL(url).origin).toBe(server.endpoint)
    const thumbnail = await fetch(url)
    expect(thumbnail.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(await thumbnail.arrayBuffer()).metadata()).format).toBe('webp')
    const kept = await eventually(storedNames, (names) => names.length === 3, MINUTE_MS)
    expect(kept.filter((name) => !name.startsWith(shown.selfies[0]?.id ?? ''))).toEqual([
      'image.jpg',
      'thumbnail.webp',
    ])
    expect(existsSync(join(backend.dataDir, 'storage'))).toBe(false)
  },
  5 * MINUTE_MS,
)
