import { expect, test } from '#tests/support/node-test.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { retouch } from './retouch.ts'
import { SKIN_CELL } from './skin-map.ts'

const SIDE = 160
const CELLS = SIDE / SKIN_CELL
const SKIN_ROWS = 0.75 * SIDE

/** Retouches a square of skin with hair below it, all grey, and reads some of its pixels. */
function retouched(codeAt: (x: number, y: number) => number, places: readonly (readonly [number, number])[]) {
  const skin = createPlane(CELLS, CELLS)
  skin.data.fill(1, 0, (CELLS * CELLS * 3) / 4)
  const codes = Float32Array.from({ length: SIDE * SIDE }, (_, i) => codeAt(i % SIDE, Math.floor(i / SIDE)))
  return withRoom((room) => {
    const planes = [room.put(codes), room.put(codes), room.put(codes)] as const
    const picture = { width: SIDE, height: SIDE, planes }
    retouch(picture, { skin: { whole: skin, toned: skin, face: skin.data }, faceHeight: SIDE })
    const out = room.takeFloats(planes[0], SIDE * SIDE)
    return places.map(([x, y]) => out[y * SIDE + x] ?? 0)
  })
}

/** Texture of a camera's picture, so that skin does not count as smooth already. */
const pores = (x: number, y: number) => 0.02 * Math.sin(x * 2.1) * Math.sin(y * 1.7)
const around = (x: number, y: number, spread: number) =>
  Math.exp(-((x - 80) ** 2 + (y - 60) ** 2) / (2 * spread ** 2))

test('shine goes down, skin beside it and hair below stay', () => {
  const shining = (x: number, y: number) =>
    y > SKIN_ROWS ? 0.1 : 0.5 + 0.35 * around(x, y, 16) + pores(x, y)
  const [shine, beside, hair] = retouched(shining, [
    [80, 60],
    [16, 16],
    [80, 150],
  ])
  expect(shine).toBeLessThan(shining(80, 60) - 0.04)
  expect(beside).toBeCloseTo(shining(16, 16), 1)
  expect(hair).toBeCloseTo(0.1, 6)
})

test('a dark blotch is evened in part', () => {
  const marked = (x: number, y: number) => (y > SKIN_ROWS ? 0.1 : 0.5 - 0.03 * around(x, y, 3) + pores(x, y))
  const gained = (retouched(marked, [[80, 60]])[0] ?? 0) - marked(80, 60)
  expect(gained).toBeGreaterThan(0.0005)
  expect(gained).toBeLessThan(0.015)
})
