import { expect } from 'expect'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { reduce } from '#studio/planes/resize.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { guideOf, matteOf } from './matte.ts'

const WIDTH = 320
const HEIGHT = 400
type Colour = readonly [number, number, number]
const SKIN: Colour = [190, 135, 110]
const COAT: Colour = [35, 38, 60]
const WALL: Colour = [150, 160, 170]
const FLAG: Colour = [225, 120, 160]

type Shape = (x: number, y: number) => boolean
const head: Shape = (x, y) => Math.hypot((x - 160) / 58, (y - 160) / 80) < 1
const body: Shape = (x, y) =>
  Math.hypot((x - 160) / 150, (y - 420) / 170) < 1 || (Math.abs(x - 160) < 35 && y > 200)
const flag: Shape = (x, y) => x < 112 && x > 60 && y > 60 && y < 130
const sleeve: Shape = (x, y) => body(x, y) && x > 230
const nowhere: Shape = () => false

function planeOf(shape: Shape, at: number, elsewhere: number, factor = 1): Plane {
  const plane = createPlane(WIDTH / factor, HEIGHT / factor)
  plane.data.forEach((_, i) => {
    const x = factor * (i % plane.width)
    const y = factor * Math.floor(i / plane.width)
    plane.data[i] = shape(x, y) ? at : elsewhere
  })
  return plane
}

interface Nets {
  /** Whom the net of people is certain of, and what it takes for the person without being certain. */
  person?: Shape
  likely?: Shape
  cutOut: Shape | null
}

/** A head on shoulders before a wall with a flag, and each net's answer. */
function matte(nets: Nets): (x: number, y: number) => number {
  const random = createRandom(5)
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const colour = head(x, y) ? SKIN : body(x, y) ? COAT : flag(x, y) ? FLAG : WALL
    const noise = (random() - 0.5) * 6
    for (let c = 0; c < 3; c++) data[i * 3 + c] = (colour[c] ?? 0) + noise
  }
  const certain = planeOf(nets.person ?? subject, 0.99, 0.01)
  const likely = planeOf(nets.likely ?? nowhere, 0.93, 0.01)
  const person = { ...certain, data: certain.data.map((value, i) => Math.max(value, likely.data[i] ?? 0)) }
  const face: Shape = (x, y) => Math.hypot((x - 160) / 55, (y - 160) / 75) < 1
  const { data: alpha } = matteOf({
    guide: guideOf({ width: WIDTH, height: HEIGHT, data }),
    person: reduce(person, 2),
    cutOut: nets.cutOut && planeOf(nets.cutOut, 1, 0, 4),
    head: { centreX: 160, eyeY: 135, chinY: 240, faceHeight: 160, face: planeOf(face, 1, 0).data },
  })
  return (x, y) => alpha[y * WIDTH + x] ?? 0
}

const either =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))
const without =
  (shape: Shape, less: Shape): Shape =>
  (x, y) =>
    shape(x, y) && !less(x, y)
const subject = either(head, body)

testEach<[string, Nets, [x: number, y: number, alpha: number][]]>([
  ['where both nets agree, the outline is the picture’s', { cutOut: subject }, []],
  ['the net of people cuts out alone where there is no other', { cutOut: null }, []],
  [
    'a sleeve that the cut-out net left out, where the picture has no edge, is taken back',
    { cutOut: without(subject, sleeve) },
    [[260, 380, 1]],
  ],
  [
    'a wall that the net of people takes for the person goes where the picture has the edge at the person, and takes none of them along',
    { likely: (x, y) => x > 20 && x < 120 && y > 60 && y < 240, cutOut: subject },
    [
      [60, 200, 0],
      [118, 200, 1],
    ],
  ],
  [
    'a patch apart from the person is background',
    { cutOut: either(subject, (x, y) => Math.hypot(x - 290, y - 60) < 25) },
    [[290, 60, 0]],
  ],
  [
    'a hole in the chest is closed',
    { cutOut: without(subject, (x, y) => Math.hypot(x - 160, y - 340) < 30) },
    [[160, 340, 1]],
  ],
  [
    'without a person everything is background',
    { person: nowhere, cutOut: nowhere },
    [
      [160, 160, 0],
      [160, 350, 0],
    ],
  ],
])('%s', (_, nets, wanted) => {
  const at = matte(nets)
  if (nets.person !== nowhere) {
    expect([at(160, 160), at(160, 350), at(20, 50)]).toEqual([1, 1, 0])
    expect(at(160, 83)).toBeGreaterThan(0.5)
    expect(at(160, 72)).toBeLessThan(0.3)
  }
  for (const [x, y, alpha] of wanted) expect(at(x, y)).toBeCloseTo(alpha, 1)
})
