import { openPlate, PAD, UNIT, WIDE } from '#studio/plates/plate.ts'
import type { PlaceLight, PlateNotes } from '#studio/plates/plate.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { valueAt } from '#studio/planes/value-at.ts'
import { defocus, discRadius, film } from './lens.ts'
import { createRecentCache } from './recent-cache.ts'
import { lightDisc } from './light-disc.ts'
import { createRandom } from './noise.ts'
import type { Worn } from './paper.ts'
import type { LocationSet, Scene } from './recipe.ts'

export interface BackdropOrder {
  set: Scene
  /** Crown to chin, share of the height: from nearer, the background is further out of focus. */
  headShare: number
  seed: number
  /** Index of the variation; sets with several papers take the next best for it. */
  variation: number
  width: number
  height: number
  /** Side of the key light: the backdrop is lit from there too. */
  side: 'left' | 'right'
  /** Multiplies the set's light. */
  light: number
  /** Middle between the eyes, fractions of the picture. */
  headX: number
  headY: number
  worn: Worn
  /** White balance that the grade will put over the picture. */
  warmth: number
}

export type LocationOrder = Omit<BackdropOrder, 'worn' | 'warmth'> & { set: LocationSet }

/** A place behind the lens, before any exposure. */
interface View extends Size {
  planes: Float32Array[]
  notes: PlateNotes
}

/** Which of a place's plates a variation takes: with its light's side, no two of them are alike. */
const PLATE_OF = [0, 1, 2, 1, 0, 2] as const
export const plateOf = (variation: number): number => PLATE_OF[variation % PLATE_OF.length] ?? 0

/** Views kept: the plates of one style, and of another for a preview. */
const KEPT = 4
const views = createRecentCache<View>(KEPT)

/** The plate through the lens: three planes, blurred once for all pictures before it. */
export const viewOf = (name: string, radius: number): Promise<View> =>
  views(`${name} ${radius}`, () => openView(name, radius))

async function openView(name: string, radius: number): Promise<View> {
  const plate = await openPlate(name)
  const { width, height, light, notes } = plate
  return { width, height, notes, planes: radius > 0 ? defocus(plate, radius) : light }
}

/** A part of a plate, picture heights; turned round where its light has to come from the other side. */
export interface Cut {
  left: number
  top: number
  /** Enlargement factor. */
  zoom: number
  mirrored: boolean
}

/** A plate's planes on a raster; between pixels they are mixed. */
export function cutPlate(
  { width, height, planes }: Pick<View, 'width' | 'height' | 'planes'>,
  { left, top, zoom, mirrored }: Cut,
  size: Size,
): Plane[] {
  const step = UNIT / zoom / size.height
  return planes.map((data) => {
    const plate = { width, height, data }
    const part = createPlane(size.width, size.height)
    for (let row = 0, i = 0; row < size.height; row++) {
      const y = (top + PAD) * UNIT + (row + 0.5) * step - 0.5
      for (let column = 0; column < size.width; column++, i++) {
        const x = (left + PAD) * UNIT + ((mirrored ? size.width - 1 - column : column) + 0.5) * step - 0.5
        part.data[i] = valueAt(plate, x, y)
      }
    }
    return part
  })
}

/** Head share of a picture that shows a plate's whole height; a tighter crop shows everything larger, blur too. */
const LOOSEST_SHARE = 0.43
const LARGEST_ZOOM = 1.35
/** Head share that the apertures of the recipes are meant for. */
const USUAL_SHARE = 0.5

const radiusOf = ({ aperture }: LocationSet) => (discRadius(aperture) * LOOSEST_SHARE) / USUAL_SHARE
const plateNameOf = ({ set, variation }: LocationOrder) => `${set.place}-${plateOf(variation)}`

/**
 * The part of a plate that a picture shows: the head is placed where the plate has room for one, at the height it has
 * in the picture.
 */
export function cutFor(
  order: LocationOrder,
  { stand, lightFrom }: Pick<PlateNotes, 'stand' | 'lightFrom'>,
): Cut {
  const aspect = order.width / order.height
  const zoom = Math.min(LARGEST_ZOOM, Math.max(1, order.headShare / LOOSEST_SHARE))
  const mirrored = order.side !== lightFrom
  const wanted = stand[0] + (stand[1] - stand[0]) * createRandom(order.seed)()
  const beside = (aspect * (mirrored ? 1 - order.headX : order.headX)) / zoom
  return {
    left: Math.min(WIDE - aspect / zoom, Math.max(0, wanted - beside)),
    top: (1 - 1 / zoom) * order.headY,
    zoom,
    mirrored,
  }
}

/** Light of a place on the person before it, mirrored with the picture. */
export async function placeLight(order: LocationOrder): Promise<PlaceLight> {
  const { notes } = await viewOf(plateNameOf(order), radiusOf(order.set))
  const { left, right, ...others } = notes.light
  return order.side === notes.lightFrom ? notes.light : { ...others, left: right, right: left }
}

/**
 * A place out of focus, display light 0..1 on a reduced raster of the picture's shape. The same order gives the
 * same pixels; light comes from the key's side.
 */
export async function drawLocation(order: LocationOrder): Promise<[Plane, Plane, Plane]> {
  const { set } = order
  const aspect = order.width / order.height
  const radius = radiusOf(set)
  const view = await viewOf(plateNameOf(order), radius)
  const cut = cutFor(order, view.notes)
  const { zoom } = cut
  const planes = cutPlate(view, cut, { width: Math.round(UNIT * aspect), height: UNIT })
  const head = { x: order.headX * aspect, y: order.headY, share: order.headShare }
  for (const [px, py, far, ...colour] of view.notes.lights) {
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
