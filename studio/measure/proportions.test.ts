import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { MEAN_FACE } from './mean-face.ts'
import { FIRM, stretchAgainst, stretchAmong, stretchOf, stretchOfPeople } from './proportions.ts'

/** Points all over a head, about one wide. */
const HEAD = Float32Array.from({ length: 478 * 3 }, (_, i) => {
  const axis = i % 3
  return (0.5 - 0.1 * axis) * Math.sin((1.3 + 0.7 * axis) * Math.floor(i / 3) + axis)
})

/** Turned about the vertical axis, nodding, leaning, degrees; nearer, and squeezed across. */
function turned(yaw: number, pitch: number, roll: number, { size = 1, across = 1 } = {}): Float32Array {
  const [a, b, c] = [yaw, pitch, roll].map((deg) => (deg * Math.PI) / 180) as [number, number, number]
  const out = new Float32Array(HEAD.length)
  for (let i = 0; i < HEAD.length; i += 3) {
    const [x, y, z] = [HEAD[i] ?? 0, HEAD[i + 1] ?? 0, HEAD[i + 2] ?? 0]
    const [x1, z1] = [x * Math.cos(a) + z * Math.sin(a), z * Math.cos(a) - x * Math.sin(a)]
    const [y1, z2] = [y * Math.cos(b) - z1 * Math.sin(b), z1 * Math.cos(b) + y * Math.sin(b)]
    const [x2, y2] = [x1 * Math.cos(c) - y1 * Math.sin(c), y1 * Math.cos(c) + x1 * Math.sin(c)]
    out.set([500 + 300 * size * across * x2, 600 + 300 * size * y2, 300 * size * z2], i)
  }
  return out
}

testEach<[string, Float32Array, number]>([
  ['as it is', turned(0, 0, 0), 1],
  ['turned', turned(25, 0, 0), 1],
  ['nodding, leaning and nearer', turned(-10, 12, 8, { size: 1.4 }), 1],
  ['squeezed by 15 %', turned(0, 0, 0, { across: 0.85 }), 0.85],
  ['turned and squeezed', turned(20, 5, 0, { across: 0.85 }), 0.85],
  ['drawn out', turned(-8, 0, 0, { across: 1.15 }), 1.15],
])('a head %s', (_name, finished, ratio) => {
  expect(stretchOf(finished, turned(0, 0, 0)).ratio).toBeCloseTo(ratio, 3)
  expect(stretchOf(finished, turned(0, 0, 0)).residual).toBeLessThan(0.001)
})

test('the best-fitting selfies decide the stretch; selfies that do not fit give null', () => {
  const odd = turned(0, 0, 0).map((value, i) => value + 120 * Math.cos(5 * i))
  const selfies = [{ mesh: odd }, { mesh: turned(10, 0, 0) }]
  expect(stretchAgainst(turned(0, 0, 0, { across: 0.9 }), selfies)).toBeCloseTo(Math.log(0.9), 3)
  expect(stretchAgainst(turned(0, 0, 0), [{ mesh: odd }])).toBeNull()
})

test('selfies are stretched against one another as far as the oddest of them', () => {
  const [straight, aside] = [{ mesh: turned(0, 0, 0) }, { mesh: turned(15, 0, 0) }]
  expect(stretchAmong([straight, aside])).toBeCloseTo(0, 3)
  expect(stretchAmong([straight, { mesh: turned(0, 0, 0, { across: 0.95 }) }])).toBeCloseTo(
    -Math.log(0.95),
    3,
  )
  expect(stretchAmong([straight])).toBeNull()
})

testEach([0.85, 1, 1.15])('the mean face drawn %f times as wide is told from people’s faces', (across) => {
  const mesh = new Float32Array(478 * 3)
  FIRM.forEach((vertex, i) => {
    const [x = 0, y = 0, z = 0] = MEAN_FACE.slice(3 * i, 3 * i + 3)
    mesh.set([400 + 150 * across * x, 500 + 150 * y, 150 * z], 3 * vertex)
  })
  expect(stretchOfPeople(mesh)).toBeCloseTo(Math.log(across), 2)
})
