import { describe, test } from 'node:test'
import { expect } from 'expect'
import { withRoom } from '#studio/kernels/kernels.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { testEach } from '#tests/support/each.ts'
import { retouch } from './retouch.ts'
import { SKIN_CELL } from './skin-map.ts'

const SIDE = 160
const CELLS = SIDE / SKIN_CELL
/** Red and blue over luma at the usual luma. */
const SHARE = { red: 1.32, blue: 0.7 }

type Colour = readonly [number, number, number]

/** Red, green and blue of a luma and its shares. */
function colourOf(luma: number, { red, blue }: typeof SHARE): Colour {
  const [r, b] = [luma * red, luma * blue]
  return [r, (luma - 0.299 * r - 0.114 * b) / 0.587, b]
}

/** Retouches a square of skin, and of hair below it, and reads one of its pixels. */
function retouched(colourAt: (x: number, y: number) => Colour, x: number, y: number, glare = 0): Colour {
  const skin = createPlane(CELLS, CELLS)
  skin.data.fill(1, 0, (CELLS * CELLS * 3) / 4)
  const planes = [0, 1, 2].map(() => new Float32Array(SIDE * SIDE))
  for (let i = 0; i < SIDE * SIDE; i++)
    colourAt(i % SIDE, Math.floor(i / SIDE)).forEach((value, c) => planes[c]?.fill(value, i, i + 1))
  return withRoom((room) => {
    const [r, g, b] = planes.map((plane) => room.put(plane))
    if (!r || !g || !b) throw new Error('three planes expected')
    const picture = { width: SIDE, height: SIDE, planes: [r, g, b] as const }
    retouch(picture, { skin, faceHeight: SIDE, glare })
    const taken = (at: typeof r) => room.takeFloats(at, SIDE * SIDE)[y * SIDE + x] ?? 0
    return [taken(r), taken(g), taken(b)]
  })
}

const redShare = ([r, g, b]: Colour) => r / (0.299 * r + 0.587 * g + 0.114 * b)

describe('retouch', () => {
  const HAIR: Colour = [0.1, 0.1, 0.1]
  /** Light falls off to the right. */
  const lumaAt = (x: number) => 0.7 - 0.4 * (x / SIDE)
  const lit = (x: number, y: number): Colour => {
    const fading = (x / SIDE - 0.5) * 0.4
    return y > 0.75 * SIDE
      ? HAIR
      : colourOf(lumaAt(x), { red: SHARE.red + fading, blue: SHARE.blue - fading })
  }

  test('brings skin nearer to its own colour where it shines', () => {
    const gained = redShare(retouched(lit, 16, 40)) - redShare(lit(16, 40))
    expect(gained).toBeGreaterThan(0.04)
    // Some of the shine stays: it models a face.
    expect(gained).toBeLessThan(0.14)
  })

  testEach([
    ['a neck in the shade as ruddy as it is', { red: 1.5, blue: 0.55 }, 0.35],
    ['a fair lock in the light yellow', { red: 1.15, blue: 0.45 }, 0.7],
    ['a white beard in the light white', { red: 1.02, blue: 0.98 }, 0.75],
  ])('leaves %s', (_, colour, luma) => {
    const other = (x: number, y: number): Colour =>
      y > 0.75 * SIDE ? HAIR : y > 60 ? colourOf(luma, colour) : lit(x, y)
    expect(redShare(retouched(other, 80, 95))).toBeCloseTo(colour.red, 1)
  })

  test('keeps a blush, which is not of the light', () => {
    const blushAt = (x: number, y: number) =>
      0.16 * Math.exp(-((x - 80) ** 2 + (y - 60) ** 2) / (2 * 18 ** 2))
    const blushing = (x: number, y: number): Colour =>
      y > 0.75 * SIDE ? HAIR : colourOf(lumaAt(x), { ...SHARE, red: SHARE.red + blushAt(x, y) })
    const beside = redShare(retouched(blushing, 80, 8))
    expect(redShare(retouched(blushing, 80, 60)) - beside).toBeGreaterThan(0.1)
  })

  test('keeps a ginger beard ginger', () => {
    const GINGER = { red: 1.72, blue: 0.4 }
    const bearded = (x: number, y: number): Colour =>
      y > 0.75 * SIDE ? HAIR : y > 70 ? colourOf(0.35, GINGER) : lit(x, y)
    expect(redShare(retouched(bearded, 80, 95))).toBeGreaterThan(GINGER.red - 0.03)
  })

  test('takes shine off by degree, and none by default', () => {
    const shining = (x: number, y: number): Colour =>
      y > 0.75 * SIDE ? HAIR : colourOf(0.45 + 0.4 * Math.exp(-((x - 80) ** 2 + (y - 50) ** 2) / 800), SHARE)
    const greens = [0, 0.5, 1].map((glare) => retouched(shining, 80, 50, glare)[1])
    const [none = 0, half = 0, whole = 0] = greens
    expect(none).toBeGreaterThan(shining(80, 50)[1] - 0.05)
    expect(half).toBeLessThan(none - 0.02)
    expect(whole).toBeLessThan(half - 0.02)
    expect(whole).toBeGreaterThan(colourOf(0.45, SHARE)[1])
    expect(retouched(shining, 10, 100, 1)[1]).toBeCloseTo(retouched(shining, 10, 100)[1], 2)
  })

  test('hair beside it does not grey the skin’s edge', () => {
    const even = (_: number, y: number): Colour => (y > 0.75 * SIDE ? HAIR : colourOf(0.5, SHARE))
    expect(redShare(retouched(even, 80, 108))).toBeCloseTo(SHARE.red, 1)
  })
})
