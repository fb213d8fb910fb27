import { beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { reduce } from '#studio/planes/resize.ts'
import { subjectColours } from './colours.ts'
import { guidedFilter } from './guided-filter.ts'
import type { Guide } from './guided-filter.ts'

const SIZE = 96

beforeEach(fillMemoryWithNaN)

/** A soft disc of one colour over another, each with a gentle gradient: alpha and colours are known. */
function drawnMix() {
  const random = createRandom(3)
  const alpha = new Float32Array(SIZE * SIZE)
  const subject = new Float32Array(SIZE * SIZE * 3)
  const planes: Guide['planes'] = [
    new Float32Array(SIZE * SIZE),
    new Float32Array(SIZE * SIZE),
    new Float32Array(SIZE * SIZE),
  ]
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const i = y * SIZE + x
      const fringe = 3 * Math.sin(Math.atan2(y - 48, x - 48) * 9)
      const a = Math.min(1, Math.max(0, (30 + fringe - Math.hypot(x - 48, y - 48)) / 10 + 0.5))
      alpha[i] = a
      const fore = [0.55 + x * 0.001, 0.38, 0.25 + y * 0.001]
      const back = [0.2, 0.35 + x * 0.001, 0.75]
      planes.forEach((plane, c) => {
        subject[i * 3 + c] = fore[c] ?? 0
        plane[i] = a * (fore[c] ?? 0) + (1 - a) * (back[c] ?? 0) + (random() - 0.5) * 0.01
      })
    }
  }
  const guide: Guide = { width: SIZE, height: SIZE, planes }
  return { guide, alpha, subject }
}

function meanError(p: Float32Array, q: Float32Array, where: (i: number) => boolean): number {
  let sum = 0
  let count = 0
  p.forEach((value, i) => {
    if (!where(i)) return
    sum += Math.abs(value - (q[i] ?? 0))
    count++
  })
  return sum / count
}

test('a plane of half the size, filtered up to the guide, is near the filtered one of its own', () => {
  const { guide, alpha } = drawnMix()
  const coarse = alpha.map((a, i) => (a > 0.5 && i < 20 * SIZE ? 1 : 0))
  const halved = (data: Float32Array) => reduce({ ...guide, data }, 2).data
  const [r, g, b] = guide.planes
  const small: Guide = { width: SIZE / 2, height: SIZE / 2, planes: [halved(r), halved(g), halved(b)] }
  const enlarged = guidedFilter(guide, halved(coarse), 3, 2e-5, small)
  expect(meanError(enlarged, guidedFilter(guide, coarse, 6, 2e-5), () => true)).toBeLessThan(0.01)
  const far = enlarged.subarray(50 * SIZE)
  expect(far).toEqual(new Float32Array(far.length))
})

test('the guided filter turns a coarse mask into the edge of the picture', () => {
  const { guide, alpha } = drawnMix()
  const coarse = alpha.map((a) => (a > 0.5 ? 1 : 0))
  const fine = guidedFilter(guide, coarse, 6, 2e-5)
  const soft = (i: number) => (alpha[i] ?? 0) > 0.05 && (alpha[i] ?? 0) < 0.95
  expect(meanError(fine, alpha, soft)).toBeLessThan(0.6 * meanError(coarse, alpha, soft))
})

test('the colours of a cut-out have lost the old background in soft pixels', () => {
  const { guide, alpha, subject } = drawnMix()
  const colours = subjectColours(
    guide,
    { ...guide, data: alpha },
    { eyeY: SIZE, faceHeight: SIZE },
    SIZE / 12,
  )
  const soft = (i: number) => {
    const a = alpha[Math.floor(i / 3)] ?? 0
    return a > 0.15 && a < 0.9
  }
  const picture = Float32Array.from(
    subject,
    (_, k) => guide.planes[(k % 3) as 0 | 1 | 2][Math.floor(k / 3)] ?? 0,
  )
  const left = meanError(
    Float32Array.from(colours, (code) => code / 255),
    subject,
    soft,
  )
  // A tenth of the span is invisible at these alphas; untreated pixels are off by a quarter of it.
  expect(left).toBeLessThan(0.05)
  expect(left).toBeLessThan(0.35 * meanError(picture, subject, soft))
})
