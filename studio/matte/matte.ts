import type { Plane, Raster, Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { above, inverse } from '#studio/planes/mask.ts'
import { dilation } from '#studio/planes/opening.ts'
import { connectedTo } from '#studio/planes/parts.ts'
import { enlarge, reduce } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { guidedFilter, type Guide } from './guided-filter.ts'
import { settledDisputes } from './reconcile.ts'
import type { HeadGeometry } from './segmentation.ts'
import { shownThrough } from './show-through.ts'

/** Lengths as fractions of the face height. How soft the rim of a patch is that one net says more of than the other, */
const RIM = 0.025
/** and how deep inside the people net's outline every pixel is the person's. */
const INSIDE = [0.04, 0.09] as const
/** "Person" probability at the rim of a patch that the cut-out net left out. */
const PERSON_RIM = [0.35, 0.8] as const
const SURE = 0.9
/** Alpha below which a pixel connects no parts. */
const FAINTEST_LINK = 0.3
/**
 * Edges follow the picture's own; without a cut-out net over more pixels, because the people net's outline is coarse.
 */
const FINE_EDGE = { radius: 3, eps: 2e-5 } as const
const COARSE_EDGE = { radiusShare: 0.03, eps: 1e-4, rim: [0.2, 0.85] } as const
/** Alpha below the first counts as 0, above the second as 1. */
const CLEAR = [0.04, 0.96] as const

/** Colour planes 0..1 of an 8-bit raster. */
export function guideOf({ width, height, data }: Raster): Guide {
  const size = width * height
  const [r, g, b] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  for (let i = 0, at = 0; i < size; i++, at += 3) {
    r[i] = (data[at] ?? 0) / 255
    g[i] = (data[at + 1] ?? 0) / 255
    b[i] = (data[at + 2] ?? 0) / 255
  }
  return { width, height, planes: [r, g, b] }
}

/** The guide at half size, by area means. */
export function halfGuide({ width, height, planes: [r, g, b] }: Guide): Guide {
  const half = (data: Float32Array) => reduce({ width, height, data }, 2)
  const red = half(r)
  return { width: red.width, height: red.height, planes: [red.data, half(g).data, half(b).data] }
}

/** The inputs of a matte. */
export interface Cutting {
  guide: Guide
  /** "Person" probability from `segmentHeadAndBody`, at half the picture's size. */
  person: Plane
  /** What the cut-out net says, at a size of its own; null where the net of people cuts out alone. */
  cutOut: Plane | null
  head: HeadGeometry
}

/** The matte: alpha of the person whose face is given, how much of each pixel is theirs, 0..1 at the picture's size. */
export function matteOf({ guide, person, cutOut, head }: Cutting): Plane {
  const half = halfGuide(guide)
  const alpha = cutOut
    ? guidedFilter(guide, agreed(half, person, cutOut, guide, head), FINE_EDGE.radius, FINE_EDGE.eps, half)
    : coarseMatte(guide, half, person, head)
  for (let i = 0; i < alpha.length; i++) {
    const share = ((alpha[i] ?? 0) - CLEAR[0]) / (CLEAR[1] - CLEAR[0])
    alpha[i] = Math.min(1, Math.max(0, share))
  }
  return { width: guide.width, height: guide.height, data: alpha }
}

function coarseMatte(guide: Guide, half: Guide, person: Plane, head: HeadGeometry): Float32Array {
  const radius = Math.max(2, Math.round((head.faceHeight / 2) * COARSE_EDGE.radiusShare))
  const fine = guidedFilter(guide, person.data, radius, COARSE_EDGE.eps, half)
  return fine.map((value) => smoothstep(...COARSE_EDGE.rim, value))
}

/**
 * The cut-out net's outline where the people net sees the person, at half size: the inside is opaque; the picture's
 * edges decide on patches that the cut-out net left out; background seen through hair goes; parts not connected to
 * the face go.
 */
function agreed(half: Guide, person: Plane, cutOut: Plane, full: Size, head: HeadGeometry): Float32Array {
  const { width, height } = half
  const unit = head.faceHeight / 2
  const alpha = enlarge(cutOut, half).data.map((value) => Math.min(1, Math.max(0, value)))
  const disputes = settledDisputes(half, { width, height, person: person.data, cutOut: alpha }, unit)
  const rim = Math.max(2, Math.round(RIM * unit))
  const patches = (belongs: boolean): Float32Array => {
    const data = new Float32Array(width * height)
    for (const { pixels, isPersons } of disputes)
      if (isPersons === belongs) for (const i of pixels) data[i] = 1
    return blur(dilation({ width, height, data }, rim), rim / 2).data
  }
  const [theirs, others] = [patches(true), patches(false)]
  const within = distanceTo(inverse(above(person.data, SURE)), width, height)
  for (let i = 0; i < alpha.length; i++) {
    const own = 1 - (others[i] ?? 0)
    const inside = smoothstep(INSIDE[0] * unit, INSIDE[1] * unit, within[i] ?? 0)
    const takenBack = (theirs[i] ?? 0) * smoothstep(...PERSON_RIM, person.data[i] ?? 0)
    const cut = alpha[i] ?? 0
    alpha[i] = Math.max(cut * (own + (1 - own) * cut), Math.max(takenBack, inside) * own)
  }
  const through = shownThrough(half, { person: person.data, alpha }, unit)
  for (let i = 0; i < alpha.length; i++) alpha[i] = (alpha[i] ?? 0) * (1 - (through[i] ?? 0))
  const face = reduce({ ...full, data: head.face }, 2).data
  const linked = Float32Array.from(connectedTo(above(alpha, FAINTEST_LINK), face, width))
  const near = dilation({ width, height, data: linked }, rim).data
  for (let i = 0; i < alpha.length; i++) alpha[i] = (alpha[i] ?? 0) * (near[i] ?? 0)
  return alpha
}
