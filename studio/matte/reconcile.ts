import type { Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { above } from '#studio/planes/mask.ts'
import { dilation, opening } from '#studio/planes/opening.ts'
import { partsOf } from '#studio/planes/parts.ts'
import type { Guide } from './guided-filter.ts'

/** What both nets say of one picture, at half its size. */
export interface Opinions extends Size {
  /** "Person" probability: recognises people, at a resolution of some 250 pixels. */
  person: Float32Array
  /** The cut-out net's alpha: outlines precise to a hair, but of any object that stands out, not of people only. */
  cutOut: Float32Array
}

/** What is measured of a patch that the net of people calls the person, and the cut-out net left out. */
export interface Dispute {
  /** Area, in squares of the unit, of the whole patch, also where this is a part of one. */
  area: number
  /** Mean of either plane on it. */
  person: number
  cutOut: number
  /** How strong an edge of the picture runs between the patch and the undisputed person, and the background. */
  edgeWithin: number
  edgeWithout: number
  /** Pixels of its border that lie at undisputed background. */
  open: number
}

/** Half the width of the thinnest patch that is more than an outline seen differently, as a fraction of the unit. */
const THINNEST = 0.02
const CONTRADICTION = 0.3
/** In squares of the unit. */
const SMALLEST = 0.002
/** Values from which both nets are certain. */
const SURELY_IN = 0.6
const SURELY_OUT = 0.35
/** From how steep on an edge parts a patch, as `edgesOf` measures. */
const PARTING = 0.2
/** Pixels across which an edge is searched for, and within which it counts as the border. */
const REACH = 8
const BLUNT = 3

/**
 * Finds the patches that are in dispute, and whose they are. A patch that is the person's is parted along strong edges
 * of the picture, and each part asked again: a coat and the stranger behind it touch.
 * @param guide the picture at the opinions' size
 * @param unit forehead to chin in its pixels
 */
export function settledDisputes(
  guide: Guide,
  opinions: Opinions,
  unit: number,
): { pixels: readonly number[]; isPersons: boolean }[] {
  const edges = edgesOf(guide)
  const { width, height, person, cutOut } = opinions
  const apart = person.map((value, i) => Math.max(0, value - (cutOut[i] ?? 0)))
  const wide = opening({ width, height, data: apart }, Math.max(2, Math.round(unit * THINNEST)))
  const smallest = SMALLEST * unit * unit
  return partsOf(above(wide.data, CONTRADICTION), width)
    .filter(({ length }) => length >= smallest)
    .flatMap((patch) => {
      const area = patch.length / unit ** 2
      const settled = (pixels: readonly number[]) => ({
        pixels,
        isPersons: isPersons({ area, ...measured(pixels, opinions, edges) }, unit),
      })
      const whole = settled(patch)
      return whole.isPersons ? partedByEdges(patch, edges, width, smallest).map(settled) : [whole]
    })
}

/**
 * Parts a patch along strong edges of the picture. Pixels at the edges belong to the part that is nearest within the
 * patch.
 */
function partedByEdges(
  pixels: readonly number[],
  edges: Float32Array,
  width: number,
  smallest: number,
): (readonly number[])[] {
  const even = new Uint8Array(edges.length)
  for (const i of pixels) even[i] = Number((edges[i] ?? 0) < PARTING)
  const parts = partsOf(even, width).filter(({ length }) => length >= smallest)
  if (parts.length < 2) return [pixels]
  const left = new Set(pixels)
  for (const part of parts) for (const i of part) left.delete(i)
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false
    const grown = parts.map((part) => {
      const next = part.flatMap((i) => [i - 1, i + 1, i - width, i + width]).filter((i) => left.delete(i))
      isGrowing ||= next.length > 0
      return next
    })
    parts.forEach((part, k) => part.push(...(grown[k] ?? [])))
  }
  return parts
}

function measured(
  pixels: readonly number[],
  { width, height, person, cutOut }: Opinions,
  edges: Float32Array,
): Omit<Dispute, 'area'> {
  const own = new Set(pixels)
  const mean = (plane: Float32Array) => pixels.reduce((sum, i) => sum + (plane[i] ?? 0), 0) / pixels.length
  const [within, without] = [
    [0, 0],
    [0, 0],
  ] as [[number, number], [number, number]]
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)]
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      if (own.has(i + dx + dy * width)) continue
      for (let k = 1; k <= REACH; k++) {
        const [column, row] = [x + k * dx, y + k * dy]
        if (column < 0 || row < 0 || column >= width || row >= height) break
        const j = row * width + column
        const [sure, likely] = [cutOut[j] ?? 0, person[j] ?? 0]
        const side =
          Math.min(sure, likely) > SURELY_IN ? within : Math.max(sure, likely) < SURELY_OUT ? without : null
        if (!side) continue
        const half = Math.max(1, k >> 1)
        side[0] += edges[(y + half * dy) * width + x + half * dx] ?? 0
        side[1]++
        break
      }
    }
  }
  return {
    person: mean(person),
    cutOut: mean(cutOut),
    edgeWithin: within[0] / Math.max(1, within[1]),
    edgeWithout: without[0] / Math.max(1, without[1]),
    open: without[1],
  }
}

/** How steep the picture is near each pixel, over all its channels. */
function edgesOf({ width, height, planes }: Guide): Float32Array {
  const smooth = planes.map((data) => blur({ width, height, data }, 1).data)
  const steep = new Float32Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      let sum = 0
      for (const plane of smooth) {
        const across = (plane[i + 1] ?? 0) - (plane[i - 1] ?? 0)
        const down = (plane[i + width] ?? 0) - (plane[i - width] ?? 0)
        sum += across * across + down * down
      }
      steep[i] = Math.sqrt(sum)
    }
  return dilation({ width, height, data: steep }, BLUNT).data
}

/** Border at the background, pixels of the unit, under which a patch lies within the person, where the net of people is sure. */
const CLOSED = 0.1
const SURE = 0.9
/** From here on the net of people is certain of a whole patch, with any edges. */
const CERTAIN = 0.97
/** From here on the cut-out net is in doubt itself. */
const IN_DOUBT = 0.25
/** A smaller patch, in squares of the unit, is no shoulder that the cut-out net forgot, */
const FORGOTTEN = 0.03
/** and is theirs only where both nets together say so. */
const BOTH = 1.35
/** How much stronger the edge towards the person must be than that towards the background, for the patch to be none of theirs. */
const STRONGER = 1.2

/** Whether a disputed patch is the person's: the outline that runs along an edge of the picture is the true one. */
export function isPersons(dispute: Dispute, unit: number): boolean {
  const { person, cutOut, area, edgeWithin, edgeWithout, open } = dispute
  const isWithin = open < CLOSED * unit && person > SURE
  // Cloth of two kinds, a coat over a shirt, has the strongest edge within itself.
  const isBeyondEdge = person < CERTAIN && edgeWithin >= STRONGER * edgeWithout
  const isInDoubt = cutOut > IN_DOUBT && !(isBeyondEdge && edgeWithin > PARTING)
  if (isWithin) return true
  return area > FORGOTTEN ? isInDoubt || (person > SURE && !isBeyondEdge) : person + cutOut > BOTH
}
