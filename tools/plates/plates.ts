import sharp from 'sharp'
import { luminance, toCode } from '#studio/picture/color.ts'
import { blur } from '#studio/planes/blur.ts'
import { UNIT } from '#studio/plates/plate.ts'
import type { PlaceLight, PlateNotes } from '#studio/plates/plate.ts'
import { ALPS } from './alps.ts'
import { CITY } from './city.ts'
import { GARDEN } from './garden.ts'
import { LIBRARY } from './library.ts'
import { LOFT } from './loft.ts'
import { drawOffice } from './office.ts'
import { createStage, noise, paint } from './stage.ts'
import type { Stage } from './stage.ts'

/** Painted cloth: clouds and the brush's strokes in the first two channels, grey where there are none. */
function drawCanvas(seed: number): Stage {
  const stage = createStage(seed)
  const clouds = noise(stage, 0x51ed, 1 / 3.2, 3)
  const brush = noise(stage, 0x2c1b, 1 / 14, 4)
  paint(stage, (_x, _y, i) => [[0.5 + 0.5 * (clouds[i] ?? 0), 0.5 + 0.5 * (brush[i] ?? 0), 0.5], 100])
  return stage
}

/** The plates of each place: in their order a picture's variations take them. */
const PLATES: Readonly<Record<string, readonly (() => Stage)[]>> = {
  canvas: [() => drawCanvas(1)],
  office: [1, 2, 5].map((seed) => () => drawOffice(seed)),
  library: LIBRARY,
  loft: LOFT,
  city: CITY,
  garden: GARDEN,
  alps: ALPS,
}

export interface DrawnPlate {
  name: string
  notes: PlateNotes
  /** RGBA in the format of `Plate`. */
  pixels: Uint8Array
  width: number
  height: number
}

export const PLATE_NAMES = Object.entries(PLATES).flatMap(([place, all]) =>
  all.map((_, index) => `${place}-${index}`),
)

/** Light scattered in the lens: bright windows brighten their surroundings. */
const GLARE = { sigma: 0.07 * UNIT, share: 0.07 }

export function drawPlate(name: string): DrawnPlate {
  const [place = '', index = ''] = name.split('-')
  const draw = PLATES[place]?.[Number(index)]
  if (!draw) throw new RangeError(`no plate ${name}`)
  const { width, height, rgb, far, lights, light, stand } = draw()
  const share = place === 'canvas' ? 0 : GLARE.share
  const channels = [0, 1, 2].map((c) => {
    const data = Float32Array.from(far, (_, i) => rgb[3 * i + c] ?? 0)
    const veil = blur({ width, height, data }, GLARE.sigma).data
    return data.map((value, i) => value * (1 - share) + (veil[i] ?? 0) * share)
  })
  const white = channels.reduce((most, data) => data.reduce((high, value) => Math.max(high, value), most), 0)
  const pixels = new Uint8Array(4 * far.length)
  far.forEach((value, i) => {
    channels.forEach((data, c) => (pixels[4 * i + c] = Math.round(255 * toCode((data[i] ?? 0) / white))))
    pixels[4 * i + 3] = Math.round(255 * value)
  })
  return {
    name,
    notes: { lightFrom: lightFrom(light), light, stand, white: Number(white.toFixed(4)), lights },
    pixels,
    width,
    height,
  }
}

const lightFrom = ({ left, right }: PlaceLight) =>
  luminance(...right) > luminance(...left) ? 'right' : 'left'

export function encodePlate({ pixels, width, height }: DrawnPlate): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .avif({ quality: 90, chromaSubsampling: '4:4:4', effort: 3 })
    .toBuffer()
}
