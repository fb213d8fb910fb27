import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { cheekLines } from './cheek-outlines.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { guideOf } from './matte.ts'
import type { Shape } from './shapes.fixture.ts'
import { skinOrHair } from './skin-or-hair.ts'

const WIDTH = 280
const HEIGHT = 300
type Colour = readonly [number, number, number]
const SKIN: Colour = [190, 128, 92]
const WALL: Colour = [176, 180, 196]
const HAIR: Colour = [44, 38, 36]
const BLUSH: Colour = [186, 110, 140]
const LIGHT: Colour = [250, 248, 246]

const fromMiddle = (x: number, y: number) => Math.hypot((x - 140) / 58, (y - 150) / 80)
const isHead: Shape = (x, y) => fromMiddle(x, y) < 1
const isCap: Shape = (x, y) => fromMiddle(x, y) < 1.12 && fromMiddle(x, y) > 0.95 && y < 112
/** What of the wall the net takes for cheek. */
const isTaken: Shape = (x, y) => x > 140 && y > 140 && y < 190 && fromMiddle(x, y) < 1.07
const isCurtain: Shape = (x, y) => Math.abs(x - 140) > 20 && Math.abs(x - 140) < 90 && y > 80
const isNeck: Shape = (x, y) => Math.abs(x - 140) < 100 && y > 120
const isRim: Shape = (x, y) => isHead(x, y) && fromMiddle(x, y) > 0.96 && y > 112
const nothing: Shape = () => false

/** A head before a wall, out of focus and reddish beside the right cheek; the net takes what is `taken`. */
function drawn({ hair = nothing, skin = nothing, lit = nothing, taken = nothing }) {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const body = new Uint8Array(WIDTH * HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  const behind = (x: number, y: number): Colour => (x > 140 && fromMiddle(x, y) < 1.09 ? BLUSH : WALL)
  const colourAt = (x: number, y: number): Colour => {
    if (hair(x, y) || isCap(x, y)) return HAIR
    if (lit(x, y)) return LIGHT
    return isHead(x, y) || skin(x, y) ? SKIN : behind(x, y)
  }
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const noise = (random() - 0.5) * 8
    colourAt(x, y).forEach((value, c) => (data[i * 3 + c] = value + noise))
    body[i] = [isHead, isCap, hair, skin, taken].some((shape) => shape(x, y)) ? 1 : 0
    person.data[i] = (body[i] ?? 0) ? 0.95 : 0.05
    face[i] = fromMiddle(x, y) < 0.94 ? 1 : 0
  }
  const guide = guideOf({ width: WIDTH, height: HEIGHT, data })
  const head = { centreX: 280, eyeY: 260, chinY: 460, faceHeight: 320, face: new Float32Array(0) }
  return cheekLines(guide, person, body, head, face, skinOrHair(guide, body, head, face))
}

test('both cheeks are drawn along the skin, also where the net takes what is beside it', () => {
  const lines = drawn({ taken: isTaken })
  expect(lines).toHaveLength(2)
  for (const { rays } of lines) {
    const off = rays.map(({ x, y }) => Math.abs(fromMiddle(x, y) - 1) * 58)
    expect(Math.max(...off)).toBeLessThan(2.5)
  }
})

test.each([
  ['hair falls over them', { hair: isCurtain }],
  ['the neck is behind them', { skin: isNeck }],
  ['light from behind makes a rim', { lit: isRim }],
])('cheeks are left where %s', (_, scene) => {
  expect(drawn(scene)).toEqual([])
})
