import { createRandom } from '#studio/scene/noise.ts'
import { between, clamp, createStage, ellipse, heightsPerMetre, mix } from './stage.ts'
import { noise, paint, pick, rectangle, scale } from './stage.ts'
import { WIDE } from '#studio/plates/plate.ts'
import type { Box, Rgb, Stage } from './stage.ts'

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
const SILL: Rgb = [0.4, 0.38, 0.35]
const STEEL: Rgb = [0.02, 0.02, 0.022]
const SKY_HIGH: Rgb = [1.2, 1.42, 1.75]
const SKY_LOW: Rgb = [1.8, 1.82, 1.8]
const WORKS: Rgb = [0.62, 0.52, 0.45]
const TREE: Rgb = [0.32, 0.38, 0.2]
const YARD_M = 40
/** Length of a brick with its joint, height of a course with its own, the joint, metres; each sixth course is of headers. */
const BRICK_M = 0.225
const COURSE_M = 0.075
const JOINT_M = 0.013
const HEADERS = 6

/** An old factory wall a few metres behind, daylight raking over it from a steel window on the left. */
export function drawLoft(seed: number): Stage {
  const stage = createStage(seed)
  const { random } = stage
  const distanceM = between(random, 4.6, 5.5)
  const window = {
    left: -0.1,
    top: between(random, -0.2, 0.06),
    right: between(random, 0.14, 0.34),
    bottom: between(random, 0.7, 1.2),
  }
  drawWall(stage, distanceM)
  drawWindow(stage, window, distanceM)
  return stage
}

/** Uniform 0..1 of two whole numbers. */
const hash = (seed: number, p: number, q: number) =>
  createRandom((seed ^ Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)) >>> 0)()

function drawWall(stage: Stage, distanceM: number): void {
  const { random, seed } = stage
  const { fired, mortar } = pick(random, WALLS)
  const metre = heightsPerMetre(distanceM)
  const turn = between(random, -0.14, 0.14)
  const stains = noise(stage, 0x81a, 0.5, 5)
  const soot = noise(stage, 0x83a, 0.3, 4)
  const rough = noise(stage, 0x82a, 0.03, 3)
  paint(stage, (x, y, i) => {
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
    // Window light falls off along the wall; the ends of bricks that look at it are lit, the others in the shade.
    const fall = 0.34 + 1.3 / (1 + 0.8 * Math.max(0, x + 0.1)) ** 3
    const relief = 1 + solid * (0.3 * clamp(1 - inX / 0.03) - 0.25 * clamp(1 - (length - inX) / 0.03))
    const light = fall * relief * (1 + 0.4 * stain + 0.5 * (soot[i] ?? 0)) * (1.06 - 0.2 * y)
    const warm = 1 + 0.06 * (x - 0.5)
    return [[colour[0] * light * warm, colour[1] * light, (colour[2] * light) / warm], distanceM / size]
  })
}

/** Black steel between panes, a sill of stone; beyond, the sky over a works and a tree, brighter than the room's exposure is meant for. */
function drawWindow(stage: Stage, window: Box, distanceM: number): void {
  const { random } = stage
  const clouds = noise(stage, 0x84a, 0.3, 4)
  const roof = between(random, 0.5, 0.7)
  paint(stage, (x, y, i) => {
    if (x > window.right || y < window.top || y > window.bottom) return null
    const sky = mix(SKY_HIGH, SKY_LOW, clamp(y / 0.5 + 0.5 * (clouds[i] ?? 0)))
    return [y > roof ? scale(WORKS, 1 + 0.3 * (clouds[i] ?? 0)) : sky, YARD_M]
  })
  const crown = { x: between(random, -0.05, 0.15), y: between(random, 0.6, 0.75) }
  for (let leaf = 0; leaf < 420; leaf++) {
    const angle = between(random, 0, 2 * Math.PI)
    const out = random() ** 0.7
    const size = between(random, 0.006, 0.014)
    const at = { x: crown.x + 0.2 * out * Math.cos(angle), y: crown.y + 0.26 * out * Math.sin(angle) }
    const light = between(random, 0.3, 1.4) * (1 - 0.5 * out * Math.sin(angle)) * (0.5 + leaf / 420)
    if (at.x < window.right - 0.01 && at.y > window.top && at.y < window.bottom - 0.01)
      ellipse(stage, { ...at, rx: size, ry: size * 0.7, angle }, scale(TREE, light), YARD_M)
  }
  const pane = between(random, 0.11, 0.15)
  const bar = (box: Partial<Box>) => {
    rectangle(stage, { ...window, ...box }, STEEL, distanceM)
  }
  for (let x = window.right; x > -0.1; x -= pane) bar({ left: x - 0.013, right: x })
  for (let y = window.top; y < window.bottom; y += pane * 1.3) bar({ top: y, bottom: y + 0.013 })
  const sill = { left: -0.1, top: window.bottom, right: window.right + 0.03, bottom: window.bottom + 0.035 }
  rectangle(stage, sill, SILL, distanceM)
}
