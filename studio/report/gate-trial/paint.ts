import sharp from 'sharp'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { Finished } from './people.ts'

/** Where the face is in the finished picture's pixels. */
export interface Place {
  width: number
  height: number
  /** Of the cut-out, moved to the finished picture. */
  mesh: Float32Array
  /** Forehead to chin. */
  face: number
  chinX: number
  chinY: number
  eyesY: number
}

export function placeOf({ raster, cut }: Finished): Place {
  const mesh = cut.mesh.map((value) => (value * raster.width) / cut.width)
  const chin = vertex(mesh, CHIN)
  return {
    width: raster.width,
    height: raster.height,
    mesh,
    face: faceHeight(mesh),
    chinX: chin.x,
    chinY: chin.y,
    eyesY: eyeLine(mesh).middle.y,
  }
}

const QUARTERS = [0.125, 0.375, 0.625, 0.875].flatMap((dx) =>
  [0.125, 0.375, 0.625, 0.875].map((dy) => [dx, dy] as const),
)

/** Pixels of the cut-out that a rule picks, by place in shares of the picture. */
export function takeAway(finished: Finished, isGone: (x: number, y: number) => boolean): Finished {
  const { raster, cut } = finished
  const data = Uint8Array.from(raster.data)
  const alpha = Uint8Array.from(cut.alpha)
  // A slanted line covers pixels in part, as the engine's own edges do.
  const shareLeft = (x: number, y: number): number =>
    QUARTERS.filter(([dx, dy]) => !isGone((x + dx) / cut.width, (y + dy) / cut.height)).length /
    QUARTERS.length
  for (let y = 0; y < cut.height; y++)
    for (let x = 0; x < cut.width; x++)
      alpha[y * cut.width + x] = Math.round((alpha[y * cut.width + x] ?? 0) * shareLeft(x, y))
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      if (!isGone((x + 0.5) / raster.width, (y + 0.5) / raster.height)) continue
      // The upper corners show the backdrop in every style.
      const from =
        3 * ((y >> 3) * raster.width + (x < raster.width / 2 ? x >> 4 : raster.width - 1 - ((x >> 4) % 60)))
      for (let c = 0; c < 3; c++) data[3 * (y * raster.width + x) + c] = raster.data[from + c] ?? 0
    }
  }
  return { ...finished, raster: { ...raster, data }, cut: { ...cut, alpha } }
}

export interface Layer {
  /** Body of an SVG of the finished picture's size. */
  svg: string
  /** Whether the layer lies behind the subject; and whether the engine took it for part of the selfie's person. */
  isBehind?: boolean
  isCut: boolean
}

/** A drawn layer on the finished picture and, where it came from the selfie, on the cut-out. */
export async function laid(finished: Finished, { svg, isBehind = false, isCut }: Layer): Promise<Finished> {
  const { raster } = finished
  const { width, height } = raster
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`
  const layer = await sharp(Buffer.from(text)).ensureAlpha().raw().toBuffer()
  return layered(finished, { rgba: layer, isBehind, isCut })
}

/** As `laid`, with pixels. */
export function layered(
  { raster, cut, ...rest }: Finished,
  { rgba, isBehind, isCut }: { rgba: Uint8Array; isBehind: boolean; isCut: boolean },
): Finished {
  const { width } = raster
  const [data, colours, alpha] = [raster.data, cut.colours, cut.alpha].map((bytes) =>
    Uint8Array.from(bytes),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const step = width / cut.width
  const coverAt = (x: number, y: number): number =>
    (cut.alpha[Math.floor(y / step) * cut.width + Math.floor(x / step)] ?? 0) / 255
  const shareAt = (x: number, y: number): number =>
    ((rgba[4 * (y * width + x) + 3] ?? 0) / 255) * (isBehind ? 1 - coverAt(x, y) : 1)
  for (let y = 0; y < raster.height; y++)
    for (let x = 0; x < width; x++) mix(data, 3 * (y * width + x), rgba, 4 * (y * width + x), shareAt(x, y))
  for (let y = 0; isCut && y < cut.height; y++) {
    for (let x = 0; x < cut.width; x++) {
      const [fullX, fullY] = [Math.round(x * step), Math.round(y * step)]
      const share = shareAt(fullX, fullY)
      mix(colours, 3 * (y * cut.width + x), rgba, 4 * (fullY * width + fullX), share)
      const at = y * cut.width + x
      alpha[at] = Math.max(alpha[at] ?? 0, Math.round(255 * share))
    }
  }
  return { ...rest, raster: { ...raster, data }, cut: { ...cut, colours, alpha } }
}

function mix(to: Uint8Array, at: number, from: Uint8Array, source: number, share: number): void {
  for (let c = 0; c < 3; c++)
    to[at + c] = Math.round((to[at + c] ?? 0) * (1 - share) + (from[source + c] ?? 0) * share)
}

/** The finished picture drawn wider or narrower; the engine's matte and colours stay unchanged. */
export async function squeezed(finished: Finished, across: number, down: number): Promise<Finished> {
  const { width, height, data } = finished.raster
  const [wide, tall] = [Math.round(width * across), Math.round(height * down)]
  const [right, bottom] = [Math.max(0, width - wide), Math.max(0, height - tall)]
  const scaled = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(wide, tall, { fit: 'fill' })
    .raw()
    .toBuffer()
  const extended = await sharp(scaled, { raw: { width: wide, height: tall, channels: 3 } })
    .extend({
      left: right >> 1,
      right: right - (right >> 1),
      top: bottom,
      extendWith: 'copy',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const cropped = await sharp(extended.data, { raw: extended.info })
    .extract({
      left: Math.max(0, (extended.info.width - width) >> 1),
      top: 0,
      width,
      height,
    })
    .raw()
    .toBuffer()
  return { ...finished, raster: { width, height, data: new Uint8Array(cropped) } }
}
