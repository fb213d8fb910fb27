import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { boundLines } from './firm-lines.ts'
import { hairLines } from './hair-outline.ts'

const WIDTH = 360
const HEIGHT = 320
/** At half size; the picture's is twice that. */
const FACE_HEIGHT = 200
const RADIUS = 120
const HEAD = {
  centreX: 360,
  eyeY: 400,
  chinY: 580,
  faceHeight: FACE_HEIGHT * 2,
  face: new Float32Array(0),
}

/** Pixels outside the head's outline. */
const outside = (x: number, y: number) => Math.hypot(x - 180, y - 200) - RADIUS
/** What of a window's bar the net takes for hair, and what of grey hair for the window. */
const tuft = (x: number) => (Math.abs(x - 130) < 12 ? 10 : Math.abs(x - 220) < 12 ? -10 : 0)

/** A head whose hair has the given fine detail so many pixels outside its outline, in so many directions, radians. */
function lines(detailAt: (outside: number, angle: number) => number) {
  const random = createRandom(7)
  const detail = createPlane(WIDTH, HEIGHT)
  const body = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < body.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    detail.data[i] = detailAt(outside(x, y), Math.atan2(y - 200, x - 180)) * (0.5 + random())
    body[i] = outside(x, y) < tuft(x) ? 1 : 0
  }
  return hairLines(detail, body, HEAD)
}

const GRAIN = 0.002
const CURLY = 0.03
const short = (away: number) => (away < 0 ? CURLY : GRAIN)

test('short hair ends where its texture does, whatever the net takes it for', () => {
  const [line] = lines(short)
  const off =
    line?.rays.filter((_, k) => line.share[k] === 1).map(({ x, y }) => Math.abs(outside(x, y))) ?? []
  expect(off.length).toBeGreaterThan(250)
  expect(Math.max(...off)).toBeLessThan(4)
})

test.each<[what: string, detailAt: (outside: number, angle: number) => number]>([
  ['hair as smooth as the wall', () => GRAIN],
  ['a wall as rough as hair', () => CURLY],
  ['a wall half as rough', (away) => (away < 0 ? CURLY : CURLY / 2)],
  ['curls one by one', (away, angle) => short(away - 5 * Math.sin(angle * 45))],
  ['hair that is textured on one side alone', (away, angle) => (angle > -1.9 ? GRAIN : short(away))],
  ['hair that thins out', (away) => GRAIN + CURLY * Math.min(1, Math.max(0, 0.5 - away / 20))],
])('no line is drawn along %s', (_, detailAt) => {
  expect(lines(detailAt)).toEqual([])
})

test('hair is whole within its line and gone beyond it, but for curls', () => {
  const alpha = createPlane(WIDTH * 2, HEIGHT * 2, 0.5)
  boundLines(lines(short), alpha)
  const at = (away: number) => alpha.data[Math.round(400 - 2 * (RADIUS + away)) * WIDTH * 2 + 360] ?? 0
  const across = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3].map(at)
  const whole = across.findIndex((value) => value > 0.95)
  const gone = across.findIndex((value) => value < 0.05)
  expect(whole).toBeGreaterThanOrEqual(0)
  expect(gone - whole).toBeGreaterThan(3)
  expect(across.slice(whole, gone)).toContain(0.5)
})
