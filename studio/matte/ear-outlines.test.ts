import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { earLines, withoutDents } from './ear-outlines.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { edgeLines, enterLines } from './firm-lines.ts'
import { guideOf } from './matte.ts'
import { disc, type Shape } from './shapes.fixture.ts'
import { skinOrHair } from './skin-or-hair.ts'

const WIDTH = 280
const HEIGHT = 300
type Colour = readonly [number, number, number]
const SKIN: Colour = [196, 146, 118]
const WALL: Colour = [160, 130, 104]
const HAIR: Colour = [44, 38, 36]

const fromMiddle = (x: number, y: number) => Math.hypot((x - 140) / 58, (y - 150) / 80)
/** 1 on the rim of the right ear, which stands off from the head. */
const toRim = (x: number, y: number) => Math.hypot((x - 202) / 20, (y - 150) / 30)
const isHead: Shape = (x, y) => fromMiddle(x, y) < 1
const isEar: Shape = (x, y) => toRim(x, y) < 1
const isCap: Shape = (x, y) => fromMiddle(x, y) < 1.12 && fromMiddle(x, y) > 0.95 && y < 112
/** Hair that hangs over the ear, and hair that hangs behind it. */
const isCurtain: Shape = (x, y) => x > 186 && x < 232 && y > 90 && y < 290
/** What of the wall the net takes for the ear's. */
const isSmear = disc(220, 168, 7)

const nothing: Shape = () => false

const lit = (share: number): Colour => [SKIN[0] * share, SKIN[1] * share, SKIN[2] * share]

function colourAt(x: number, y: number, over: Shape, behind: Shape): Colour {
  if (over(x, y) || isCap(x, y)) return HAIR
  // Lit from the right: a face has all of an ear's lights and shadows.
  if (isHead(x, y)) return lit(0.7 + (0.5 * (x - 82)) / 116)
  if (isEar(x, y)) return lit(toRim(x, y) > 0.82 ? 1.2 : toRim(x, y) > 0.6 ? 0.75 : 1)
  return behind(x, y) ? HAIR : WALL
}

/** A head with one ear before a wall of nearly its colour; the net misses the rim and takes what is `taken`. */
function drawn({ over = nothing, behind = nothing, taken = nothing }) {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const body = new Uint8Array(WIDTH * HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const noise = (random() - 0.5) * 8
    colourAt(x, y, over, behind).forEach((value, c) => (data[i * 3 + c] = value + noise))
    const shapes = [isHead, isCap, over, behind, taken]
    body[i] = toRim(x, y) < 0.86 || shapes.some((shape) => shape(x, y)) ? 1 : 0
    person.data[i] = (body[i] ?? 0) ? 0.95 : 0.05
    face[i] = fromMiddle(x, y) < 0.95 ? 1 : 0
  }
  const head = { centreX: 280, eyeY: 260, chinY: 460, faceHeight: 320, face: new Float32Array(0) }
  const guide = guideOf({ width: WIDTH, height: HEIGHT, data })
  const judge = skinOrHair(guide, body, head, face)
  const lines = earLines(guide, person, body, head, face, judge)
  const certain = new Uint8Array(body.length)
  enterLines(lines, person, body, certain, head)
  return { lines, person, body, certain, head }
}

/** The outermost pixel of the body in a row right of the face. */
function rimOf(body: Uint8Array, y: number): number {
  let x = 190
  while (body[y * WIDTH + x + 1] ?? 0) x++
  return x
}

const trueRim = (y: number) => 202 + 20 * Math.sqrt(1 - ((y - 150) / 30) ** 2)

test.each([
  ['whose bright rim the net misses', nothing],
  ['beside which the net takes wall', isSmear],
])('an ear %s is drawn along its rim', (_, taken) => {
  const { lines, body, certain } = drawn({ taken })
  expect(lines).toHaveLength(1)
  for (const y of [132, 140, 150, 160, 168]) {
    expect(Math.abs(rimOf(body, y) - trueRim(y))).toBeLessThan(2.5)
  }
  // Ear and wall beside the line are known, the line itself is not.
  for (const y of [140, 150, 160]) {
    const rim = Math.round(trueRim(y))
    expect(certain[y * WIDTH + rim]).toBe(0)
    expect(certain[y * WIDTH + rim - 4]).toBe(1)
    expect(certain[y * WIDTH + rim + 5]).toBe(1)
  }
})

test.each([
  ['hair over it', { over: isCurtain }],
  ['hair behind it', { behind: isCurtain }],
])('an ear with %s is left', (_, scene) => {
  expect(drawn(scene).lines).toEqual([])
})

test('the edge is soft over few pixels of the picture, and elsewhere nothing changes', () => {
  const { lines, head } = drawn({})
  const alpha = createPlane(WIDTH * 2, HEIGHT * 2, 0.5)
  edgeLines(lines, alpha, head)
  const row = alpha.data.subarray(300 * alpha.width, 301 * alpha.width)
  const rim = 2 * trueRim(150)
  const at = (x: number) => row[Math.round(x)] ?? 0
  expect(at(rim - 5)).toBe(1)
  expect(at(rim + 4)).toBe(0)
  expect(at(rim - 30)).toBe(0.5)
  expect(at(rim + 30)).toBe(0.5)
})

/** A rim of radius 40 whose rays lead inwards, with a dent so deep round a third of its half turn. */
function dented(deep: number, side: -1 | 1) {
  return Array.from({ length: 121 }, (_, k) => {
    const angle = (k / 120 - 0.5) * Math.PI
    const radius = 40 - deep * Math.max(0, 1 - Math.abs(k - 40) / 12)
    const [dx, dy] = [side * Math.cos(angle), Math.sin(angle)]
    return { x: 100 + radius * dx, y: 100 + radius * dy, dx: -dx, dy: -dy }
  })
}

test.each([
  ['a dent of the helix is filled, on the right', 3, 1, 200, 38, 40],
  ['and on the left', 3, -1, 200, 38, 40],
  ['a deep one is the ear’s own', 6, 1, 200, 34, 34],
  ['below the helix nothing is filled', 3, 1, 60, 37, 37],
] as const)('%s', (_, deep, side, lowest, least, most) => {
  const rays = withoutDents(dented(deep, side), lowest, 4)
  const radius = Math.hypot((rays[40]?.x ?? 0) - 100, (rays[40]?.y ?? 0) - 100)
  expect(radius).toBeGreaterThanOrEqual(least - 0.01)
  expect(radius).toBeLessThanOrEqual(most + 0.01)
  expect(rays[90]).toEqual(dented(deep, side)[90])
})

test('ahead of its ends the line draws nothing', () => {
  const { lines, head } = drawn({})
  const alpha = createPlane(WIDTH * 2, HEIGHT * 2, 0.5)
  edgeLines(lines, alpha, head)
  const rays = lines[0]?.rays ?? []
  const [last, before] = [rays.at(-1), rays.at(-2)]
  if (!last || !before) throw new Error('no line')
  for (const inwards of [-2, 0, 2]) {
    const x = 2 * (2 * last.x - before.x + inwards * last.dx)
    const y = 2 * (2 * last.y - before.y + inwards * last.dy)
    expect(alpha.data[Math.round(y) * alpha.width + Math.round(x)]).toBe(0.5)
  }
})
