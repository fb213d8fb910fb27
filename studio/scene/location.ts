import type { Plane } from '#studio/raster.ts'
import { drawAlps } from './alps.ts'
import { drawCity } from './city.ts'
import { drawGarden } from './garden.ts'
import { film, glare, lay } from './lens.ts'
import { drawLibrary } from './library.ts'
import { drawLoft } from './loft.ts'
import { createRandom } from './noise.ts'
import { drawOffice } from './office.ts'
import type { Lens, LocationSet, Place } from './recipe.ts'
import { createLayer } from './stage.ts'
import type { Layer, Stage } from './stage.ts'

/** Places are drawn at this height: blur leaves nothing finer, whatever the picture's size. */
const DRAWN_HEIGHT = 320
/** Widest blur disc, picture heights. */
const WIDEST = 0.056
/** Places kept for another render of the same shot: a preview, a repeat, another size. */
const KEPT = 4

const PLACES: Readonly<Record<Place, (stage: Stage, lens: Lens) => Layer[]>> = {
  office: drawOffice,
  library: drawLibrary,
  loft: drawLoft,
  city: drawCity,
  garden: drawGarden,
  alps: drawAlps,
}

export interface LocationOrder {
  set: LocationSet
  lens: Lens
  seed: number
  /** Width over height of the picture. */
  aspect: number
  side: 'left' | 'right'
  light: number
  /** Middle between the eyes, fractions of the picture, and crown to chin, share of its height. */
  headX: number
  headY: number
  headShare: number
}

/** Scene light before exposure, with the place's light from the left. */
interface Drawn {
  stage: Stage
  light: Layer
}

const drawn = new Map<string, Drawn>()
/** Another size of the same shot puts the head within this share of the same place. */
const STEP = 0.01

const near = (share: number) => Math.round(share / STEP) * STEP

function draw({ set, lens, seed, aspect, ...order }: LocationOrder): Drawn {
  const head = {
    x: near(order.side === 'left' ? order.headX : 1 - order.headX) * aspect,
    y: near(order.headY),
    share: near(order.headShare),
  }
  const key = [set.place, lens.focalLengthMm, lens.aperture, seed, aspect, head.x, head.y, head.share].join(
    ' ',
  )
  const known = drawn.get(key)
  if (known) return known
  const pad = Math.ceil(WIDEST * DRAWN_HEIGHT) + 2
  const stage: Stage = {
    width: Math.round(DRAWN_HEIGHT * aspect) + 2 * pad,
    height: DRAWN_HEIGHT + 2 * pad,
    unit: DRAWN_HEIGHT,
    pad,
    aspect,
    head,
    seed,
    random: createRandom(seed),
  }
  const light = createLayer(stage)
  for (const layer of PLACES[set.place](stage, lens)) lay(light, layer)
  for (const plane of [light.r, light.g, light.b])
    glare(plane, stage.width, stage.height, stage.unit * 0.07, 0.07)
  const fresh = { stage, light }
  drawn.set(key, fresh)
  const [oldest] = drawn.keys()
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest)
  return fresh
}

/**
 * A place out of focus, display light 0..1 on a reduced raster of the picture's shape. The same order gives the
 * same pixels; light comes from the key's side.
 */
export function drawLocation(order: LocationOrder): [Plane, Plane, Plane] {
  const { stage, light } = draw(order)
  const width = stage.width - 2 * stage.pad
  const height = stage.height - 2 * stage.pad
  const exposure = order.set.exposure * order.light
  const exposed = (plane: Float32Array): Plane => {
    const data = new Float32Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = order.side === 'left' ? x : width - 1 - x
        const value = plane[(y + stage.pad) * stage.width + stage.pad + from] ?? 0
        data[y * width + x] = film(value * exposure)
      }
    }
    return { width, height, data }
  }
  return [exposed(light.r), exposed(light.g), exposed(light.b)]
}
