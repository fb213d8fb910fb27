import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { drawShoulders } from './shoulders.ts'
import { guideOf } from './matte.ts'

const WIDTH = 300
const HEIGHT = 320
const UNIT = 160
const CLOTH = [38, 38, 48]
const WALL = [22, 29, 56]
const SKIN = [190, 140, 115]

/** Row of the true shoulders' outline. */
const shoulder = (x: number) => 205 + Math.abs(x - 150) * 0.35
const isHead = (x: number, y: number) => Math.hypot((x - 150) / 62, (y - 110) / 85) < 1
const isNeck = (x: number, y: number) => Math.abs(x - 150) < 38 && y > 150
/** An ear lobe that hangs over the shoulder with background in between. */
const isLobe = (x: number, y: number) => Math.hypot(x - 212, y - 150) < 9

/** Noisy dark cloth before a dark wall; the net's outline is `claimed`. */
function drawn(claimed: (x: number) => number) {
  const random = createRandom(7)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const body = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const skin = isHead(x, y) || isNeck(x, y) || isLobe(x, y)
    const colour = y > shoulder(x) ? CLOTH : skin ? SKIN : WALL
    const noise = (random() - 0.5) * 8
    for (let c = 0; c < 3; c++) data[i * 3 + c] = (colour[c] ?? 0) + noise
    person.data[i] = skin || y > claimed(x) ? 0.95 : 0.05
    body[i] = (person.data[i] ?? 0) > 0.5 ? 1 : 0
  }
  const head = { centreX: 300, eyeY: 200, chinY: 390, faceHeight: 2 * UNIT, face: new Float32Array(0) }
  const before = Uint8Array.from(body)
  const { certain } = drawShoulders(guideOf({ width: WIDTH, height: HEIGHT, data }), person, body, head)
  const row = (x: number) => {
    let y = HEIGHT
    while (y > 0 && (body[(y - 1) * WIDTH + x] ?? 0)) y--
    return y
  }
  return { row, body, before, certain }
}

test('an outline that leaves dark cloth before a dark wall is drawn where their colours part', () => {
  // The net bends down towards the picture's edge, and has a bump on the other side.
  const { row } = drawn((x) =>
    x < 60 ? shoulder(x) + (60 - x) * 0.3 : x > 230 && x < 250 ? shoulder(x) - 9 : shoulder(x),
  )
  for (const x of [3, 12, 25, 40, 80, 220, 235, 240, 245, 260, 290])
    expect(Math.abs(row(x) - shoulder(x))).toBeLessThan(3)
})

test('what hangs over a shoulder stays, and a right outline too', () => {
  const { body, before, certain } = drawn(shoulder)
  let changed = 0
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    if (Math.abs(y - shoulder(x)) > 3 && body[i] !== before[i]) changed++
    if (isLobe(x, y)) expect(certain[i]).toBe(0)
  }
  expect(changed).toBe(0)
})

test('a collar that the net half misses beside the neck is entered', () => {
  // From the neck on the net's outline sinks, and rises to the true one over 20 columns.
  const { row } = drawn((x) => shoulder(x) + Math.max(0, 14 - Math.max(0, Math.abs(x - 150) - 40) * 0.7))
  for (const x of [102, 106, 194, 198]) expect(Math.abs(row(x) - shoulder(x))).toBeLessThan(4)
})
