import { openPlate, PAD, UNIT, WIDE } from '#studio/plates/plate.ts'
import type { PointOfLight } from '#studio/plates/plate.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { defocus, discRadius, film } from './lens.ts'
import { lightDisc } from './light-disc.ts'
import { createRandom } from './noise.ts'
import type { Lens, LocationSet } from './recipe.ts'

export interface LocationOrder {
  set: LocationSet
  lens: Lens
  seed: number
  variation: number
  /** Width over height of the picture. */
  aspect: number
  side: 'left' | 'right'
  light: number
  /** Middle between the eyes, fractions of the picture, and crown to chin, share of its height. */
  headX: number
  headY: number
  headShare: number
}

/** A place behind the lens, before any exposure. */
interface View {
  width: number
  light: Float32Array[]
  lights: readonly PointOfLight[]
  lightFrom: 'left' | 'right'
}

/** Which of a place's plates a variation takes: with its light's side, no two of them are alike. */
const PLATE_OF = [0, 1, 2, 1, 0, 2] as const
export const plateOf = (variation: number): number => PLATE_OF[variation % PLATE_OF.length] ?? 0

/** Views kept: the plates of one style, and of another for a preview. */
const KEPT = 4
const views = new Map<string, Promise<View>>()

/** The plate as the lens shows it: three planes, blurred once for all pictures before it. */
export function viewOf(name: string, radius: number): Promise<View> {
  const key = `${name} ${radius}`
  const view = views.get(key) ?? openView(name, radius)
  // The last used is the last to go.
  views.delete(key)
  views.set(key, view)
  const [oldest] = views.keys()
  if (views.size > KEPT && oldest !== undefined) views.delete(oldest)
  return view
}

async function openView(name: string, radius: number): Promise<View> {
  const plate = await openPlate(name)
  const { lights, lightFrom } = plate.notes
  return { width: plate.width, light: radius > 0 ? defocus(plate, radius) : plate.light, lights, lightFrom }
}

/** A part of a plate, picture heights; turned round where its light has to come from the other side. */
export interface Cut {
  left: number
  top: number
  /** Times that it is enlarged. */
  zoom: number
  mirrored: boolean
}

/** A plate's planes on a raster; between pixels they are mixed. */
export function cutPlate(
  { width, light }: Pick<View, 'width' | 'light'>,
  { left, top, zoom, mirrored }: Cut,
  size: { width: number; height: number },
): Plane[] {
  const step = UNIT / zoom / size.height
  return light.map((plane) => {
    const data = new Float32Array(size.width * size.height)
    for (let row = 0, i = 0; row < size.height; row++) {
      const y = (top + PAD) * UNIT + (row + 0.5) * step - 0.5
      const first = Math.floor(y) * width
      for (let column = 0; column < size.width; column++, i++) {
        const x = (left + PAD) * UNIT + ((mirrored ? size.width - 1 - column : column) + 0.5) * step - 0.5
        const at = first + Math.floor(x)
        const across = x - Math.floor(x)
        const above = (plane[at] ?? 0) * (1 - across) + (plane[at + 1] ?? 0) * across
        const below = (plane[at + width] ?? 0) * (1 - across) + (plane[at + width + 1] ?? 0) * across
        data[i] = above + (below - above) * (y - Math.floor(y))
      }
    }
    return { ...size, data }
  })
}

/** Head share of a picture that shows a plate's whole height; a tighter crop shows everything larger, blur too. */
const LOOSEST_SHARE = 0.43
const LARGEST_ZOOM = 1.35
/** Head share that the lenses of the recipes are meant for. */
const USUAL_SHARE = 0.5
/** Crops lie near the side of the light rather than far from it. */
const TOWARDS_LIGHT = 1.9

/**
 * A place out of focus, display light 0..1 on a reduced raster of the picture's shape. The same order gives the
 * same pixels; light comes from the key's side.
 */
export async function drawLocation(order: LocationOrder): Promise<[Plane, Plane, Plane]> {
  const { set, lens, aspect, side } = order
  const random = createRandom(order.seed)
  const zoom = Math.min(LARGEST_ZOOM, Math.max(1, order.headShare / LOOSEST_SHARE))
  const radius = (discRadius(lens) * LOOSEST_SHARE) / USUAL_SHARE
  const view = await viewOf(`${set.place}-${plateOf(order.variation)}`, radius)
  const cut = {
    left: (WIDE - aspect / zoom) * random() ** TOWARDS_LIGHT,
    top: (1 - 1 / zoom) * random(),
    zoom,
    mirrored: side !== view.lightFrom,
  }
  const planes = cutPlate(view, cut, { width: Math.round(UNIT * aspect), height: UNIT })
  const head = { x: order.headX * aspect, y: order.headY, share: order.headShare }
  for (const [px, py, far, ...colour] of view.lights) {
    const x = (px - cut.left) * zoom
    const at = { x: cut.mirrored ? aspect - x : x, y: (py - cut.top) * zoom, radius: far * radius * zoom }
    lightDisc(planes, at, colour, head)
  }
  const exposure = set.exposure * order.light
  for (const { data } of planes)
    for (let i = 0; i < data.length; i++) data[i] = film((data[i] ?? 0) * exposure)
  const [r, g, b] = planes
  if (!r || !g || !b) throw new RangeError('a plate has three planes')
  return [r, g, b]
}
