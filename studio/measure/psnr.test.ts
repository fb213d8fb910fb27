import { test } from 'node:test'
import { expect } from 'expect'
import { psnr } from './psnr.ts'

test('one level off everywhere is 48.13 dB, ten levels are 20 dB less, equal pictures have no noise', () => {
  const truth = Uint8Array.from([10, 20, 30, 40])
  const off = (levels: number) =>
    psnr(
      truth,
      truth.map((value) => value + levels),
    )
  expect(off(1)).toBeCloseTo(48.13, 2)
  expect(off(10)).toBeCloseTo(28.13, 2)
  expect(off(0)).toBe(Infinity)
})

test('only what weighs counts', () => {
  const truth = Uint8Array.from([10, 20])
  expect(psnr(truth, Uint8Array.from([11, 90]), Float32Array.from([2, 0]))).toBeCloseTo(48.13, 2)
})
