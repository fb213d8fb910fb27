import type { Lab } from '#studio/picture/color.ts'
import { faceHeight } from '#studio/person/landmarks.ts'
import { facialSkin, measureSkin } from '#studio/person/skin.ts'
import type { SeenSkin } from '#studio/person/skin.ts'
import type { Raster } from '#studio/picture/raster.ts'

const DEGREES = 180 / Math.PI
const SEVENTH_OF_25 = 25 ** 7

/** CIEDE2000 colour difference with unit weights (CIE 142-2001; formulas of Sharma, Wu and Dalal 2005). */
export function deltaE2000(p: Lab, q: Lab): number {
  const meanChroma = (Math.hypot(p.a, p.b) + Math.hypot(q.a, q.b)) / 2
  const stretch = 1.5 - 0.5 * saturation(meanChroma)
  const [chromaP, chromaQ] = [Math.hypot(p.a * stretch, p.b), Math.hypot(q.a * stretch, q.b)]
  const [hueP, hueQ] = [hueDeg(p.a * stretch, p.b), hueDeg(q.a * stretch, q.b)]
  const grey = chromaP * chromaQ === 0
  const turn = grey ? 0 : hueQ - hueP - 360 * Math.round((hueQ - hueP) / 360)
  const hue = grey ? hueP + hueQ : meanHueDeg(hueP, hueQ)
  const light = (p.l + q.l) / 2
  const chroma = (chromaP + chromaQ) / 2
  const cos = (deg: number): number => Math.cos(deg / DEGREES)
  const weight =
    1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63)
  const fromMiddle = (light - 50) ** 2
  const dLight = (q.l - p.l) / (1 + (0.015 * fromMiddle) / Math.sqrt(20 + fromMiddle))
  const dChroma = (chromaQ - chromaP) / (1 + 0.045 * chroma)
  const dHue =
    (2 * Math.sqrt(chromaP * chromaQ) * Math.sin(turn / 2 / DEGREES)) / (1 + 0.015 * chroma * weight)
  const blueTurn = 60 * Math.exp(-(((hue - 275) / 25) ** 2))
  const rotation = -2 * saturation(chroma) * Math.sin(blueTurn / DEGREES)
  return Math.sqrt(dLight ** 2 + dChroma ** 2 + dHue ** 2 + rotation * dChroma * dHue)
}

function saturation(chroma: number): number {
  return Math.sqrt(chroma ** 7 / (chroma ** 7 + SEVENTH_OF_25))
}

function hueDeg(a: number, b: number): number {
  if (a === 0 && b === 0) return 0
  const hue = Math.atan2(b, a) * DEGREES
  return hue < 0 ? hue + 360 : hue
}

function meanHueDeg(p: number, q: number): number {
  if (Math.abs(p - q) <= 180) return (p + q) / 2
  return (p + q + (p + q < 360 ? 360 : -360)) / 2
}

/** A face this high has pixels enough for the median of its skin. */
const FACE_HEIGHT_PX = 200

/** Median tone of the facial skin of a picture; `mesh` in its pixels. See `measureSkin` for what is left out. */
export function skinToneOf(raster: Raster, mesh: Float32Array): Lab {
  return skinStatisticsOf(raster, mesh).lab
}

/** The facial skin of a picture, measured on as many pixels as its median needs; `mesh` in the picture's. */
export function skinStatisticsOf(raster: Raster, mesh: Float32Array): SeenSkin {
  const step = Math.max(1, Math.floor(faceHeight(mesh) / FACE_HEIGHT_PX))
  const small = everyNth(raster, step)
  const moved = mesh.map((value) => value / step)
  return measureSkin(small, facialSkin(moved, small.width, small.height))
}

/** Every n-th pixel of every n-th row. */
function everyNth(raster: Raster, step: number): Raster {
  if (step === 1) return raster
  const [width, height] = [Math.floor(raster.width / step), Math.floor(raster.height / step)]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = y * step * raster.width * 3; x < width; x++, at += 3 * step) {
      for (let c = 0; c < 3; c++) data[to++] = raster.data[at + c] ?? 0
    }
  }
  return { width, height, data }
}
