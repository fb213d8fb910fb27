import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { crownLines } from './crown-outline.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { guideOf } from './matte.ts'
import type { Shape } from './shapes.fixture.ts'

const WIDTH = 280
const HEIGHT = 300
const SKIN = [214, 176, 150] as const
const WALL = [226, 212, 190] as const
const DARK = [44, 38, 36] as const
const BROWN = [120, 84, 60] as const

const fromMiddle = (x: number, y: number) => Math.hypot((x - 140) / 72, (y - 150) / 110)
const isHead: Shape = (x, y) => fromMiddle(x, y) < 1
const isBrow: Shape = (x, y) => Math.abs(y - 118) < 4 && Math.abs(Math.abs(x - 140) - 26) < 16
/** What of the wall the net takes for the head's. */
const isTuft: Shape = (x, y) => x > 110 && x < 150 && y < 60 && fromMiddle(x, y) < 1.05
const isMop: Shape = (x, y) => isHead(x, y) && y < 84

/** A head before a wall of nearly its colour; `hair` is dark, stubble is grainy skin. */
function drawn(hair: Shape, stubble: Shape) {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const body = new Uint8Array(WIDTH * HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const noise = (random() - 0.5) * (stubble(x, y) ? 60 : 8)
    const colour = hair(x, y) ? DARK : isBrow(x, y) ? BROWN : isHead(x, y) ? SKIN : WALL
    colour.forEach((value, c) => (data[i * 3 + c] = Math.min(255, value + noise)))
    body[i] = isHead(x, y) || isTuft(x, y) ? 1 : 0
    person.data[i] = (body[i] ?? 0) ? 0.95 : 0.05
    face[i] = Math.hypot((x - 140) / 60, (y - 160) / 75) < 1 ? 1 : 0
  }
  const head = { centreX: 280, eyeY: 260, chinY: 470, faceHeight: 320, face: new Float32Array(0) }
  return crownLines(guideOf({ width: WIDTH, height: HEIGHT, data }), person, body, head, face)
}

const nothing: Shape = () => false

test('a bald crown is drawn along the skin, without what the net takes for hair on it', () => {
  const [line] = drawn(nothing, nothing)
  const off = line?.rays.map(({ x, y }) => Math.abs(fromMiddle(x, y) - 1) * 90) ?? []
  expect(off.length).toBeGreaterThan(100)
  expect(Math.max(...off)).toBeLessThan(3)
})

test.each([
  ['of another colour than the face', isMop, nothing],
  ['of the face’s colours, but not as smooth', nothing, isMop],
])('a crown with hair is left: %s', (_, hair, stubble) => {
  expect(drawn(hair, stubble)).toEqual([])
})
