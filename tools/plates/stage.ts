import { createRandom } from '#studio/scene/noise.ts'
import { FIELD_M, SUBJECT_M } from '#studio/scene/lens.ts'
import { PAD, UNIT, WIDE } from '#studio/plates/plate.ts'
import type { PlaceLight, PointOfLight } from '#studio/plates/plate.ts'

/** Linear light in any amount, per channel. */
export type Rgb = readonly [number, number, number]
export type Range = readonly [number, number]

/**
 * A plate being made, sharp: coordinates are picture heights, the picture's own top and
 * bottom 0 and 1, x from 0 to `WIDE`, and a border all round for the blur that follows.
 */
export interface Stage {
  width: number
  height: number
  rgb: Float32Array
  /**
   * How far out of focus each pixel is, as a share of the blur at infinity: 1 less the subject's distance over its
   * own.
   */
  far: Float32Array
  lights: PointOfLight[]
  /** The light on a person who stands there, and the range for a head: see `PlateNotes`. */
  light: PlaceLight
  stand: Range
  seed: number
  random: () => number
}

const ONE: Rgb = [1, 1, 1]
const EVEN_LIGHT: PlaceLight = { left: ONE, right: ONE, up: ONE, down: ONE, front: ONE, behind: ONE }
const ANYWHERE: Range = [0.4, WIDE - 0.4]

export function createStage(seed: number): Stage {
  const width = Math.round((WIDE + 2 * PAD) * UNIT)
  const height = Math.round((1 + 2 * PAD) * UNIT)
  const size = width * height
  const planes = { rgb: new Float32Array(3 * size), far: new Float32Array(size) }
  return {
    width,
    height,
    ...planes,
    seed,
    lights: [],
    light: EVEN_LIGHT,
    stand: ANYWHERE,
    random: createRandom(seed),
  }
}

/** Picture heights per metre at a distance. */
export const heightsPerMetre = (distanceM: number): number => SUBJECT_M / (FIELD_M * distanceM)

/** How far out of focus a point beyond the subject is at a distance, 0..1. */
export const farOf = (distanceM: number): number => 1 - SUBJECT_M / distanceM

function cover({ rgb, far }: Stage, i: number, colour: Rgb, away: number, share: number): void {
  for (let c = 0; c < 3; c++) {
    const at = 3 * i + c
    rgb[at] = (rgb[at] ?? 0) * (1 - share) + (colour[c] ?? 0) * share
  }
  if (share > 0.5) far[i] = away
}

/** Paints every pixel for which `shade` gives a colour and the metres to it. */
export function paint(
  stage: Stage,
  shade: (x: number, y: number, i: number) => readonly [Rgb, number] | null,
): void {
  for (let row = 0, i = 0; row < stage.height; row++) {
    for (let column = 0; column < stage.width; column++, i++) {
      const found = shade((column + 0.5) / UNIT - PAD, (row + 0.5) / UNIT - PAD, i)
      if (found) cover(stage, i, found[0], farOf(found[1]), 1)
    }
  }
}

/** A soft-edged ellipse turned by `angle`, `away` metres. */
export function ellipse(
  stage: Stage,
  at: { x: number; y: number; rx: number; ry: number; angle?: number },
  colour: Rgb,
  away: number,
  opacity = 1,
): void {
  const x = (at.x + PAD) * UNIT
  const y = (at.y + PAD) * UNIT
  const rx = Math.max(0.5, at.rx * UNIT)
  const ry = Math.max(0.5, at.ry * UNIT)
  const [cos, sin] = [Math.cos(at.angle ?? 0), Math.sin(at.angle ?? 0)]
  const reach = Math.max(rx, ry) + 1
  for (let row = Math.max(0, Math.floor(y - reach)); row <= Math.min(stage.height - 1, y + reach); row++) {
    const right = Math.min(stage.width - 1, x + reach)
    for (let column = Math.max(0, Math.floor(x - reach)); column <= right; column++) {
      const dx = column + 0.5 - x
      const dy = row + 0.5 - y
      const distance = Math.hypot((dx * cos + dy * sin) / rx, (dy * cos - dx * sin) / ry)
      const share = Math.min(1, (1 - distance) * Math.min(rx, ry) + 0.5) * opacity
      if (share > 0) cover(stage, row * stage.width + column, colour, farOf(away), share)
    }
  }
}

/** Light from one point: its disc has this total light at any size. */
export function shine(stage: Stage, x: number, y: number, away: number, [r, g, b]: Rgb): void {
  const rounded = [x, y, farOf(away), r, g, b].map((value) => Number(value.toFixed(4)))
  const [px = 0, py = 0, far = 0, pr = 0, pg = 0, pb = 0] = rounded
  stage.lights.push([px, py, far, pr, pg, pb])
}

/** Smooth value noise about -1..1 over the stage: octaves of a seeded lattice; `cell` in picture heights. */
export function noise(
  { seed, width, height }: Stage,
  salt: number,
  cell: number,
  octaves: number,
): Float32Array {
  const out = new Float32Array(width * height)
  const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
  for (let octave = 0; octave < octaves; octave++) {
    const size = (cell * UNIT) / 2 ** octave
    if (size < 2) break
    const random = createRandom((seed ^ salt) + octave * 7919)
    const columns = Math.ceil(width / size) + 2
    const lattice = Float32Array.from(
      { length: columns * (Math.ceil(height / size) + 2) },
      () => random() * 2 - 1,
    )
    for (let y = 0, i = 0; y < height; y++) {
      const row = Math.floor(y / size)
      const down = fade(y / size - row)
      for (let x = 0; x < width; x++, i++) {
        const column = Math.floor(x / size)
        const across = fade(x / size - column)
        const at = row * columns + column
        const [a = 0, b = 0] = [lattice[at], lattice[at + 1]]
        const [c = 0, d = 0] = [lattice[at + columns], lattice[at + columns + 1]]
        const above = a + (b - a) * across
        out[i] = (out[i] ?? 0) + (above + (c + (d - c) * across - above) * down) / 2 ** (octave + 1)
      }
    }
  }
  return out
}

export function mix(p: Rgb, q: Rgb, share: number): Rgb {
  return [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share, p[2] + (q[2] - p[2]) * share]
}

export function scale(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

export const clamp = (value: number): number => Math.min(1, Math.max(0, value))
export const fraction = (value: number): number => value - Math.floor(value)

/** Uniform between two values. */
export function between(random: () => number, from: number, to: number): number {
  return from + (to - from) * random()
}

export function pick<T>(random: () => number, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
