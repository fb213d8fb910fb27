import { measureWornCloth } from '#studio/measure/dress.ts'
import type { Face } from '#studio/nets/face.ts'
import { stretchOfPeople } from '#studio/measure/proportions.ts'
import { eyeAspect, eyeBalance, lookOf } from '#studio/measure/eyes.ts'
import { mouthAspect, smileOf } from '#studio/measure/mouth.ts'
import { between, CHIN, FOREHEAD, vertex } from '#studio/person/landmarks.ts'
import { luminanceAt } from '#studio/picture/color.ts'
import { median, medianOn, quantile, valuesOn } from '#studio/planes/rank.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { readPleased } from '#studio/nets/emotion.ts'
import { measureBodyRoom } from './body-room.ts'
import { handCover } from './hand-cover.ts'
import type { Measures } from './reasons.ts'
import { PATCH_SIDE, REGIONS, cutPatch, pixelsWithin, smoothedLuma } from './skin-patch.ts'
import type { FacePatch } from './skin-patch.ts'

/**
 * Measures the main (largest) face of the picture.
 * @param faces largest first, not empty
 * @param nudity of the whole picture, see `readNudity`
 */
export async function measureFace(
  raster: Raster,
  face: Face,
  faces: Face[],
  nudity: number,
): Promise<Measures> {
  const patch = cutPatch(raster, face)
  const second = faces[1]
  const skin = [REGIONS.forehead, REGIONS.rightCheek, REGIONS.leftCheek].map((region) =>
    pixelsWithin(patch, region),
  )
  const within = pixelsWithin(patch, REGIONS.oval)
  const light = valuesOn(patch.luminance, within)
  const lightOf = (pixels: number[] = []): number => meanOf(valuesOn(patch.luminance, pixels))
  return {
    secondFaceShare: second ? area(second) / area(face) : 0,
    cutPoints: cutPoints(raster, face),
    faceHeightPx: between(face.mesh, FOREHEAD, CHIN),
    sharpness: sharpness(patch, within),
    noise: median(skin.map((pixels) => noiseOf(patch, pixels))),
    lightP95: quantile(light, 0.95),
    pictureP98: pictureLights(raster),
    clippedShare: clipped(patch, within),
    sideLight: Math.log((lightOf(skin[1]) + 0.002) / (lightOf(skin[2]) + 0.002)),
    yawDeg: face.yawDeg,
    pitchDeg: face.pitchDeg,
    rollDeg: face.rollDeg,
    eyeAspect: eyeAspect(face.mesh),
    eyeBalance: eyeBalance(face.mesh),
    eyeContrast: eyeContrast(patch),
    mouthAspect: mouthAspect(face.mesh),
    smile: smileOf(face.mesh),
    eyeZoneDark: eyeZoneDark(patch, skin),
    lowerFaceChroma: lowerFaceChroma(patch),
    lipContrast: lipContrast(patch),
    handCover: await handCover(raster, face),
    chroma: meanChroma(patch, within),
    ...(await measureBodyRoom(raster, face.mesh, median(light))),
    lookDeg: lookOf(face),
    pleased: await readPleased(raster, face.mesh),
    plainCloth: measureWornCloth(raster, face.mesh),
    nudity,
    stretch: stretchOfPeople(face.mesh),
  }
}

/** The measures of a finished picture: its sharpness, and whether an object covers the mouth or an eye. */
export function measureFinished(
  raster: Raster,
  face: Face,
): Pick<Measures, 'sharpness' | 'lowerFaceChroma' | 'lipContrast' | 'eyeContrast'> {
  const patch = cutPatch(raster, face)
  return {
    sharpness: sharpness(patch, pixelsWithin(patch, REGIONS.oval)),
    lowerFaceChroma: lowerFaceChroma(patch),
    lipContrast: lipContrast(patch),
    eyeContrast: eyeContrast(patch),
  }
}

function area(face: Face): number {
  return face.box.width * face.box.height
}

/** Points of the face oval at most 2 pixels from the picture's edge, or beyond it. */
function cutPoints(raster: Raster, face: Face): number {
  return REGIONS.oval.filter((index) => {
    const { x, y } = vertex(face.mesh, index)
    return x < 2 || y < 2 || x > raster.width - 3 || y > raster.height - 3
  }).length
}

/**
 * RMS of details of 1-2 pixels over that of 3-6 pixels about eyes and mouth, at 192 px, less the share of the fine ones
 * that smooth skin has too: grain on a blurred picture must not count as sharpness.
 */
function sharpness(patch: FacePatch, within: number[]): number {
  const { fine, middle } = smoothedLuma(patch)
  const fineAt = (pixel: number): number => (patch.luma[pixel] ?? 0) - (fine[pixel] ?? 0)
  const grain = median(within.map((pixel) => Math.abs(fineAt(pixel))))
  let fineEnergy = 0
  let middleEnergy = 0
  for (const pixel of pixelsWithin(patch, REGIONS.rightEyeZone, REGIONS.leftEyeZone, REGIONS.mouth)) {
    fineEnergy += fineAt(pixel) ** 2 - 1.6 * grain ** 2
    middleEnergy += ((fine[pixel] ?? 0) - (middle[pixel] ?? 0)) ** 2
  }
  return middleEnergy > 0 ? Math.sqrt(Math.max(0, fineEnergy) / middleEnergy) : 0
}

/** Robust sigma (1.4826 MAD) of the finest detail on smooth skin, 8-bit steps. */
function noiseOf(patch: FacePatch, pixels: number[]): number {
  const residues = pixels.map((pixel) => {
    const at = (offset: number): number => patch.luma[pixel + offset] ?? 0
    return Math.abs(at(0) - (at(-1) + at(1) + at(-PATCH_SIDE) + at(PATCH_SIDE)) / 4)
  })
  return 1.4826 * median(residues)
}

/** 98th percentile of the whole picture's linear luminance, from some 20,000 pixels. */
function pictureLights(raster: Raster): number {
  const pixels = raster.width * raster.height
  // An odd stride, so that the samples do not line up in columns.
  const stride = Math.max(1, Math.floor(pixels / 20_000)) | 1
  const light = new Float32Array(Math.ceil(pixels / stride))
  for (let i = 0; i < light.length; i++) light[i] = luminanceAt(raster.data, 3 * i * stride)
  return quantile(light, 0.98)
}

/** Share of the face with a channel at its end, where no tone can be brought back. */
function clipped(patch: FacePatch, within: number[]): number {
  const full = within.filter((pixel) => {
    const colours = patch.rgb.subarray(3 * pixel, 3 * pixel + 3)
    return Math.max(...colours) >= 253 && Math.min(...colours) >= 200
  })
  return full.length / Math.max(1, within.length)
}

/** The smaller value of the two eyes. */
function eyeContrast(patch: FacePatch): number {
  return Math.min(
    contrastOf(patch, REGIONS.rightEye, REGIONS.rightCheek),
    contrastOf(patch, REGIONS.leftEye, REGIONS.leftCheek),
  )
}

/** Luma below which dark skin lowers every contrast, and the least factor applied for it. */
const DARK_SKIN = 90
const LEAST_CONTRAST = 0.65

/**
 * How far the pixels between the lids stand out from the cheek below, in colour and, half as much, in light; less is
 * enough where the skin is very dark.
 */
function contrastOf(patch: FacePatch, eye: readonly number[], cheek: readonly number[]): number {
  const { a, b, light } = toneOf(patch, pixelsWithin(patch, cheek))
  const usual = Math.max(LEAST_CONTRAST, Math.min(1, light / DARK_SKIN))
  const apart = median(
    pixelsWithin(patch, eye).map((pixel) =>
      Math.hypot(
        (patch.a[pixel] ?? 0) - a,
        (patch.b[pixel] ?? 0) - b,
        ((patch.luma[pixel] ?? 0) - light) / 510,
      ),
    ),
  )
  return apart / usual
}

/**
 * Share of the pixels below the lids that are far darker than the skin and flat, the smaller value of the two eyes:
 * lenses of sunglasses. Pixels above the lids do not count: the brow of deep-set eyes is as dark in light from above;
 * and in light from one side one eye is as dark.
 */
function eyeZoneDark(patch: FacePatch, skin: number[][]): number {
  const { light } = toneOf(patch, skin.flat())
  const rowOf = (pixel: number) => Math.floor(pixel / PATCH_SIDE)
  const darkBelow = (zone: readonly number[], eye: readonly number[]): number => {
    const lid = pixelsWithin(patch, eye).reduce((row, pixel) => Math.max(row, rowOf(pixel)), 0)
    const below = pixelsWithin(patch, zone).filter((pixel) => rowOf(pixel) > lid + 1)
    const dark = below.filter((pixel) => {
      const at = (offset: number): number => patch.luma[pixel + offset] ?? 0
      const slope = Math.abs(at(2) - at(-2)) + Math.abs(at(2 * PATCH_SIDE) - at(-2 * PATCH_SIDE))
      return at(0) < 0.5 * light && slope < 0.2 * light
    })
    return dark.length / Math.max(1, below.length)
  }
  return Math.min(
    darkBelow(REGIONS.rightEyeZone, REGIONS.rightEye),
    darkBelow(REGIONS.leftEyeZone, REGIONS.leftEye),
  )
}

/** Oklab a, b distance between the lower face and the skin above the brows or between the eyes, whichever is nearer. */
function lowerFaceChroma(patch: FacePatch): number {
  const lower = toneOf(patch, pixelsWithin(patch, REGIONS.lowerFace))
  const free = [REGIONS.upperFace, REGIONS.noseRoot].map((region) =>
    toneOf(patch, pixelsWithin(patch, region)),
  )
  return Math.min(...free.map(({ a, b }) => Math.hypot(lower.a - a, lower.b - b)))
}

/**
 * How far the lips stand out from the skin about them in colour and, half as much, in light: near 0 under a cover.
 */
function lipContrast(patch: FacePatch): number {
  const mouth = new Set(pixelsWithin(patch, REGIONS.mouth))
  const skin = pixelsWithin(patch, REGIONS.aroundMouth).filter((pixel) => !mouth.has(pixel))
  const [of, about] = [
    toneOf(patch, pixelsWithin(patch, REGIONS.upperLip, REGIONS.lowerLip)),
    toneOf(patch, skin),
  ]
  return Math.hypot(of.a - about.a, of.b - about.b, (of.light - about.light) / 510)
}

/** Medians: Oklab a and b, and luma, 0..255. */
function toneOf({ a, b, luma }: FacePatch, pixels: number[]): { a: number; b: number; light: number } {
  return { a: medianOn(a, pixels), b: medianOn(b, pixels), light: medianOn(luma, pixels) }
}

function meanChroma(patch: FacePatch, within: number[]): number {
  return meanOf(within.map((pixel) => Math.hypot(patch.a[pixel] ?? 0, patch.b[pixel] ?? 0)))
}

function meanOf(values: Float32Array | readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(1, values.length)
}
