import { createHash } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { createS3Storage, type S3StorageOptions } from '#backend/providers/storage/s3.ts'
import { z } from 'zod'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { UnfitStoreError } from '#backend/providers/storage/s3-trial.ts'
import { KeyTakenError } from '#backend/providers/storage/storage-port.ts'
import { testEach } from '#tests/support/each.ts'
import { s3Error, startBucketProxy, type BucketRequest } from '#tests/support/bucket-proxy.ts'
import { startS3Server } from '#tests/support/s3-server.ts'

const SIGNING: S3StorageOptions = {
  bucket: 'pictures',
  region: 'eu-central-1',
  keyPrefix: 'alpenlicht',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
}
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(z.unknown()) })

describe('uploads in parts that a kill left', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>
  let proxy: Awaited<ReturnType<typeof startBucketProxy>>
  let storage: ReturnType<typeof createS3Storage>
  before(async () => {
    server = await startS3Server()
    proxy = await startBucketProxy(server.endpoint)
    storage = createS3Storage({
      ...server,
      endpoint: proxy.endpoint,
      keyPrefix: 'ours',
      usesPathStyle: true,
    })
  })
  after(async () => {
    storage.close()
    await proxy.close()
    await server.close()
  })

  const listed = (uploads: [key: string, id: string, at: string][], next?: string) => ({
    status: 200,
    xml: `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult>
      <IsTruncated>${next !== undefined}</IsTruncated>
      ${next === undefined ? '' : `<NextKeyMarker>${next}</NextKeyMarker><NextUploadIdMarker>${next}</NextUploadIdMarker>`}
      ${uploads.map(([key, id, at]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`).join('')}
    </ListMultipartUploadsResult>`,
  })

  test('are aborted a day later, page after page, and those under way are left alone', async () => {
    proxy.control.answer = ({ method, query }) => {
      if (method === 'DELETE') return { status: 204 }
      if (!query.has('uploads')) return undefined
      return query.get('key-marker') === 'more'
        ? listed([['ours/b', '2', '2026-01-01T00:00:00Z']])
        : listed(
            [
              ['ours/a', '1', '2026-01-01T00:00:00Z'],
              ['ours/c', '3', '2026-01-03T00:00:00Z'],
            ],
            'more',
          )
    }
    await storage.removeUnfinished(new Date('2026-01-02T00:00:00Z'))
    const asked = proxy.seen.filter(({ method }) => method === 'GET').map(({ query }) => query.get('prefix'))
    expect(asked).toEqual(['ours/', 'ours/'])
    const aborted = proxy.seen.filter(({ method }) => method === 'DELETE')
    expect(aborted.map(({ path, query }) => [path.replace(/^[^/]+/, ''), query.get('uploadId')])).toEqual([
      ['/ours/a', '1'],
      ['/ours/b', '2'],
    ])
  })

  test('are left to a store that cannot list them', async () => {
    proxy.control.answer = ({ query }) => (query.has('uploads') ? s3Error(501, 'NotImplemented') : undefined)
    await expect(storage.removeUnfinished(new Date())).resolves.toBeUndefined()
  })
})

describe('a bucket that lacks something', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>
  let proxy: Awaited<ReturnType<typeof startBucketProxy>>
  let storage: ReturnType<typeof createS3Storage>
  before(async () => {
    server = await startS3Server()
    proxy = await startBucketProxy(server.endpoint)
  })
  beforeEach(() => {
    proxy.control.answer = () => undefined
    proxy.seen.length = 0
    storage = open()
  })
  afterEach(() => storage.close())
  after(async () => {
    await proxy.close()
    await server.close()
  })
  const open = (further: Partial<S3StorageOptions> = {}) =>
    createS3Storage({
      ...server,
      endpoint: proxy.endpoint,
      keyPrefix: 'ours',
      usesPathStyle: true,
      ...further,
    })
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of storage.list('')) found.push(key)
    return found
  }
  const isDeletionOfMany = ({ method, query }: BucketRequest) => method === 'POST' && query.has('delete')
  const isForm = ({ method, headers }: BucketRequest) =>
    method === 'POST' && headers['content-type']?.startsWith('multipart/form-data') === true

  test('is told of, is used without it, and keeps nothing of the trial', async () => {
    // s3rver lists no uploads, and looks at no precondition.
    expect(await storage.adapt()).toEqual([expect.stringContaining('s3:ListBucketMultipartUploads')])
    expect(storage.isDirect).toBe(true)
    expect(await keys()).toEqual([])
    const asked = new Set(proxy.seen.map(({ method }) => method))
    expect(asked).toEqual(new Set(['PUT', 'GET', 'POST', 'DELETE']))
  })

  test('without forms has selfies go through the API', async () => {
    proxy.control.answer = (request) => (isForm(request) ? s3Error(405, 'MethodNotAllowed') : undefined)
    expect((await storage.adapt()).join()).toContain('POST policy')
    expect(storage.isDirect).toBe(false)
  })

  test('that does not delete many in one call has them deleted one by one', async () => {
    proxy.control.answer = (request) =>
      isDeletionOfMany(request) ? s3Error(501, 'NotImplemented') : undefined
    expect((await storage.adapt()).join()).toContain('delete many')
    await storage.put('a', new Uint8Array([1]), 1)
    await storage.put('b', new Uint8Array([1]), 1)
    await storage.delete(['a', 'b', 'absent'])
    expect(await keys()).toEqual([])
  })

  test('that writes twice has keys looked up first', async () => {
    storage.close()
    storage = open({ hasConditionalWrites: true })
    expect((await storage.adapt()).join()).toContain('S3_CONDITIONAL_WRITES=0')
    await storage.put('once', new Uint8Array([1]), 1)
    await expect(storage.put('once', new Uint8Array([2]), 1)).rejects.toBeInstanceOf(KeyTakenError)
    await storage.delete(['once'])
  })

  testEach<[string, (request: BucketRequest) => boolean]>([
    ['s3:PutObject', ({ method }) => method === 'PUT'],
    ['s3:GetObject', ({ method, query }) => method === 'GET' && query.get('x-id') === 'GetObject'],
    ['s3:ListBucket', ({ query }) => query.has('list-type')],
    ['s3:AbortMultipartUpload', ({ query }) => query.has('uploads')],
    ['s3:DeleteObject', ({ method }) => method === 'DELETE'],
  ])('and refuses what needs %s is refused, in a sentence', async (name, isRefused) => {
    proxy.control.answer = (request) => (isRefused(request) ? s3Error(403, 'AccessDenied') : undefined)
    const refusal = await storage.adapt().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnfitStoreError)
    expect(String(refusal)).toContain(name)
  })

  test('because it is away is not refused', async () => {
    proxy.control.answer = () => s3Error(503, 'SlowDown')
    await expect(storage.adapt()).rejects.toBeInstanceOf(UnavailableError)
  })

  test('gets the hash of a deletion that every store can check', async () => {
    await storage.delete(['absent'])
    const [deletion] = proxy.seen.filter(isDeletionOfMany)
    const md5 = createHash('md5')
      .update(deletion?.body ?? '')
      .digest('base64')
    expect(deletion?.headers['content-md5']).toBe(md5)
    expect(Object.keys(deletion?.headers ?? {}).filter((name) => name.includes('checksum'))).toEqual([])
  })

  test('that accepts and never answers is away, for every call', async () => {
    storage.close()
    storage = open({ answerMs: 200 })
    proxy.control.answer = () => 'silence'
    async function* twoChunks() {
      yield await Promise.resolve(new Uint8Array(10))
      yield new Uint8Array(10)
    }
    for (const call of [
      () => storage.get('a'),
      () => storage.read('a'),
      () => keys(),
      () => storage.delete(['a']),
      () => storage.put('a', new Uint8Array([1]), 1),
      () => storage.put('a', twoChunks(), 100),
      () => storage.adapt(),
    ])
      await expect(call()).rejects.toBeInstanceOf(UnavailableError)
  })

  test('that stops in the middle of a file is away', async () => {
    storage.close()
    storage = open({ answerMs: 200 })
    proxy.control.answer = () => 'stall'
    await expect(storage.get('a')).rejects.toBeInstanceOf(UnavailableError)
    const stalled = await storage.read('a')
    await expect(stalled?.toArray()).rejects.toBeInstanceOf(UnavailableError)
  })
})

describe('limits of signed S3 requests', () => {
  const storage = createS3Storage(SIGNING)
  after(() => storage.close())

  test('an upload: key, type, size and end are in the signed policy', async () => {
    const bounds = { mediaType: 'image/jpeg', maxBytes: 15_000_000, expiresInSeconds: 600 }
    const { url, method, fields, expiresAt } = await storage.signUpload('persons/1/a.jpg', bounds)
    expect([method, url]).toEqual(['POST', 'https://pictures.s3.eu-central-1.amazonaws.com/'])
    const policy = Policy.parse(JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString()))
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 0, 15_000_000],
        { 'Content-Type': 'image/jpeg' },
        { bucket: 'pictures' },
        { key: 'alpenlicht/persons/1/a.jpg' },
      ]),
    )
    expect(Math.abs(Date.parse(policy.expiration) - expiresAt.getTime())).toBeLessThan(2000)
    expect(fields).toMatchObject({ 'Content-Type': 'image/jpeg', key: 'alpenlicht/persons/1/a.jpg' })
    expect(fields['X-Amz-Signature']).toMatch(/^[0-9a-f]{64}$/)
  })

  test("an upload into an encrypted bucket carries the encryption's headers", async () => {
    const encryption = { algorithm: 'aws:kms', keyId: 'a-key' } as const
    const encrypting = createS3Storage({ ...SIGNING, encryption })
    const bounds = { mediaType: 'image/jpeg', maxBytes: 1, expiresInSeconds: 600 }
    const { fields } = await encrypting.signUpload('a.jpg', bounds)
    encrypting.close()
    expect(fields).toMatchObject({
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'a-key',
    })
  })

  test("a file's address is valid for two hours from the full hour, with its disposition", async () => {
    const nowMs = Date.UTC(2026, 4, 1, 10, 59)
    const clocked = createS3Storage({ ...SIGNING, now: () => nowMs })
    const url = new URL(
      await clocked.signUrl('a/b.jpg', { mediaType: 'image/jpeg', downloadName: 'a "b".jpg' }),
    )
    clocked.close()
    expect(url.origin + url.pathname).toBe(
      'https://pictures.s3.eu-central-1.amazonaws.com/alpenlicht/a/b.jpg',
    )
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Date': '20260501T100000Z',
      'X-Amz-Expires': '7200',
      'response-content-type': 'image/jpeg',
      'response-content-disposition': 'attachment; filename="a__b_.jpg"',
    })
  })
})
