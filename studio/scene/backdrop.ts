import { luminance } from '#studio/picture/color.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { WIDE } from '#studio/plates/plate.ts'
import { cutPlate, drawLocation, viewOf } from './location.ts'
import type { BackdropOrder } from './location.ts'
import { papersFor } from './paper.ts'
import { createRandom } from './noise.ts'
import type { StudioSet } from './recipe.ts'

const REDUCTION = 4

/**
 * A backdrop in linear light, three planes of the picture's shape on a reduced raster: after the blur no finer detail
 * is left.
 */
export async function drawBackdrop(order: BackdropOrder): Promise<[Plane, Plane, Plane]> {
  const { set } = order
  const light = Math.min(set.most ?? Infinity, order.light ** (set.answer ?? 1))
  const planes =
    set.kind === 'studio'
      ? await drawStudio(set, { ...order, light })
      : await drawLocation({ ...order, set, light })
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
  const stretch = (width / height) * (0.85 + 0.4 * random())
  const tilt = across * ((set.slope ?? SLOPE) + 0.06 * random())
  const cloth = { left: (WIDE - w / h) * random(), top: 0, zoom: 1, mirrored: random() < 0.5 }
  const canvas = await viewOf('canvas-0', 0)
  const [clouds, brush] = cutPlate({ ...canvas, planes: canvas.planes.slice(0, 2) }, cloth, {
    width: w,
    height: h,
  })
  if (!clouds || !brush) throw new RangeError('a plate has three planes')
  const paper = set.papers
    ? papersFor(set.papers, order.worn)[order.variation % set.papers.length]
    : undefined
  const colour = balanced(paper ?? set.colour, set, order.warmth)
  const [red, green, blue] = [createPlane(w, h), createPlane(w, h), createPlane(w, h)]
  const lamp = Math.max(order.light, set.lamp ?? 0)
  // Brighter than white, a grade would leave a cast.
  const most = set.white ? 1 : Infinity
  for (let i = 0; i < w * h; i++) {
    const x = ((i % w) + 0.5) / w
    const y = (Math.floor(i / w) + 0.5) / h
    const distance = (((x - poolX) * stretch) ** 2 + (y - poolY) ** 2) / (pool * pool)
    // Inverse square with distance from a lamp that stands off the wall, not a Gaussian: no dark ring.
    const lit = order.light * set.falloff + (lamp * (1 - set.falloff)) / (1 + distance) ** 2
    const lean = 1 + tilt * (2 * x - 1) - 0.1 * (y - 0.4)
    const cloud = 2 * (clouds.data[i] ?? 0) - 1
    const mottle = 1 + set.mottling * (0.9 * cloud + 0.55 * (2 * (brush.data[i] ?? 0) - 1))
    const light = Math.min(most, lit * lean * Math.max(0.2, mottle))
    // Thick paint takes light unevenly across the spectrum: a trace of colour in the mottling.
    const hue = set.mottling * 0.12 * cloud
    red.data[i] = colour[0] * light * (1 + hue)
    green.data[i] = colour[1] * light
    blue.data[i] = colour[2] * light * (1 - hue)
  }
  return [red, green, blue]
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

/** Radius round the head in which a wall gives way, picture heights. */
const NEAR_HEAD = 0.3
/** Linear luminance from which hair counts as pale, and where it is white. */
const PALE = [0.3, 0.55] as const

/**
 * White hair before a white wall has no outline: the wall darkens near the head, by this share of its light at most.
 */
function partHair(
  planes: readonly Plane[],
  { headX, headY, worn, ...size }: BackdropOrder,
  most: number,
): void {
  const share = most * smoothstep(...PALE, luminance(...worn.hair))
  for (const { width, height, data } of planes) {
    for (let i = 0; i < data.length; i++) {
      const dx = (((i % width) + 0.5) / width - headX) * (size.width / size.height)
      const dy = (Math.floor(i / width) + 0.5) / height - headY
      const near = Math.exp(-(dx * dx + dy * dy) / (2 * NEAR_HEAD * NEAR_HEAD))
      data[i] = (data[i] ?? 0) * (1 - share * near)
    }
  }
}
