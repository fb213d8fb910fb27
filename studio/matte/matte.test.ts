import { expect, test } from '#tests/support/node-test.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { reduce } from '#studio/planes/resize.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { guideOf, matteOf, matteOfNet } from './matte.ts'
import type { Cutting } from './matte.ts'

const WIDTH = 320
const HEIGHT = 400
type Colour = readonly [number, number, number]
const SKIN: Colour = [190, 135, 110]
const COAT: Colour = [35, 38, 60]
const WALL: Colour = [150, 160, 170]
const FLAG: Colour = [225, 120, 160]

/** A head on shoulders whose net takes a strip of the wall beside the cheek for face. */
function cutting(flag: boolean): Cutting {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  const person = createPlane(WIDTH, HEIGHT)
  const face = new Float32Array(WIDTH * HEIGHT)
  for (let i = 0; i < face.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const oval = Math.hypot((x - 160) / 58, (y - 160) / 80)
    const body = Math.hypot((x - 160) / 150, (y - 420) / 170) < 1 || (Math.abs(x - 160) < 35 && y > 200)
    const strip = flag && x < 115 && x > 70 && y > 120 && y < 230
    const colour = oval < 1 ? SKIN : body ? COAT : strip ? FLAG : WALL
    const noise = (random() - 0.5) * 6
    for (let c = 0; c < 3; c++) data[i * 3 + c] = (colour[c] ?? 0) + noise
    // Mesh and net both lie over the strip by some pixels, as they do at the far cheek of a turned head.
    const aside = x < 160 ? 150 : 160
    face[i] = Math.hypot((x - aside) / 55, (y - 160) / 75) < 1 ? 1 : 0
    const claimed = Math.hypot((x - aside) / 60, (y - 160) / 81) < 1
    person.data[i] = claimed || body ? 0.99 : 0.01
  }
  const head = { centreX: 160, eyeY: 135, chinY: 240, faceHeight: 160, face }
  return { guide: guideOf({ width: WIDTH, height: HEIGHT, data }), person: reduce(person, 2), head }
}

const read =
  ({ data }: Plane) =>
  (x: number, y: number) =>
    data[y * WIDTH + x] ?? 0

test('a bright strip of the background mesh and net take for cheek is cut', () => {
  const at = read(matteOf(cutting(true)))
  expect(at(97, 190)).toBeLessThan(0.2)
  expect(at(110, 190)).toBeGreaterThan(0.8)
  expect([at(160, 160), at(160, 350), at(20, 50)]).toEqual([1, 1, 0])
})

test('a net’s alpha is drawn onto the picture’s edges, and what of it is somebody else’s is cut', () => {
  // A quarter of the size: a head on shoulders, and a second head in the corner.
  const alpha = createPlane(WIDTH / 4, HEIGHT / 4)
  alpha.data.forEach((_, i) => {
    const [x, y] = [4 * (i % (WIDTH / 4)), 4 * Math.floor(i / (WIDTH / 4))]
    const head = Math.hypot((x - 160) / 58, (y - 160) / 80) < 1
    const body = Math.hypot((x - 160) / 150, (y - 420) / 170) < 1 || (Math.abs(x - 160) < 35 && y > 200)
    if (head || body || Math.hypot(x - 290, y - 60) < 25) alpha.data[i] = 1
  })
  const at = read(matteOfNet(cutting(false), alpha))
  expect([at(160, 160), at(160, 350), at(20, 50), at(290, 60)]).toEqual([1, 1, 0, 0])
  expect(at(160, 83)).toBeGreaterThan(0.5)
  expect(at(160, 74)).toBeLessThan(0.3)
})
