import { openSelfie } from '#studio/intake/selfie.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { test } from 'node:test'
import { expect } from 'expect'
import { cosine } from './vectors.ts'
import { describeFaceAgain } from './second-descriptor.ts'

async function describeDrawn(bytes: Uint8Array | undefined): Promise<Float32Array> {
  const opened = await openSelfie(bytes ?? new Uint8Array())
  if ('reason' in opened || !opened.faces[0]) throw new Error('the drawn selfie shows no face')
  return describeFaceAgain(opened.raster, opened.faces[0].mesh)
}

test('two pictures of one person are closer than those of two', async () => {
  const [first, second] = await drawnSelfies('noor', 2)
  const [stranger] = await drawnSelfies('kenji', 1)
  const [own, other, foreign] = [
    await describeDrawn(first),
    await describeDrawn(second),
    await describeDrawn(stranger),
  ]
  expect(own).toHaveLength(128)
  expect(cosine(own, own)).toBeCloseTo(1, 5)
  expect(cosine(own, other)).toBeGreaterThan(cosine(own, foreign) + 0.03)
})
