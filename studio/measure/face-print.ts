import { cutSquare } from '#studio/nets/crop.ts'
import { squareAround } from '#studio/nets/facemesh.ts'
import { boxMean } from '#studio/planes/blur.ts'
import type { Raster } from '#studio/picture/raster.ts'

const SIDE = 64
/** What changes over more pixels of the print than this is light, and is left out. */
const LIGHT_RADIUS = 3
/** A byte's steps in one standard deviation of the print. */
const STEPS = 32
/** Pixels of the print by which two meshes of one face may disagree. */
const SHIFT = 2
/** The oval of the face within the square, in shares of its side. */
const OVAL = { halfWidth: 0.375, halfHeight: 0.45 } as const

/**
 * The upright face in grey and without its light: what of a photograph stays when it is cropped, resized, recompressed or
 * graded, and differs between two photographs of one face in one pose.
 */
export type FacePrint = Int8Array

/** The places of the oval, so far from the border that a shift stays within. */
const PLACES = Array.from({ length: SIDE * SIDE }, (_, place) => place).filter((place) => {
  const across = ((place % SIDE) + 0.5) / SIDE - 0.5
  const down = (Math.floor(place / SIDE) + 0.5) / SIDE - 0.5
  return (across / OVAL.halfWidth) ** 2 + (down / OVAL.halfHeight) ** 2 < 1
})

export function facePrintOf(raster: Raster, mesh: Float32Array): FacePrint {
  const cut = cutSquare(raster, squareAround(mesh, 1), SIDE, 1, 0)
  const data = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    return 0.299 * (cut[3 * i] ?? 0) + 0.587 * (cut[3 * i + 1] ?? 0) + 0.114 * (cut[3 * i + 2] ?? 0)
  })
  const light = boxMean({ width: SIDE, height: SIDE, data }, LIGHT_RADIUS)
  const fine = data.map((value, i) => value - (light.data[i] ?? 0))
  const deviation = Math.sqrt(PLACES.reduce((sum, at) => sum + (fine[at] ?? 0) ** 2, 0) / PLACES.length)
  return Int8Array.from(fine, (value) => {
    return Math.max(-127, Math.min(127, Math.round((STEPS * value) / (deviation || 1))))
  })
}

/** How far two prints agree, mirrored or not: 1 for one photograph, about 0 for faces that share nothing but their shape. */
export function printLikeness(one: FacePrint, other: FacePrint): number {
  return Math.max(...[one, mirrored(one)].map((print) => bestCorrelation(print, other)))
}

function mirrored(print: FacePrint): FacePrint {
  return print.map((_, at) => print[at + SIDE - 1 - 2 * (at % SIDE)] ?? 0)
}

function bestCorrelation(one: FacePrint, other: FacePrint): number {
  let best = -1
  for (let down = -SHIFT; down <= SHIFT; down++)
    for (let across = -SHIFT; across <= SHIFT; across++)
      best = Math.max(best, correlation(one, other, down * SIDE + across))
  return best
}

/** Pearson's, over the oval of the one and as many places of the other. */
function correlation(one: FacePrint, other: FacePrint, shift: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (const place of PLACES) {
    const [a, b] = [one[place] ?? 0, other[place + shift] ?? 0]
    sumA += a
    sumB += b
    squaresA += a * a
    squaresB += b * b
    products += a * b
  }
  const count = PLACES.length
  const spread = (squaresA - sumA ** 2 / count) * (squaresB - sumB ** 2 / count)
  return spread > 0 ? (products - (sumA * sumB) / count) / Math.sqrt(spread) : 0
}
