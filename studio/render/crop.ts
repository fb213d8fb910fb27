import { LINEAR_OF_BYTE } from '#studio/picture/color.ts'
import { EYES_OFF, FRAME_HEIGHT } from '#studio/person/frame.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { ModelSelfie } from '#studio/model/model.ts'
import type { Recipe } from '#studio/scene/recipe.ts'
import { VARIATIONS } from '#studio/scene/styles.ts'
import type { Variation } from '#studio/scene/styles.ts'
import type { Box } from '#studio/picture/box.ts'
import { resized } from '#studio/picture/resized.ts'
import type { Size } from '#studio/picture/raster.ts'
import { HEADSHOT_HEIGHT, HEADSHOT_WIDTH } from './headshot-size.ts'
import type { Source } from './sources.ts'

/**
 * The largest enlargement of a framed selfie in the tightest crop, and of the camera's own pixels: beyond it skin
 * looks painted.
 */
const LARGEST_ENLARGEMENT = 1.15
const SHARP_ENLARGEMENT = 1.4

const TIGHTNESSES = VARIATIONS.map(({ tightness }) => tightness)
const LOOSEST = Math.min(...TIGHTNESSES)
const TIGHTEST = Math.max(...TIGHTNESSES)
/**
 * Ratio of the tightest variation's head to the loosest's where neither frame nor resolution allow more: still a
 * visibly different crop. The first up to this head share, the second for any.
 */
const LEAST_RANGE = 1.15
const LEAST_TIGHT_RANGE = 1.08
const LARGEST_SHARE = 0.62

/** To leave out a hand, a crop tightens up to this head share, in these steps. */
const CLOSE_SHARE = 0.56
const CLOSER_STEP = 0.01

/** Space above the crown, shares of the height: it shrinks as the head fills the picture, by so much per head share. */
const HEADROOM = { least: 0.07, most: 0.11, slope: 0.25, tightShare: 0.58 } as const

/** The part of the framed selfie that a variation shows, in the selfie's pixels: the same at every rendered size. */
export function chooseCrop(
  selfie: Pick<ModelSelfie, 'height' | 'width' | 'mesh' | 'sourceScale' | 'hands'>,
  { crown, middle }: Pick<Source, 'crown' | 'middle'>,
  style: Pick<Recipe, 'headShare'>,
  variation: Pick<Variation, 'tightness' | 'offset'>,
): Box {
  const head = vertex(selfie.mesh, CHIN).y - crown
  const least = Math.max(
    (HEADSHOT_HEIGHT / LARGEST_ENLARGEMENT) * (selfie.height / FRAME_HEIGHT),
    HEADSHOT_HEIGHT / SHARP_ENLARGEMENT / selfie.sourceScale,
  )
  const wanted = shareWanted(style.headShare, variation.tightness, {
    framed: head / selfie.height,
    sharp: head / least,
  })
  const cropOf = (height: number) => cropAt(selfie, { crown, middle }, Math.round(height), variation.offset)
  const usual = Math.min(selfie.height, head / wanted)
  const clear = clearHeight(usual, head / CLOSE_SHARE, (height) =>
    selfie.hands.some((hand) => isSeen(hand, cropOf(height))),
  )
  // All variations that are moved end above the same hand: they too step inwards.
  return cropOf(clear < usual ? clear / leastRange(head / clear) ** inwards(variation.tightness) : usual)
}

function cropAt(
  selfie: Pick<ModelSelfie, 'height' | 'width' | 'mesh'>,
  { crown, middle }: Pick<Source, 'crown' | 'middle'>,
  height: number,
  offset: number,
): Box {
  const width = Math.round((height * HEADSHOT_WIDTH) / HEADSHOT_HEIGHT)
  const share = (vertex(selfie.mesh, CHIN).y - crown) / height
  const headroom = HEADROOM.least + (HEADROOM.tightShare - share) * HEADROOM.slope
  const margin = Math.max(HEADROOM.least, Math.min(HEADROOM.most, headroom))
  const top = Math.round(Math.min(selfie.height - height, Math.max(0, crown - margin * height)))
  const eyes = eyeLine(selfie.mesh).middle.x
  const axis = Math.min(eyes + EYES_OFF * width, Math.max(eyes - EYES_OFF * width, middle - offset * width))
  const left = Math.round(axis - width / 2)
  return { left: Math.min(selfie.width - width, Math.max(0, left)), top, width, height }
}

/** The largest height up to the usual one that shows no hand; the usual one where there is none above the least. */
function clearHeight(usual: number, least: number, shows: (height: number) => boolean): number {
  for (let height = usual; height >= least; height -= CLOSER_STEP * usual) if (!shows(height)) return height
  return usual
}

function isSeen(hand: Box, { left, top, width, height }: Box): boolean {
  return hand.left < left + width && hand.left + hand.width > left && hand.top < top + height
}

/** The tightest variation's head against the loosest's, at least. */
function leastRange(loosest: number): number {
  return Math.max(LEAST_TIGHT_RANGE, Math.min(LEAST_RANGE, LARGEST_SHARE / loosest))
}

/** How far a variation is from the loosest, 0, to the tightest, 1. */
function inwards(tightness: number): number {
  return (tightness - LOOSEST) / (TIGHTEST - LOOSEST)
}

/**
 * Head share of a variation. Where the selfie is closer than the style's share, or has too few pixels for it, the
 * variations tighten in small steps from the closest available: otherwise all of them would show the whole frame.
 * @param limits head share of the whole frame, and the largest that the camera's pixels are enough for
 */
function shareWanted(
  usual: number,
  tightness: number,
  { framed, sharp }: { framed: number; sharp: number },
): number {
  const loosest = Math.max(framed, Math.min(usual * LOOSEST, sharp))
  const tightest = Math.max(loosest * leastRange(loosest), Math.min(usual * TIGHTEST, sharp))
  return loosest * (tightest / loosest) ** inwards(tightness)
}

/** One selfie cropped to the headshot: colours, alpha and mesh on the same pixels. */
export interface Cut extends Size {
  /** Interleaved. */
  colours: Uint8Array
  /** 0..255. */
  alpha: Uint8Array
  mesh: Float32Array
  /** Crown to chin, share of the height. */
  headShare: number
  /** Whether the crop shows a hand that no crop leaves out. */
  showsHand: boolean
}

export async function cutOut(
  { source, selfie }: { source: Source; selfie: ModelSelfie },
  style: Recipe,
  variation: Variation,
  target: Size,
): Promise<Cut> {
  const { width, height } = source
  const box = chooseCrop(selfie, source, style, variation)
  const [colours, alpha] = await Promise.all([
    resized({ width, height, channels: 3, data: source.colours }, target, box),
    resized({ width, height, channels: 1, data: source.alpha }, target, box),
  ])
  const scale = target.width / box.width
  const mesh = Float32Array.from(selfie.mesh)
  for (let i = 0; i < mesh.length; i += 3) {
    mesh[i] = ((mesh[i] ?? 0) - box.left) * scale
    mesh[i + 1] = ((mesh[i + 1] ?? 0) - box.top) * scale
    mesh[i + 2] = (mesh[i + 2] ?? 0) * scale
  }
  const headShare = (vertex(selfie.mesh, CHIN).y - source.crown) / box.height
  const showsHand = selfie.hands.some((hand) => isSeen(hand, box))
  return { ...target, colours, alpha, mesh, headShare, showsHand }
}

/** Where hair is looked at: beside the middle of the head, from its outline inwards, face heights; pixels between samples. */
const CROWN_ASIDE = 0.5
const CROWN_DEPTH = [0.02, 0.1] as const
const CROWN_STEP = 4
const OPAQUE = 250

/** Mean linear colour along the outline of the hair above the eyes; black when there is none. */
export function hairColour({ width, colours, alpha, mesh }: Cut): [number, number, number] {
  const eyes = eyeLine(mesh).middle
  const reach = faceHeight(mesh)
  const from = Math.max(0, Math.round(eyes.x - CROWN_ASIDE * reach))
  const to = Math.min(width, eyes.x + CROWN_ASIDE * reach)
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let x = from; x < to; x += CROWN_STEP) {
    let top = 0
    while (top < eyes.y && (alpha[top * width + x] ?? 0) < OPAQUE) top++
    const end = Math.min(eyes.y, top + CROWN_DEPTH[1] * reach)
    for (let y = Math.round(top + CROWN_DEPTH[0] * reach); y < end; y += CROWN_STEP) {
      for (const c of [0, 1, 2] as const) sum[c] += LINEAR_OF_BYTE[colours[3 * (y * width + x) + c] ?? 0] ?? 0
      count++
    }
  }
  const each = 1 / Math.max(1, count)
  return [sum[0] * each, sum[1] * each, sum[2] * each]
}
