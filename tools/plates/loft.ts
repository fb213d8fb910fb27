import warehouse from '@pmndrs/assets/hdri/warehouse.exr.js'
import { WIDE } from '#studio/plates/plate.ts'
import type { PlaceLight } from '#studio/plates/plate.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { openPanorama, stageOf } from './panorama.ts'
import { clamp, heightsPerMetre, mix, noise, paint, scale } from './stage.ts'
import type { View } from './panorama.ts'
import type { Rgb, Stage } from './stage.ts'

interface Bricks {
  fired: readonly [Rgb, ...Rgb[]]
  mortar: Rgb
}

const WALLS: readonly [Bricks, ...Bricks[]] = [
  {
    fired: [
      [0.3, 0.135, 0.085],
      [0.26, 0.11, 0.075],
      [0.33, 0.16, 0.105],
      [0.22, 0.1, 0.075],
      [0.36, 0.2, 0.135],
    ],
    mortar: [0.4, 0.34, 0.29],
  },
  {
    fired: [
      [0.34, 0.21, 0.14],
      [0.28, 0.16, 0.11],
      [0.4, 0.27, 0.19],
      [0.22, 0.12, 0.09],
    ],
    mortar: [0.42, 0.37, 0.32],
  },
]
const LIMEWASH: Rgb = [0.42, 0.39, 0.35]
/** Length of a brick with its joint, height of a course with its own, the joint, metres; each sixth course is of headers. */
const BRICK_M = 0.225
const COURSE_M = 0.075
const JOINT_M = 0.013
const HEADERS = 6

/**
 * The camera's view of the hall, along which the wall runs; where the wall ends, picture heights; how far it turns
 * away.
 */
const VIEWS: readonly (View & { end: number; turn: number; bricks: number })[] = [
  {
    look: { yawDeg: -118, pitchDeg: 6, fieldDeg: 46, exposure: 0.62 },
    end: 0.3,
    turn: 0.55,
    bricks: 0,
    stand: [0.55, 0.6],
  },
  {
    look: { yawDeg: -100, pitchDeg: 6, fieldDeg: 46, exposure: 0.7 },
    end: 0.42,
    turn: 0.4,
    bricks: 1,
    stand: [0.67, 0.72],
  },
  {
    look: { yawDeg: -135, pitchDeg: 6, fieldDeg: 46, exposure: 0.9 },
    end: 0.16,
    turn: -0.2,
    bricks: 0,
    stand: [0.41, 0.45],
  },
]
const HALL_M = 25
/** Lamps this close to the wall's end are hidden too: their discs would overlap the wall. */
const HIDDEN = 0.03
/** To the middle of the wall. */
const WALL_M = 5.5

/** Windows on the left, the hall's own dim light from elsewhere. */
const LIGHT: PlaceLight = {
  left: [1.2, 1.26, 1.32],
  right: [0.34, 0.3, 0.27],
  up: [0.56, 0.55, 0.53],
  down: [0.3, 0.26, 0.22],
  front: [0.58, 0.57, 0.56],
  behind: [0.5, 0.46, 0.42],
}

/** A brick wall that runs from the windows of an old hall towards the viewer, their light along it. */
export const LOFT = VIEWS.map((view, index) => () => {
  const stage = stageOf(openPanorama(warehouse), view, HALL_M, index)
  drawWall(stage, view)
  const lights = stage.lights.filter(([x]) => x < view.end - HIDDEN)
  return { ...stage, lights, light: LIGHT }
})

/** Uniform 0..1 of two whole numbers. */
const hash = (seed: number, p: number, q: number) =>
  createRandom((seed ^ Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)) >>> 0)()

function drawWall(stage: Stage, { end, turn, bricks }: { end: number; turn: number; bricks: number }): void {
  const { seed } = stage
  const { fired, mortar } = WALLS[bricks] ?? WALLS[0]
  const metre = heightsPerMetre(WALL_M)
  const stains = noise(stage, 0x81a, 0.5, 5)
  const soot = noise(stage, 0x83a, 0.3, 4)
  const rough = noise(stage, 0x82a, 0.03, 3)
  paint(stage, (x, y, i) => {
    if (x < end) return null
    const size = 1 + turn * (x - WIDE / 2)
    const up = (y - 0.45) / size / metre + 20
    const course = Math.floor(up / COURSE_M)
    const length = course % HEADERS === 0 ? BRICK_M / 2 : BRICK_M
    const along =
      ((x - WIDE / 2) / size / metre + 20) / length + (course % 2) * 0.5 + hash(seed, course, 7) * 0.2
    const brick = Math.floor(along)
    const inX = (along - brick) * length
    const inY = up - course * COURSE_M
    const [grain, stain] = [rough[i] ?? 0, stains[i] ?? 0]
    const edge = Math.min(inX, length - inX, inY, COURSE_M - inY) + 0.004 * grain
    const kind = fired[Math.floor(hash(seed, brick, course + 99) * fired.length)] ?? mortar
    // Paler bricks than their joints would run together.
    const own = scale(kind, (0.62 + 0.52 * hash(seed, course, brick)) * (1 + 0.5 * grain))
    const solid = clamp((edge - JOINT_M / 2) * 260 + 0.5)
    const colour = mix(mix(mortar, own, solid), LIMEWASH, 0.3 * clamp(stain * 3.2 - 0.3))
    // Window light falls off along the wall; ends of bricks that face it are lit, the others shaded.
    const fall = 0.19 + 1.6 / (1 + 1.5 * Math.max(0, x - end)) ** 2.6
    const relief = 1 + solid * (0.3 * clamp(1 - inX / 0.03) - 0.25 * clamp(1 - (length - inX) / 0.03))
    const light = fall * relief * (1 + 0.4 * stain + 0.5 * (soot[i] ?? 0)) * (1.06 - 0.2 * y)
    const warm = 1 + 0.06 * (x - 0.5)
    return [[colour[0] * light * warm, colour[1] * light, (colour[2] * light) / warm], WALL_M / size]
  })
}
