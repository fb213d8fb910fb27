import { expect, test } from '@jest/globals'
import { sharpening } from './finish.ts'

test.each([
  ['pixels to spare: all of it, fine', 0.7, 1, 0.9, 0.35],
  ['enlarged by half: less, wider', 1.5, 1, 1.215, 0.175],
  ['enlarged twice: as little as ever', 2, 1, 1.44, 0.15],
  ['a preview: over half as many pixels', 1.5, 0.5, 0.6075, 0.175],
])('%s', (_, enlargement, scale, sigma, amount) => {
  const { sharpenSigma, sharpenAmount } = sharpening(enlargement, scale)
  expect(sharpenSigma).toBeCloseTo(sigma, 6)
  expect(sharpenAmount).toBeCloseTo(amount, 6)
})
