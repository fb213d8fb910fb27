import { segmentPerson } from '#studio/nets/segment.ts'
import type { Plane, Raster } from '#studio/raster.ts'
import { fastCode, LINEAR_OF_BYTE } from '#studio/color.ts'
import { blur, createPlane, distanceTo, enlarge, opening, reduce, smoothstep } from './filters.ts'
import { colourOpinion } from './colour-opinion.ts'
import { guidedFilter, solveMatte } from './laplacian.ts'
import type { Guide } from './laplacian.ts'

/** What the matte must know of the head, in pixels of the picture. */
export interface HeadGeometry {
  centreX: number
  eyeY: number
  chinY: number
  /** Upper forehead to chin. */
  faceHeight: number
  /** 1 inside the face oval. */
  face: Float32Array
}

/** Unknown bands as fractions of the face height: inside and outside the net's outline. */
const HAIR_BAND = { inside: 0.05, outside: 0.085 } as const
const SHOULDER_BAND = { inside: 0.022, outside: 0.028 } as const
/** The net may be wrong by this much outside its outline: ears and strands it cut off are won back. */
const NET_SLACK = 0.028
/** How far the net's doubt along the seam between two people reaches. */
const SEAM = 0.012
/** Between two people, the own one gets this share of the doubt: the colours win back an ear. */
const OWN_SHARE = 0.6
/** Half the width of the broadest lock of hair that stands off the head. */
const STRAND = 0.014
const KERNEL_RADIUS = 3
const KERNEL_EPS = 1e-4
const ITERATIONS = 50

/** Colour planes 0..1 of an 8-bit raster. */
export function guideOf(raster: Raster): Guide {
  const size = raster.width * raster.height
  const planes: Guide['planes'] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  const [r, g, b] = planes
  const data = raster.data
  for (let i = 0; i < size; i++) {
    r[i] = (data[i * 3] ?? 0) / 255
    g[i] = (data[i * 3 + 1] ?? 0) / 255
    b[i] = (data[i * 3 + 2] ?? 0) / 255
  }
  return { width: raster.width, height: raster.height, planes }
}

/** The guide at half size, by area means. */
function halfGuide({ width, height, planes: [r, g, b] }: Guide): Guide {
  const half = (data: Float32Array) => reduce({ width, height, data }, 2)
  const red = half(r)
  return { width: red.width, height: red.height, planes: [red.data, half(g).data, half(b).data] }
}

/** A copy lit so that the face's median is `median` linear: dark pictures segment badly as they are. */
export function exposedCopy(raster: Raster, faceMedian: number, median = 0.26): Raster {
  const gain = Math.min(6, Math.max(0.5, median / Math.max(0.01, faceMedian)))
  if (Math.abs(gain - 1) < 0.12) return raster
  const table = Uint8Array.from({ length: 256 }, (_, value) => {
    const linear = (LINEAR_OF_BYTE[value] ?? 0) * gain
    // A shoulder keeps lit backgrounds from burning out into the subject.
    return Math.round(255 * fastCode(linear / (1 + Math.max(0, gain - 1) * 0.25 * linear)))
  })
  return { width: raster.width, height: raster.height, data: raster.data.map((value) => table[value] ?? 0) }
}

function crop(raster: Raster, left: number, top: number, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * raster.width + left) * 3
    data.set(raster.data.subarray(from, from + width * 3), y * width * 3)
  }
  return { width, height, data }
}

function mirrorRaster(raster: Raster): Raster {
  const { width, height, data } = raster
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3
      const to = (y * width + width - 1 - x) * 3
      out[to] = data[from] ?? 0
      out[to + 1] = data[from + 1] ?? 0
      out[to + 2] = data[from + 2] ?? 0
    }
  }
  return { width, height, data: out }
}

/** Mean logit of the raster and of its mirror image. */
async function bothWays(raster: Raster): Promise<Plane> {
  const straight = await segmentPerson(raster)
  const mirrored = await segmentPerson(mirrorRaster(raster))
  const { width, height } = straight
  const out = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      out.data[y * width + x] =
        ((straight.data[y * width + x] ?? 0) + (mirrored.data[y * width + width - 1 - x] ?? 0)) / 2
    }
  }
  return out
}

/**
 * "Person" probability: mean logit of the whole picture and of a head crop, each with its mirror.
 * The head crop counts fully round the head and fades out towards its own border.
 */
export async function segmentHeadAndBody(raster: Raster, head: HeadGeometry): Promise<Plane> {
  const whole = await bothWays(raster)
  const side = Math.round(head.faceHeight * 2.3)
  const middleY = (head.eyeY + head.chinY) / 2 - head.faceHeight * 0.12
  const left = Math.max(0, Math.round(head.centreX - side / 2))
  const top = Math.max(0, Math.round(middleY - side / 2))
  const width = Math.min(raster.width, Math.round(head.centreX + side / 2)) - left
  const height = Math.min(raster.height, Math.round(middleY + side / 2)) - top
  const close = await bothWays(crop(raster, left, top, width, height))
  const out = createPlane(raster.width, raster.height)
  const fade = side * 0.12
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      const i = y * raster.width + x
      let logit = whole.data[i] ?? 0
      if (x >= left && x < left + width && y >= top && y < top + height) {
        const edgeX = Math.min(
          left === 0 ? fade : x - left,
          left + width === raster.width ? fade : left + width - x,
        )
        const edgeY = Math.min(top === 0 ? fade : y - top, top + height - y)
        const weight = smoothstep(0, fade, Math.min(edgeX, edgeY)) * 0.6
        logit = logit * (1 - weight) + (close.data[(y - top) * width + x - left] ?? 0) * weight
      }
      out.data[i] = 1 / (1 + Math.exp(-logit))
    }
  }
  return out
}

/** 1 on the connected part of the mask that holds the seed pixels, 0 elsewhere. */
function connectedTo(mask: Uint8Array, seeds: Float32Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length)
  const stack = new Int32Array(mask.length)
  let depth = 0
  for (let i = 0; i < mask.length; i++) {
    if ((mask[i] ?? 0) && (seeds[i] ?? 0) > 0.5) {
      out[i] = 1
      stack[depth++] = i
    }
  }
  const visit = (i: number) => {
    if ((mask[i] ?? 0) && !(out[i] ?? 0)) {
      out[i] = 1
      stack[depth++] = i
    }
  }
  while (depth > 0) {
    const i = stack[--depth] ?? 0
    const x = i % width
    if (x > 0) visit(i - 1)
    if (x < width - 1) visit(i + 1)
    if (i >= width) visit(i - width)
    if (i < width * (height - 1)) visit(i + width)
  }
  return out
}

/** Known and unknown at half size. */
export interface Trimap {
  /** Alpha as the net has it: 1 or 0. */
  wanted: Float32Array
  /** 1 where that is certain. */
  known: Uint8Array
  /** Pixels from the net's outline, within its side. */
  fromOutline: Float32Array
}

/**
 * The net's person without people standing behind. Cores are what the net is sure of, away from its
 * doubts; a core beside the head that does not hang together with the face is somebody else's, and
 * pixels nearer to it than to the own core go with it. They are taken out of the plane.
 * Returns the outline that is left.
 */
function isolate(person: Plane, head: HeadGeometry, face: Float32Array): Uint8Array {
  const { width, height, data } = person
  const size = width * height
  const unit = head.faceHeight / 2
  const raw = new Uint8Array(size)
  const doubtful = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    raw[i] = (data[i] ?? 0) > 0.5 || (face[i] ?? 0) > 0.5 ? 1 : 0
    doubtful[i] = (data[i] ?? 0) > 0.97 || (face[i] ?? 0) > 0.5 ? 0 : 1
  }
  const fromDoubt = distanceTo(doubtful, width, height)
  const sure = Uint8Array.from(fromDoubt, (value) => (value > unit * SEAM ? 1 : 0))
  const own = connectedTo(sure, face, width, height)
  const beside = new Float32Array(size)
  const lowest = Math.min(height, Math.round(head.chinY / 2)) * width
  for (let i = 0; i < lowest; i++) beside[i] = (sure[i] ?? 0) && !(own[i] ?? 0) ? 1 : 0
  const rest = sure.map((value, i) => (value && !(own[i] ?? 0) ? 1 : 0))
  const foreign = connectedTo(rest, beside, width, height)
  const toOwn = distanceTo(own, width, height)
  const toForeign = distanceTo(foreign, width, height)
  const mine = new Uint8Array(size)
  for (let i = 0; i < size; i++)
    mine[i] = (raw[i] ?? 0) && (toOwn[i] ?? 0) <= (toForeign[i] ?? 0) * OWN_SHARE ? 1 : 0
  const body = connectedTo(mine, face, width, height)
  const toBody = distanceTo(body, width, height)
  const margin = unit * (HAIR_BAND.outside + NET_SLACK)
  for (let i = 0; i < size; i++) {
    if (!(body[i] ?? 0) && ((toForeign[i] ?? 0) * OWN_SHARE < (toOwn[i] ?? 0) || (toBody[i] ?? 0) > margin))
      data[i] = 0
  }
  return body
}

function trimapOf(person: Plane, body: Uint8Array, head: HeadGeometry, face: Float32Array): Trimap {
  const { width, height, data } = person
  const size = width * height
  const outside = body.map((value) => 1 - value)
  const toOutside = distanceTo(outside, width, height)
  const toBody = distanceTo(body, width, height)
  const wanted = new Float32Array(size)
  const known = new Uint8Array(size)
  const fromOutline = new Float32Array(size)
  const unit = head.faceHeight / 2
  for (let y = 0; y < height; y++) {
    const below = smoothstep(head.chinY / 2 - 0.12 * unit, head.chinY / 2 + 0.28 * unit, y)
    const bandInside = unit * (HAIR_BAND.inside + (SHOULDER_BAND.inside - HAIR_BAND.inside) * below)
    const bandOutside = unit * (HAIR_BAND.outside + (SHOULDER_BAND.outside - HAIR_BAND.outside) * below)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      wanted[i] = body[i] ?? 0
      // The net's own doubt widens the band: hair it half sees is left to the colours.
      const doubt = 1 + 0.6 * (1 - Math.abs(2 * (data[i] ?? 0) - 1))
      fromOutline[i] = (body[i] ?? 0) ? (toOutside[i] ?? 0) : (toBody[i] ?? 0)
      known[i] = (fromOutline[i] ?? 0) > ((body[i] ?? 0) ? bandInside : bandOutside) * doubt ? 1 : 0
      if ((face[i] ?? 0) > 0.5) {
        known[i] = 1
        wanted[i] = 1
      }
    }
  }
  return { wanted, known, fromOutline }
}

/**
 * Alpha of the person whose face is given, 0..1 at the picture's size.
 * @param person "person" probability from `segmentHeadAndBody`
 */
export function matteOf(guide: Guide, person: Plane, head: HeadGeometry): Plane {
  const { width, height } = guide
  const half = halfGuide(guide)
  const halfPerson = reduce(person, 2)
  const halfFace = reduce({ width, height, data: head.face }, 2).data
  const body = isolate(halfPerson, head, halfFace)
  const trimap = trimapOf(halfPerson, body, head, halfFace)
  const opinion = colourOpinion(half, trimap, halfPerson, head.faceHeight / 2)
  const solved = solveMatte({
    guide: half,
    wanted: opinion.wanted,
    trust: opinion.trust,
    radius: KERNEL_RADIUS,
    eps: KERNEL_EPS,
    iterations: ITERATIONS,
    tolerance: 1e-3,
  })
  clearHaze({ ...halfPerson, data: solved }, trimap, head.faceHeight / 2)
  const coarse = enlarge({ width: half.width, height: half.height, data: solved }, width, height)
  const fine = guidedFilter(guide, coarse.data, 5, 2e-5)
  const limit = enlarge(limitOf(halfPerson, head.faceHeight / 2), width, height)
  const out = createPlane(width, height)
  for (let i = 0; i < fine.length; i++) out.data[i] = Math.min(settle(fine[i] ?? 0), limit.data[i] ?? 0)
  tailor(out, head)
  for (let i = 0; i < fine.length; i++) {
    const value = out.data[i] ?? 0
    out.data[i] = value < 0.01 ? 0 : value > 0.99 ? 1 : value
  }
  return out
}

/** Cloth and jaw have a firm, smooth edge: below the eyes the outline is drawn so. */
function tailor(alpha: Plane, head: HeadGeometry): void {
  const { width, height } = alpha
  const soft = blur(alpha, head.faceHeight * 0.005).data
  const skin = blur({ width, height, data: head.face }, head.faceHeight * 0.03).data
  for (let y = Math.floor(head.eyeY); y < height; y++) {
    const cloth = smoothstep(head.chinY, head.chinY + head.faceHeight * 0.3, y)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      // The jaw's edge is as firm, wherever no hair falls over it.
      const share = Math.max(cloth, smoothstep(0.02, 0.2, skin[i] ?? 0))
      if (share > 0)
        alpha.data[i] =
          (alpha.data[i] ?? 0) + (smoothstep(0.22, 0.78, soft[i] ?? 0) - (alpha.data[i] ?? 0)) * share
    }
  }
}

/**
 * Strands outside the outline are thin; what is faint and wide there is background of the hair's colour,
 * or focus blur, which may be drawn in a little.
 */
function clearHaze(alpha: Plane, trimap: Trimap, unit: number): void {
  const wide = opening(alpha, Math.max(2, Math.round(unit * STRAND))).data
  for (let i = 0; i < wide.length; i++) {
    if (trimap.known[i] || (trimap.wanted[i] ?? 0) > 0.5) continue
    const haze = wide[i] ?? 0
    const away = smoothstep(0.008, 0.028, (trimap.fromOutline[i] ?? 0) / unit)
    const kept = haze * smoothstep(0.2 + 0.3 * away, 0.7 + 0.15 * away, haze)
    alpha.data[i] = Math.max(0, (alpha.data[i] ?? 0) - haze + kept)
  }
}

/** Takes the haze off what is nearly empty and closes what is nearly full; the middle keeps its slope. */
function settle(alpha: number): number {
  const t = Math.min(1, Math.max(0, (alpha - 0.07) / 0.86))
  return t + 0.6 * t * (1 - t) * (t - 0.45)
}

/** Nothing is subject where the net, with its slack, sees none. */
function limitOf(person: Plane, unit: number): Plane {
  const { width, height, data } = person
  const seen = Uint8Array.from(data, (value) => (value > 0.35 ? 1 : 0))
  const distance = distanceTo(seen, width, height)
  const slack = unit * NET_SLACK
  return { width, height, data: distance.map((value) => 1 - smoothstep(slack, slack * 2.2, value)) }
}
