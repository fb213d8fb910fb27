import sharp from 'sharp'
import { FRAME_HEIGHT } from '#studio/person/frame.ts'
import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import type { ModelSelfie } from '#studio/person/model.ts'
import { VARIATIONS } from '#studio/styles.ts'
import type { Style, Variation } from '#studio/styles.ts'
import type { Box } from '#studio/box.ts'
import type { Source } from './sources.ts'

export const HEADSHOT_WIDTH = 1024
export const HEADSHOT_HEIGHT = 1280

/** The tightest crop enlarges a framed selfie by at most this. */
const LARGEST_ENLARGEMENT = 1.12

/** Tightness of the loosest variation, how far a close selfie may move a style's head share, and the share never passed. */
const LOOSEST = Math.min(...VARIATIONS.map(({ tightness }) => tightness))
const CLOSEST_BASE = 1.3
const LARGEST_SHARE = 0.7

export interface Size {
  width: number
  height: number
}

/** The part of the framed selfie that a variation shows, in the selfie's pixels: the same at every rendered size. */
export function chooseCrop(selfie: ModelSelfie, crown: number, style: Style, variation: Variation): Box {
  const chin = vertex(selfie.mesh, CHIN).y
  const wanted = shareWanted(style.headShare, variation.tightness, (chin - crown) / selfie.height)
  const least = (HEADSHOT_HEIGHT / LARGEST_ENLARGEMENT) * (selfie.height / FRAME_HEIGHT)
  const height = Math.round(Math.min(selfie.height, Math.max(least, (chin - crown) / wanted)))
  const width = Math.round((height * HEADSHOT_WIDTH) / HEADSHOT_HEIGHT)
  const share = (chin - crown) / height
  // Crown margin shrinks as the head fills the picture; it may not leave the frame's top.
  const margin = Math.max(0.045, Math.min(0.11, 0.085 + (0.52 - share) * 0.25))
  const top = Math.round(Math.min(selfie.height - height, Math.max(0, crown - margin * height)))
  const eyes = eyeLine(selfie.mesh).middle.x
  const axis = eyes * 0.75 + headMiddle(selfie) * 0.25
  const left = Math.round(axis - width * (0.5 + variation.offset))
  return { left: Math.min(selfie.width - width, Math.max(0, left)), top, width, height }
}

/**
 * Head share of a variation. Where the selfie itself is closer than the style would have it, the variations step inwards
 * from what there is: else all of them would show the whole frame.
 */
function shareWanted(usual: number, tightness: number, framed: number): number {
  const base = Math.max(usual, Math.min(framed / LOOSEST, usual * CLOSEST_BASE))
  return Math.min(base * tightness, Math.max(LARGEST_SHARE, usual * tightness))
}

function headMiddle(selfie: ModelSelfie): number {
  return (vertex(selfie.mesh, 234).x + vertex(selfie.mesh, 454).x) / 2
}

async function resized(
  data: Uint8Array,
  size: Size & { channels: 1 | 3 },
  box: Box,
  target: Size,
): Promise<Uint8Array> {
  const input = sharp(data, { raw: size }).extract(box)
  const scaled =
    box.width === target.width && box.height === target.height
      ? input
      : input.resize(target.width, target.height, { fit: 'fill', kernel: 'cubic' })
  return (size.channels === 1 ? scaled.toColourspace('b-w') : scaled).raw().toBuffer()
}

/** One selfie cropped to the headshot: colours, alpha and mesh on the same pixels. */
export interface Cut extends Size {
  /** Interleaved. */
  colours: Uint8Array
  /** 0..255. */
  alpha: Uint8Array
  mesh: Float32Array
  /** Target pixels per pixel of the framed selfie. */
  scale: number
  /** Crown to chin, share of the height. */
  headShare: number
}

export async function cutOut(
  { source, selfie }: { source: Source; selfie: ModelSelfie },
  style: Style,
  variation: Variation,
  target: Size,
): Promise<Cut> {
  const { width, height } = source
  const box = chooseCrop(selfie, source.crown, style, variation)
  const [colours, alpha] = await Promise.all([
    resized(source.colours, { width, height, channels: 3 }, box, target),
    resized(source.alpha, { width, height, channels: 1 }, box, target),
  ])
  const scale = target.width / box.width
  const mesh = Float32Array.from(selfie.mesh)
  for (let i = 0; i < mesh.length; i += 3) {
    mesh[i] = ((mesh[i] ?? 0) - box.left) * scale
    mesh[i + 1] = ((mesh[i + 1] ?? 0) - box.top) * scale
    mesh[i + 2] = (mesh[i + 2] ?? 0) * scale
  }
  const headShare = (vertex(selfie.mesh, CHIN).y - source.crown) / box.height
  return { ...target, colours, alpha, mesh, scale, headShare }
}
