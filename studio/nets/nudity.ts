import { fileURLToPath } from 'node:url'
import type { Raster } from '#studio/picture/raster.ts'
import { resized } from '#studio/picture/resized.ts'
import { loadNetFile } from './runtime.ts'
import type { Net } from './runtime.ts'

const SIDE = 224
/** In the order of the net's answer. */
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const

/** How sure the net is of each kind of picture: five shares of 1. `sexy` is a swimsuit, and an evening dress too. */
export type Nudity = Record<(typeof CLASSES)[number], number>

let net: Promise<Net> | undefined

/**
 * What kind of picture it is, seen whole (the mid-sized MobileNet of `nsfwjs` 4.4.0; its weights are kept here because that
 * package asks for the whole of TensorFlow.js, 272 MB).
 */
export async function readNudity(raster: Raster): Promise<Nudity> {
  net ??= loadNetFile(fileURLToPath(new URL('./weights/nsfw-mobilenet.json', import.meta.url)))
  const { run } = await net
  const bytes = await resized({ ...raster, channels: 3 }, { width: SIDE, height: SIDE })
  const [shares] = run(
    Float32Array.from(bytes, (value) => value / 255),
    [1, SIDE, SIDE, 3],
  )
  return Object.fromEntries(CLASSES.map((name, index) => [name, shares?.[index] ?? 0])) as Nudity
}

/** How sure the net is of pornography, photographed or drawn, 0..1. */
export function nudityOf({ porn, hentai }: Pick<Nudity, 'porn' | 'hentai'>): number {
  return porn + hentai
}
