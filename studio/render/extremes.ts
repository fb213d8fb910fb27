import { blur } from '#studio/planes/blur.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { faceLight } from './light.ts'
import type { NewLight } from './light.ts'
import { fillOf } from './surround.ts'
import type { Surround } from './surround.ts'

/** Natural logs above the face's light where a lift begins to be held back, and over which it is; its share held at most. */
const BRIGHT_FROM = 0.25
const BRIGHT_REACH = 0.55
const HELD = 0.9
/** Times the largest hold over which it comes on at least: what was brighter stays so, pale hair than a forehead. */
const HELD_SLOPE = 1.7
/** Linear light up to which a lift may go in dim surroundings and in bright ones; share of it that goes on beyond. */
const WHITE_DIM = 0.62
const WHITE_BRIGHT = 0.85
const BEYOND_WHITE = 0.35
/** Spreads of its own light, natural logs, by which what has a texture stays below that white: the brightest of its strands come near it. */
const ROOM = 2

/**
 * What is already brighter than the face (white hair, shirts, light from behind) takes less of a lift, the brighter the
 * less: a shirt comes near white in a bright room, and hair does not glow in a dim one. Strands and folds are held as
 * what surrounds them is, and keep their contrast. What is much darker than the face and no skin takes little of a
 * lowering: a dark suit would lose its folds.
 * @param lift the log gain that exposure will add to all of the picture
 */
export function holdExtremes(light: NewLight, lift: number, surround: Surround): void {
  const { gain, logLuminance, toned } = light
  const face = faceLight(light)
  if (lift > 0) {
    holdBright(light, face, lift, Math.log(WHITE_DIM + (WHITE_BRIGHT - WHITE_DIM) * fillOf(surround)))
    return
  }
  for (let i = 0; i < toned.length; i++) {
    const deep = smoothstep(0.5, 1.5, face - (logLuminance[i] ?? 0))
    gain.data[i] = (gain.data[i] ?? 0) - lift * HELD * (1 - (toned[i] ?? 0)) * deep
  }
}

function holdBright(light: NewLight, face: number, lift: number, white: number): void {
  const { level, spread } = broadLight(light, face)
  const flares = flaresOf(light)
  const { data } = light.gain
  for (let i = 0; i < data.length; i++) {
    const [own, gain] = [level[i] ?? 0, data[i] ?? 0]
    const aboveWhite = own + gain + lift - white + ROOM * (spread[i] ?? 0)
    // Where the key lifts too, both are held.
    const whole = lift + Math.max(0, gain)
    const held = heldOfLift(own - face, aboveWhite, whole)
    data[i] = gain - held - (flares[i] ?? 0) * Math.max(0, whole - held)
  }
}

/** What is held back of a lift so far above the face's light, and so far above white when lifted. */
function heldOfLift(aboveFace: number, aboveWhite: number, lift: number): number {
  const most = lift * HELD
  const reach = Math.max(BRIGHT_REACH, most * HELD_SLOPE)
  const held = most * (1 - Math.exp(-Math.max(0, aboveFace - BRIGHT_FROM) / reach))
  return Math.min(most, held + (1 - BEYOND_WHITE) * Math.max(0, aboveWhite - held))
}

/** Spread over which strands and folds are small, face heights. */
const TEXTURE = 0.05
/** Natural logs above the face's light up to which what is no skin comes to count as bright. */
const BRIGHT_TO = 0.5
/** Share of the subject near a cell that is bright where hair borders on a forehead, and within it: at the border its own light counts, or it would sink into the skin's. */
const BORDER = 0.3
const WITHIN = 0.8
/** Less that is bright than this near a cell says nothing of its surroundings. */
const LEAST_BRIGHT = 0.02

/** Log luminance without the texture of what is bright and no skin, and the spread of that texture, 0 elsewhere. */
interface BroadLight {
  level: Float32Array
  spread: Float32Array
}

/** A jacket beside a shirt and a forehead below hair say nothing of them: means are taken over what is bright alone. */
function broadLight(
  { logLuminance, toned, cover, gain: { width, height }, unit }: NewLight,
  face: number,
): BroadLight {
  const bright = logLuminance.map((own, i) => (1 - (toned[i] ?? 0)) * smoothstep(0, BRIGHT_TO, own - face))
  const near = (data: Float32Array) => blur({ width, height, data }, unit * TEXTURE).data
  const [share, around] = [near(bright), near(cover)]
  const sum = near(bright.map((weight, i) => weight * (logLuminance[i] ?? 0)))
  const squares = near(bright.map((weight, i) => weight * (logLuminance[i] ?? 0) ** 2))
  const level = logLuminance.slice()
  const spread = new Float32Array(level.length)
  for (let i = 0; i < level.length; i++) {
    const all = share[i] ?? 0
    const within = smoothstep(BORDER, WITHIN, all / Math.max(LEAST_BRIGHT, around[i] ?? 0))
    const weight = within * (bright[i] ?? 0)
    if (weight === 0 || all < LEAST_BRIGHT) continue
    const mean = (sum[i] ?? 0) / all
    level[i] = (level[i] ?? 0) + weight * (mean - (level[i] ?? 0))
    spread[i] = weight * Math.sqrt(Math.max(0, (squares[i] ?? 0) / all - mean ** 2))
  }
  return { level, spread }
}

/** Spreads over which an outline is near, and over which cloth and hair say how dark they are; face heights. */
const EDGE = 0.06
const CLOTH = 0.15
/** Natural logs above the cloth it lies on from which light along an outline begins to be a flare, and is one. */
const FLARE_FROM = 0.8
const FLARE_TO = 1.8
/** Coverage at which a cell is all of the subject, and below which what it holds says too little of its light. */
const WHOLE = 0.99
const LEAST_COVER = 0.3

/**
 * How far cells are a flare of the old background along the outline of dark cloth or hair, 0..1: that light is none of
 * the new picture's, and a lift meant for the face would make it a pale patch. A white collar or shirt is pale inside too.
 */
function flaresOf({ logLuminance, toned, cover, gain: { width, height }, unit }: NewLight): Float32Array {
  const near = (data: Float32Array, spread: number) => blur({ width, height, data }, spread).data
  const around = near(cover, unit * EDGE)
  const inside = cover.map((own, i) =>
    own < WHOLE ? 0 : (1 - (toned[i] ?? 0)) * smoothstep(0.85, 1, around[i] ?? 0),
  )
  const share = near(inside, unit * CLOTH)
  const light = near(
    inside.map((weight, i) => weight * (logLuminance[i] ?? 0)),
    unit * CLOTH,
  )
  const flares = cover.map((own, i) => {
    const all = share[i] ?? 0
    if (own < LEAST_COVER || all < LEAST_BRIGHT) return 0
    const above = (logLuminance[i] ?? 0) - Math.log(own) - (light[i] ?? 0) / all
    const edge = 1 - smoothstep(0.8, 1, around[i] ?? 0)
    return own * (1 - (toned[i] ?? 0)) * edge * smoothstep(FLARE_FROM, FLARE_TO, above)
  })
  // Cells the outline runs through are held as those beside them.
  const [held, covered] = [near(flares, 1), near(cover, 1)]
  return held.map((own, i) => own / Math.max(LEAST_COVER, covered[i] ?? 0))
}
