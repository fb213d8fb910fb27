import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { guideOf } from './matte.ts'
import { neckLines } from './neck-outlines.ts'
import type { Shape } from './shapes.fixture.ts'
import { skinOrHair } from './skin-or-hair.ts'

const WIDTH = 320
const HEIGHT = 320
type Colour = readonly number[]
const SKIN: Colour = [190, 128, 92]
const COAT: Colour = [40, 44, 62]
const WALL: Colour = [120, 150, 196]
const CURTAIN: Colour = [150, 164, 140]
const HAIR: Colour = [44, 38, 36]

const CHIN = 230
/** From the middle to where the body ends: a jaw that runs in, and a coat that runs out from where it ends. */
const outline = (y: number) => 44 + Math.abs(y - CHIN) * 0.8
const isBody: Shape = (x, y) => Math.abs(x - 160) < outline(y)
const isCoat: Shape = (x, y) => isBody(x, y) && y > CHIN + 4
const isFace: Shape = (x, y) => isBody(x, y) && y > 110 && y < CHIN - 20
/** What of the wall the net takes for the neck; what is there fades into the wall. */
const isTaken: Shape = (x, y) => Math.abs(x - 160) < 51 && Math.abs(y - CHIN) < 12
const FADE = 40
const isLocks: Shape = (x, y) => isBody(x, y) && Math.abs(x - 160) > outline(y) - 24 && y > 120
const isCap: Shape = (x, y) => isBody(x, y) && y < 110
const isCurtainOfHair: Shape = (x, y) => Math.abs(x - 160) < 150 && y > 60
const nothing: Shape = () => false

/** Jaw, neck and coat before a wall; the net takes what is `taken`. */
function drawn({ taken = nothing, hair = nothing, veil = nothing }) {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const body = new Uint8Array(WIDTH * HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  const colourAt = (x: number, y: number): Colour => {
    if (hair(x, y) || isCap(x, y) || (veil(x, y) && !isBody(x, y))) return HAIR
    if (isCoat(x, y)) return COAT
    if (isBody(x, y)) return SKIN
    const away = Math.hypot(Math.abs(x - 160) - outline(CHIN), y - CHIN) / FADE
    return WALL.map((value, c) => value + Math.max(0, 1 - away) * ((CURTAIN[c] ?? 0) - value))
  }
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const noise = (random() - 0.5) * 8
    colourAt(x, y).forEach((value, c) => (data[i * 3 + c] = value + noise))
    body[i] = [isBody, taken, veil].some((shape) => shape(x, y)) ? 1 : 0
    person.data[i] = isBody(x, y) ? 0.98 : 0.02
    if (taken(x, y) && !isBody(x, y)) person.data[i] = 0.7
    face[i] = isFace(x, y) ? 1 : 0
  }
  const guide = guideOf({ width: WIDTH, height: HEIGHT, data })
  const head = { centreX: 320, eyeY: 280, chinY: 2 * CHIN, faceHeight: 440, face: new Float32Array(0) }
  return neckLines(guide, person, body, head, skinOrHair(guide, body, head, face))
}

test.each([
  ['as the net has it', {}],
  ['also where the net takes what is beside it', { taken: isTaken }],
])('the outline is drawn from the jaw to the coat, %s', (_, scene) => {
  const lines = drawn(scene)
  expect(lines).toHaveLength(2)
  for (const { rays } of lines) {
    const off = rays.map(({ x, y }) => Math.abs(Math.abs(x - 160) - outline(y)))
    expect(Math.max(...off)).toBeLessThan(4)
    expect(Math.min(...rays.map(({ y }) => y))).toBeLessThan(CHIN - 10)
    expect(Math.max(...rays.map(({ y }) => y))).toBeGreaterThan(CHIN + 10)
  }
})

test.each([
  ['hair hangs beside the jaw', { hair: isLocks }],
  ['hair hides the neck', { veil: isCurtainOfHair }],
])('nothing is drawn where %s', (_, scene) => {
  expect(drawn(scene)).toEqual([])
})

/** A collar that stands off square from the neck. */
const isCollar: Shape = (x, y) => Math.abs(x - 160) < 64 && y > CHIN + 6 && y < CHIN + 40

test('nothing is drawn that cuts off a collar square to the neck', () => {
  const lines = drawn({ taken: isCollar, veil: isCollar })
  for (const { rays } of lines)
    expect(rays.some(({ x, y }) => y > CHIN + 12 && y < CHIN + 30 && Math.abs(x - 160) < 58)).toBe(false)
})
