import { test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { jpegPreview, PREVIEW_MAX_BYTES } from './jpeg-preview.ts'

test('a drawn preview becomes a JPEG that every messenger takes, with the headers it had', async () => {
  // More detail than any photograph has.
  const noise = sharp({
    create: {
      width: 1200,
      height: 627,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const png = new Uint8Array(await noise.png().toBuffer())
  expect(png.byteLength).toBeGreaterThan(PREVIEW_MAX_BYTES)
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=60' }
  const answer = await jpegPreview(new Response(png, { headers }))
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  const jpeg = Buffer.from(await answer.arrayBuffer())
  expect(jpeg.byteLength).toBeLessThan(PREVIEW_MAX_BYTES)
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 627 })
})
