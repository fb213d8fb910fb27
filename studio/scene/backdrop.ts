import type { Plane } from '#studio/picture/raster.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { WIDE } from '#studio/plates/plate.ts'
import { cutPlate, drawLocation, viewOf } from './location.ts'
import { createRandom } from './noise.ts'
import type { Lens, Scene, StudioSet } from './recipe.ts'

export interface BackdropOrder {
  set: Scene
  lens: Lens
  /** Crown to chin, share of the height: from nearer, things behind are further out of focus. */
  headShare: number
  seed: number
  /** Index of the variation; sets with several papers take theirs by it. */
  variation: number
  width: number
  height: number
  /** Side the key light stands on: the backdrop is lit from there too. */
  side: 'left' | 'right'
  /** Multiplies the set's light. */
  light: number
  /** Middle of the head, fractions of the picture. */
  headX: number
  headY: number
  /** Linear luminance of the hair along its outline, under the headshot's exposure. */
  hairLuminance: number
  /** White balance that the grade will put over the picture. */
  warmth: number
}

const REDUCTION = 4

/** A backdrop in linear light, three planes of the picture's shape on a reduced raster: blur left nothing finer. */
export async function drawBackdrop(order: BackdropOrder): Promise<[Plane, Plane, Plane]> {
  const { set, width, height } = order
  const light = Math.min(set.most ?? Infinity, order.light ** (set.answer ?? 1))
  const planes =
    set.kind === 'studio'
      ? await drawStudio(set, { ...order, light })
      : await drawLocation({ ...order, set, light, aspect: width / height })
  if (set.parting) partHair(planes, order, set.parting)
  return planes
}

/** A lit studio backdrop of paper or painted cloth. Smooth: drawn at a quarter of the size. */
async function drawStudio(set: StudioSet, order: BackdropOrder): Promise<[Plane, Plane, Plane]> {
  const { width, height } = order
  const w = Math.ceil(width / REDUCTION)
  const h = Math.ceil(height / REDUCTION)
  const random = createRandom(order.seed)
  // A lamp that lights the face from one side lights the wall on that side too.
  const across = order.side === 'left' ? -1 : 1
  const poolX = order.headX + across * (0.1 + 0.14 * random())
  const poolY = order.headY + 0.02 + 0.14 * random()
  const pool = set.pool * (0.9 + 0.25 * random())
  const stretch = 0.85 + 0.4 * random()
  const tilt = across * ((set.slope ?? SLOPE) + 0.06 * random())
  const cloth = { left: (WIDE - w / h) * random(), top: 0, zoom: 1, mirrored: random() < 0.5 }
  const canvas = await viewOf('canvas-0', 0)
  const [clouds, brush] = cutPlate({ ...canvas, light: canvas.light.slice(0, 2) }, cloth, {
    width: w,
    height: h,
  })
  if (!clouds || !brush) throw new RangeError('a plate has three planes')
  const colour = balanced(set.papers?.[order.variation % set.papers.length] ?? set.colour, set, order.warmth)
  const planes: [Plane, Plane, Plane] = [createPlane(w, h), createPlane(w, h), createPlane(w, h)]
  const wall = {
    set,
    planes,
    pool,
    poolX,
    poolY,
    tilt,
    clouds,
    brush,
    colour,
    stretch: (width / height) * stretch,
  }
  for (let y = 0; y < h; y++) lightRow(wall, y, order.light)
  return planes
}

/** How much brighter a wall is on its lit side than in the middle, at least. */
const SLOPE = 0.06

/** Slope of the code values' curve: what the grade multiplies there, in linear light. */
const GAMMA = 2.2

/** White paper is white in every grade: its colour undoes the white balance that will follow. */
function balanced([r, g, b]: StudioSet['colour'], { white }: StudioSet, warmth: number): StudioSet['colour'] {
  if (!white) return [r, g, b]
  return [r / (1 + warmth) ** GAMMA, g, b / (1 - warmth) ** GAMMA]
}

/** A studio's wall and the pool of light on it. */
interface Wall {
  set: StudioSet
  planes: readonly [Plane, Plane, Plane]
  pool: number
  poolX: number
  poolY: number
  /** Of the pool's height over its width, in shares of the picture's. */
  stretch: number
  tilt: number
  /** Of the painted cloth, 0..1. */
  clouds: Plane
  brush: Plane
  colour: readonly [number, number, number]
}

function lightRow(wall: Wall, y: number, level: number): void {
  const { set, planes, pool, poolX, poolY, stretch, tilt, clouds, brush, colour } = wall
  const [r, g, b] = planes
  const { width: w, height: h } = r
  const lamp = Math.max(level, set.lamp ?? 0)
  // Brighter than white, a grade would leave a cast.
  const most = set.white ? 1 : Infinity
  for (let x = 0, i = y * w; x < w; x++, i++) {
    const dx = ((x + 0.5) / w - poolX) * stretch
    const dy = (y + 0.5) / h - poolY
    const distance = (dx * dx + dy * dy) / (pool * pool)
    // Inverse square with distance from a lamp that stands off the wall, not a Gaussian: no dark ring.
    const lit = level * set.falloff + (lamp * (1 - set.falloff)) / ((1 + distance) * (1 + distance))
    const lean = 1 + tilt * ((x / w) * 2 - 1) - 0.1 * ((y + 0.5) / h - 0.4)
    const cloud = 2 * (clouds.data[i] ?? 0) - 1
    const mottle = 1 + set.mottling * (0.9 * cloud + 0.55 * (2 * (brush.data[i] ?? 0) - 1))
    const light = Math.min(most, lit * lean * Math.max(0.2, mottle))
    // Thick paint takes light unevenly across the spectrum: a trace of colour in the mottling.
    const hue = set.mottling * 0.12 * cloud
    r.data[i] = colour[0] * light * (1 + hue)
    g.data[i] = colour[1] * light
    b.data[i] = colour[2] * light * (1 - hue)
  }
}

/** Radius round the head in which a wall gives way, picture heights. */
const NEAR_HEAD = 0.3
/** Linear luminance from which hair counts as pale, and where it is white. */
const PALE = [0.3, 0.55] as const

/** White hair before a white wall has no outline: the wall gives way near the head, by such a share of its light at most. */
function partHair(planes: readonly [Plane, Plane, Plane], order: BackdropOrder, most: number): void {
  const weights = nearHead(planes[0], { ...order, aspect: order.width / order.height })
  const share = most * smoothstep(...PALE, order.hairLuminance)
  for (const { data } of planes) {
    for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) * (1 - share * (weights[i] ?? 0))
  }
}

/** 1 in the middle of the head, less round it. @param order middle of the head, fractions of the picture, and its aspect */
function nearHead(
  { width, height }: Plane,
  { headX, headY, aspect }: { headX: number; headY: number; aspect: number },
): Float32Array {
  const weights = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = ((x + 0.5) / width - headX) * aspect
      const dy = (y + 0.5) / height - headY
      weights[y * width + x] = Math.exp(-(dx * dx + dy * dy) / (2 * NEAR_HEAD * NEAR_HEAD))
    }
  }
  return weights
}
