import { after, describe, test } from 'node:test'
import { expect } from 'expect'
import { createS3Storage, type S3StorageOptions } from '#backend/providers/storage/s3.ts'
import { z } from 'zod'

const SIGNING: S3StorageOptions = {
  bucket: 'pictures',
  region: 'eu-central-1',
  keyPrefix: 'alpenlicht',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
}
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(z.unknown()) })

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
