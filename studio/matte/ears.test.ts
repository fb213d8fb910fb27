import { describe, expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { addEars, sureEars } from './ears.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { guideOf } from './matte.ts'

const WIDTH = 280
const HEIGHT = 300
type Colour = readonly [number, number, number]
const SKIN: Colour = [196, 146, 118]
const WALL: Colour = [120, 140, 150]
/** Of an ear the light comes through. */
const GLOW: Colour = [200, 72, 40]
/** Of the face's shadows, and of something behind the right ear. */
const SHADE: Colour = [96, 70, 52]

const radius = (x: number, y: number) => Math.hypot((x - 140) / 58, (y - 150) / 80)
const isEar = (x: number, y: number) =>
  Math.hypot((Math.abs(x - 140) - 60) / 11, (y - 145) / 22) < 1 && radius(x, y) > 1

/** Where the light does not come through an ear: four pixels at its edge. */
const isRim = (x: number, y: number) => Math.hypot((Math.abs(x - 140) - 60) / 7, (y - 145) / 18) > 1

const isBehind = (x: number, y: number) => x > 205 && x < 222 && Math.abs(y - 150) < 9

/**
 * A face with ears the net does not see, before a wall; the right half of the wall may be of another colour.
 * @param options `hasScrap`: with something of the shadows' colour behind an ear that the net sees; `ear`: its colour,
 * within the skin's of the rim if `hasRim`; `hasGlow`: the wall holds the colour of the glow too, farther off
 */
function drawn(
  rightWall: Colour,
  { hasScrap = false, ear = null as Colour | null, hasRim = false, hasGlow = false } = {},
) {
  const random = createRandom(3)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  for (let i = 0; i < face.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const skin = y > 195 ? SHADE : SKIN
    const isGlow = hasGlow && Math.abs(x - 140) > 100 && y < 170
    const wall = isGlow ? GLOW : x > 140 ? rightWall : WALL
    const isSkin = radius(x, y) < 1 || isEar(x, y)
    const own = ear && isEar(x, y) && !(hasRim && isRim(x, y)) ? ear : skin
    const colour = isSkin ? own : hasScrap && isBehind(x, y) ? SHADE : wall
    const noise = (random() - 0.5) * 8
    for (let c = 0; c < 3; c++) data[i * 3 + c] = (colour[c] ?? 0) + noise
    face[i] = radius(x, y) < 0.95 ? 1 : 0
    person.data[i] = radius(x, y) < 1 || (hasScrap && isEar(x, y)) ? 0.99 : 0.02
  }
  const head = { centreX: 280, eyeY: 260, chinY: 460, faceHeight: 320, face: new Float32Array(0) }
  addEars(guideOf({ width: WIDTH, height: HEIGHT, data }), person, head, face)
  return (x: number, y: number) => person.data[y * WIDTH + x] ?? 0
}

test('ears that the net misses are found by the face’s colour', () => {
  const at = drawn(WALL)
  for (const x of [73, 207]) expect(at(x, 145)).toBeGreaterThan(0.9)
  for (const [x, y] of [
    [60, 145],
    [73, 100],
    [207, 190],
    [140, 40],
  ] as const)
    expect(at(x, y)).toBeLessThan(0.1)
})

test('before a wall of the skin’s colour nothing is added, and the other ear is found all the same', () => {
  const at = drawn(SKIN)
  expect(at(73, 145)).toBeGreaterThan(0.9)
  for (const x of [207, 215, 230]) expect(at(x, 145)).toBeLessThan(0.1)
})

test('what an ear hides half is none of it, though the face’s shadows have its colour', () => {
  expect(drawn(WALL, { hasScrap: true })(218, 150)).toBeLessThan(0.1)
})

test('ears the light shines through are redder than the face and ears all the same', () => {
  const at = drawn(WALL, { ear: GLOW })
  for (const x of [73, 207]) expect(at(x, 145)).toBeGreaterThan(0.9)
})

test('where the wall is as red elsewhere, what glows between rim and head is the ear', () => {
  const at = drawn(WALL, { ear: GLOW, hasRim: true, hasGlow: true })
  for (const x of [75, 205]) expect(at(x, 145)).toBeGreaterThan(0.9)
  for (const x of [55, 225]) expect(at(x, 145)).toBeLessThan(0.1)
})

test('before a wall that glows as red nothing is added', () => {
  const at = drawn(GLOW, { ear: GLOW })
  for (const x of [207, 215, 230]) expect(at(x, 145)).toBeLessThan(0.1)
})

describe('sureEars', () => {
  const body = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    return radius(x, y) < 1 || isEar(x, y) ? 1 : 0
  })
  const person = { width: WIDTH, height: HEIGHT, data: Float32Array.from(body, (inside) => inside * 0.99) }
  const face = Float32Array.from(body, (_, i) => (radius(i % WIDTH, Math.floor(i / WIDTH)) < 0.9 ? 1 : 0))
  const head = { centreX: 280, eyeY: 270, chinY: 450, faceHeight: 320, face: new Float32Array(0) }
  const at = (mask: Uint8Array, x: number, y: number) => mask[y * WIDTH + x]

  test('an ear’s skin is the net’s to tell, its edge is not', () => {
    const sure = sureEars(person, body, head, face, () => 1)
    expect(at(sure, 202, 145)).toBe(1)
    expect(at(sure, 210, 145)).toBe(0)
    expect(at(sure, 202, 230)).toBe(0)
  })

  test.each([
    ['hair over it', -1],
    ['of neither’s colour', 0],
  ])('%s is not', (_, said) => {
    expect(
      at(
        sureEars(person, body, head, face, () => said),
        202,
        145,
      ),
    ).toBe(0)
  })

  test('nor is what the net doubts', () => {
    const doubted = { ...person, data: person.data.map((value) => value * 0.9) }
    expect(
      at(
        sureEars(doubted, body, head, face, () => 1),
        202,
        145,
      ),
    ).toBe(0)
  })
})
