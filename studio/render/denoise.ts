import { boxOf } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Size } from '#studio/raster.ts'
import { wholeArea } from '#studio/planes/areas.ts'
import { meansOver } from '#studio/planes/windows.ts'
import { byCode, noiseBySteps } from './noise-level.ts'
import type { Channel } from './noise-level.ts'
import type { Sheet } from './sheet.ts'
import { expandSheetIn } from './soften.ts'

/** Interleaved 8-bit colours and their coverage. */
export interface Grainy {
  width: number
  height: number
  colours: Uint8Array
  /** 0..255; noise is measured where it is 255. */
  alpha: Uint8Array
}

/**
 * Noise nobody minds, and noise that must go, as standard deviations in code values after the picture is lifted. Pores and
 * fine strands measure 3 to 5 in clean pictures, and cannot be told from luminance noise of that strength.
 */
const CHROMA_NOISE = [1.3 / 255, 3 / 255] as const
const LUMA_NOISE = [3 / 255, 8 / 255] as const
/** What is left of luminance noise: skin without any of it looks like wax. */
const KEPT_LUMA = 0.3
const LUMA_RADIUS = 2
const CHROMA_RADIUS = 3
/** Variances up to this many times the noise's own count as noise. */
const TRUST = 1.4
/** Less than this share of a noise to take away is not worth the time. */
const LEAST_SHARE = 0.1
/** Pixels beside the subject that are cleaned with it: resizing mixes them into its edge. */
const MARGIN = 8

/** How much of a noise is to go, 0..1, when the picture will be made brighter by `lift`. */
function need(variance: number, lift: number, [unseen, disturbing]: readonly [number, number]): number {
  const t = (Math.sqrt(variance) * lift - unseen) / (disturbing - unseen)
  return Math.min(1, Math.max(0, t))
}

/**
 * Wiener filter of local windows, averaged over the windows a pixel lies in (Lee 1980; the form of He's guided filter):
 * where the picture varies by no more than its noise the mean stays, an edge stays whole. In the plane itself.
 * @param noise its variance, and the `share` of it that is to go, by steps of brightness
 */
function filter({ plane, level, radius }: Channel, noise: Float64Array, share: Float64Array): void {
  const { width, height, at } = plane
  const count = width * height
  withRoom((room) => {
    const [squares, mean, meanSquare] = [room.floats(count), room.floats(count), room.floats(count)]
    const windows = { width, height, radius, areas: [wholeArea(plane)] }
    kernels.squares(at, count, squares)
    meansOver(room, windows, at, mean)
    meansOver(room, windows, squares, meanSquare)
    const [noises, parts] = [room.put(byCode(noise)), room.put(byCode(share))]
    kernels.judgeWindows(mean, meanSquare, level, noises, parts, TRUST, count)
    const [pull, target] = [squares, room.floats(count)]
    meansOver(room, windows, meanSquare, pull)
    meansOver(room, windows, mean, target)
    kernels.drawToMeans(at, pull, target, count)
  })
}

/** The part of a picture that is cleaned, in the kernels' memory. */
interface Part {
  /** Of the whole picture, and its bytes from the part's first pixel on. */
  stride: number
  colours: Pointer
  alpha: Pointer
  box: Box
}

/** Luma, and red and blue against it at half the size. */
function channelsOf(
  room: Room,
  { stride, colours, alpha, box }: Part,
): Record<'luma' | 'red' | 'blue', Channel> {
  const { width, height } = box
  const count = width * height
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const plane = { width, height, at: room.floats(count) }
  const [level, red, blue] = [halfSheet(room, half), halfSheet(room, half), halfSheet(room, half)]
  withRoom((inner) => {
    const [reds, blues] = [inner.floats(count), inner.floats(count)]
    kernels.splitColours(colours, stride, width, height, plane.at, reds, blues)
    const line = inner.floats(width + 8)
    const halve = (from: Pointer, to: Pointer) => {
      kernels.reduce(from, width, height, 2, to, line)
    }
    halve(plane.at, level.at)
    halve(reds, red.at)
    halve(blues, blue.at)
    for (const chroma of [red, blue]) kernels.subtract(chroma.at, level.at, half.width * half.height)
  })
  const sure = { alpha, right: 2, down: 2 * stride }
  return {
    luma: { plane, level: plane.at, radius: LUMA_RADIUS, sure: { alpha, right: 1, down: stride } },
    red: { plane: red, level: level.at, radius: CHROMA_RADIUS, sure },
    blue: { plane: blue, level: level.at, radius: CHROMA_RADIUS, sure },
  }
}

function halfSheet(room: Room, size: Size): Sheet {
  return { ...size, at: room.floats(size.width * size.height) }
}

/** A channel of chroma with its noise by steps, and the share of it that is to go. */
interface Chroma {
  own: Channel
  noise: Float64Array
  share: number
}

function chromaOf(own: Channel, lift: number): Chroma {
  const noise = noiseBySteps(own)
  return { own, noise, share: need(Math.max(...noise), lift * 2, CHROMA_NOISE) }
}

/** Chroma without its noise, at full size; 0 where it is not worth the time. */
function calmChroma(room: Room, { own, noise, share }: Chroma, size: Size): Pointer | 0 {
  if (share < LEAST_SHARE) return 0
  filter(own, noise, new Float64Array(noise.length).fill(1))
  return expandSheetIn(room, own.plane, size, 2)
}

/**
 * Takes the noise of a selfie down before light and grade make it stronger: chroma noise goes, luminance noise keeps a
 * fifth. A clean picture comes back as it is, the same array.
 * @param lift how much brighter in code values the darker parts will become, 1 or more
 */
export function denoise({ width, height, colours, alpha }: Grainy, lift: number): Uint8Array {
  const box = boxOf({ width, height, data: alpha }, 0, MARGIN)
  const first = box.top * width + box.left
  return withRoom((room) => {
    const whole = room.put(colours)
    const part: Part = {
      stride: width,
      colours: (whole + 3 * first) as Pointer,
      alpha: (room.put(alpha) + first) as Pointer,
      box,
    }
    const channels = channelsOf(room, part)
    const noise = noiseBySteps(channels.luma)
    const share = noise.map((variance) => (1 - KEPT_LUMA) * need(variance, lift, LUMA_NOISE))
    const [red, blue] = [chromaOf(channels.red, lift), chromaOf(channels.blue, lift)]
    if (Math.max(...share, red.share, blue.share) < LEAST_SHARE) return colours
    const calm = [calmChroma(room, red, box), calmChroma(room, blue, box)] as const
    filter(channels.luma, noise, share)
    const luma = channels.luma.plane.at
    kernels.mergeCalm(part.colours, width, box.width, box.height, luma, ...calm, red.share, blue.share)
    return room.takeBytes(whole, colours.length)
  })
}
