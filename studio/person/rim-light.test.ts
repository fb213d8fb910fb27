import { expect, test } from '#tests/support/node-test.ts'
import { labOf, LINEAR_OF_BYTE } from '#studio/color.ts'
import type { Lab } from '#studio/color.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { drawnMesh } from './drawn-person.fixture.ts'
import { tameEdgeCast } from './edge-cast.ts'
import { tameRimLight } from './rim-light.ts'
import { faceOval } from './skin.ts'

const WIDTH = 400
const HEIGHT = 480
const TALL = 200
const mesh = drawnMesh(200, 200, TALL)
const head = {
  centreX: 200,
  eyeY: 160,
  chinY: 300,
  faceHeight: TALL,
  face: faceOval(mesh, WIDTH, HEIGHT, 0.94),
}
const SKIN = [160, 108, 82]
const RIM = [200, 214, 236]
const NAVY = [28, 32, 52]
const HAIR = [205, 198, 192]

type Shape = (x: number, y: number) => boolean
/** Distance from the middle of the face in units of its oval. */
const radius = (x: number, y: number) => Math.hypot((x - 200) / 76, (y - 200) / 100)
const face: Shape = (x, y) => radius(x, y) < 1.1
const neck: Shape = (x, y) => Math.abs(x - 200) < 50 && y > 250
const shoulders: Shape = (x, y) => Math.hypot((x - 200) / 210, (y - 500) / 170) < 1
const hair: Shape = (x, y) => Math.hypot((x - 200) / 105, (y - 175) / 125) < 1 && y < 200

function draw(layers: readonly (readonly [Shape, readonly number[]])[]) {
  const colours = new Uint8Array(WIDTH * HEIGHT * 3).fill(120)
  const alpha = createPlane(WIDTH, HEIGHT)
  for (let i = 0; i < alpha.data.length; i++) {
    for (const [shape, colour] of layers) {
      if (!shape(i % WIDTH, Math.floor(i / WIDTH))) continue
      colours.set(colour, i * 3)
      alpha.data[i] = 1
    }
  }
  const at = (x: number, y: number): Lab => {
    const [r = 0, g = 0, b = 0] = colours.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)
    return labOf(LINEAR_OF_BYTE[r] ?? 0, LINEAR_OF_BYTE[g] ?? 0, LINEAR_OF_BYTE[b] ?? 0)
  }
  return { colours, alpha, at }
}

const layers = [
  [shoulders, NAVY],
  [neck, SKIN],
  [face, SKIN],
] as const
const skin = draw(layers).at(200, 200)
const jawRim: Shape = (x, y) => radius(x, y) > 0.95 && radius(x, y) < 1.06 && y > 210 && y < 280 && x < 200

test('a hard pale rim on the jaw becomes a soft light of the skin’s colour', () => {
  const { colours, alpha, at } = draw([...layers, [jawRim, RIM]])
  const before = at(130, 238)
  expect(before.b).toBeLessThan(-5)
  tameRimLight(colours, alpha, mesh, head, skin)
  const after = at(130, 238)
  // A third of the light and most of the blue are gone; an edge light is left.
  expect(after.b).toBeGreaterThan(skin.b * 0.5)
  expect(after.l - skin.l).toBeLessThan(0.8 * (before.l - skin.l))
  expect(after.l - skin.l).toBeGreaterThan(0.5 * (before.l - skin.l))
  expect(at(200, 200)).toEqual(skin)
})

test('a pale blue collar and bright teeth stay as they are', () => {
  const collar: Shape = (x, y) =>
    Math.abs(x - 200) > 30 && Math.abs(x - 200) < 80 && y > 305 - Math.abs(x - 200) / 3
  const teeth: Shape = (x, y) => Math.abs(x - 200) < 30 && Math.abs(y - 248) < 8
  const { colours, alpha } = draw([...layers, [collar, RIM], [teeth, [225, 228, 232]]])
  const before = Uint8Array.from(colours)
  tameRimLight(colours, alpha, mesh, head, skin)
  expect(Buffer.compare(colours, before)).toBe(0)
})

test('cold light round white hair and navy cloth goes, what is blue all through stays', () => {
  const ring: Shape = (x, y) => hair(x, y) && Math.hypot((x - 200) / 105, (y - 175) / 125) > 0.93
  const glow: Shape = (x, y) => shoulders(x, y) && Math.hypot((x - 200) / 210, (y - 500) / 170) > 0.94
  const { colours, alpha, at } = draw([
    [shoulders, NAVY],
    [glow, [45, 75, 140]],
    [neck, SKIN],
    [hair, HAIR],
    [ring, [190, 205, 235]],
    [face, SKIN],
  ])
  tameEdgeCast(colours, alpha, head)
  expect(at(200, 54).b).toBeGreaterThan(-5)
  expect(at(80, 367).b).toBeGreaterThan(-22)
  expect(at(80, 367).l).toBeLessThan(26)
  const blue = draw([
    [shoulders, [45, 75, 140]],
    [hair, [150, 165, 200]],
  ])
  const before = blue.at(80, 367)
  tameEdgeCast(blue.colours, blue.alpha, head)
  expect(blue.at(80, 367)).toEqual(before)
})

test.each([
  ['blue', [24, 34, 62]],
  ['yellow green', [96, 100, 44]],
] satisfies [string, [number, number, number]][])(
  'the border of dark hair is no more %s than the hair behind it',
  (_, colour) => {
    const border: Shape = (x, y) => hair(x, y) && Math.hypot((x - 200) / 105, (y - 175) / 125) > 0.97
    const { colours, alpha, at } = draw([
      [shoulders, NAVY],
      [neck, SKIN],
      [hair, [38, 34, 32]],
      [border, colour],
      [face, SKIN],
    ])
    tameEdgeCast(colours, alpha, head)
    const { a, b } = at(200, 52)
    expect(Math.hypot(a - 1, b - 2)).toBeLessThan(8)
  },
)

test('a pale line between cheek and ear goes, though it is as thin as a thread', () => {
  const ear: Shape = (x, y) => Math.hypot((x - 112) / 14, (y - 215) / 32) < 1
  const line: Shape = (x, y) => radius(x, y) > 1.07 && radius(x, y) < 1.095 && y > 192 && y < 235 && x < 200
  const { colours, alpha, at } = draw([...layers, [ear, SKIN], [line, [190, 172, 190]]])
  const edge = Math.round(200 - Math.sqrt(1.082 ** 2 - 0.16 ** 2) * 76)
  const before = at(edge, 216)
  expect(before.b).toBeLessThan(0)
  tameRimLight(colours, alpha, mesh, head, skin)
  expect(at(edge, 216).b).toBeGreaterThan(skin.b * 0.6)
})

test('a blue streak that runs into a white collar is told from it', () => {
  const collar: Shape = (x, y) => Math.abs(x - 200) > 20 && Math.abs(x - 200) < 85 && y > 330
  const streak: Shape = (x, y) => Math.abs(x - 165) < 5 && y > 300 && y <= 332
  const { colours, alpha, at } = draw([...layers, [collar, [232, 226, 214]], [streak, [170, 196, 235]]])
  const white = at(150, 350)
  tameRimLight(colours, alpha, mesh, head, skin)
  expect(at(165, 315).b).toBeGreaterThan(5)
  expect(at(150, 350)).toEqual(white)
})

test('a cold tuft of white hair under the ear turns neutral, a red strip along the jaw takes the skin’s colour', () => {
  const tuft: Shape = (x, y) => x > 100 && x < 125 && y > 222 && y < 244
  const strip: Shape = (x, y) => x > 200 && radius(x, y) > 1.04 && face(x, y) && y > 220 && y < 270
  const { colours, alpha, at } = draw([...layers, [tuft, [178, 205, 232]], [strip, [176, 40, 66]]])
  const x = Math.round(200 + Math.sqrt(1.07 ** 2 - 0.45 ** 2) * 76)
  expect(at(x, 245).a - skin.a).toBeGreaterThan(20)
  tameEdgeCast(colours, alpha, head)
  expect(at(108, 233).b).toBeGreaterThan(-5)
  expect(at(x, 245).a - skin.a).toBeLessThan(8)
})

test('a pale blue collar that stands up beside the jaw keeps its blue', () => {
  const collar: Shape = (x, y) => Math.abs(x - 200) > 55 && Math.abs(x - 200) < 100 && y > 262
  const { colours, alpha, at } = draw([...layers, [collar, [205, 226, 245]]])
  const before = at(115, 270)
  tameEdgeCast(colours, alpha, head)
  expect(at(115, 270).b - before.b).toBeLessThan(1)
})
