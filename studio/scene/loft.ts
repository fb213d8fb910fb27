import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import { createRandom } from './noise.ts'
import {
  between,
  createLayer,
  ellipse,
  mix,
  paint,
  pick,
  polygon,
  rectangle,
  scale,
  stageNoise,
} from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Box, Layer, Rgb, Stage } from './stage.ts'

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
const ENAMEL: Rgb = [0.03, 0.034, 0.034]
const BULB: Rgb = [2.4, 1.7, 0.95]
/** Outside the window: sky, the works across the yard, a tree. */
const SKY_HIGH: Rgb = [0.62, 0.75, 0.92]
const SKY_LOW: Rgb = [0.95, 0.96, 0.95]
const WORKS: readonly [Rgb, ...Rgb[]] = [
  [0.34, 0.24, 0.2],
  [0.4, 0.37, 0.33],
  [0.27, 0.28, 0.3],
]
const TREE: Rgb = [0.17, 0.2, 0.11]
/** How much brighter the yard is than the room's exposure is meant for. */
const OUTDOORS = 1.9
const LEAVES = 260

/** Distance of the wall, metres: from farther off its bricks would blur to a weave. */
const WALL_M = [4.6, 5.5] as const
/** Length of a brick with its joint, height of a course with its own, the joint, metres. */
const BRICK_M = 0.225
const COURSE_M = 0.075
const JOINT_M = 0.013
/** The darkest brick of a kind, and how much lighter the lightest is: paler ones than their joints would run together. */
const LEAST_TONE = 0.62
const TONES = 0.52
/** Every so many courses one of headers binds the wall: half the length. */
const HEADERS = 6
/** What lies outside, metres. */
const YARD_M = 40
/** Diameter of a lamp's shade, metres. */
const SHADE_M = 0.26

/** An opening of the wall, picture heights; it runs on beyond the picture's left edge. */
interface Opening {
  right: number
  top: number
  bottom: number
}

/** Middle of its rim, and how far away it hangs. */
interface Pendant {
  x: number
  y: number
  distanceM: number
}

/** An old factory wall a few metres behind, daylight raking over it from a steel window on the left. */
export function drawLoft(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const distanceM = between(random, ...WALL_M)
  const opening: Opening | null =
    random() < 0.75
      ? {
          right: between(random, 0.04, 0.16),
          top: between(random, -0.2, 0.06),
          bottom: between(random, 0.7, 1.2),
        }
      : null
  const pendant = random() < 0.6 ? hang(stage, distanceM) : null
  const wallRadius = discRadius(lens, distanceM) * stage.unit
  const wall = createLayer(stage)
  drawWall(stage, wall, { distanceM, opening, pendant })
  const layers = [defocus(wall, wallRadius)]
  if (opening) {
    const yard = createLayer(stage)
    drawYard(stage, yard, opening)
    const bars = createLayer(stage)
    drawBars(stage, bars, opening)
    layers.unshift(defocus(yard, discRadius(lens, YARD_M) * stage.unit))
    layers.push(defocus(bars, wallRadius))
  }
  if (pendant) {
    const lamp = createLayer(stage)
    drawPendant(stage, lamp, pendant)
    layers.push(defocus(lamp, discRadius(lens, pendant.distanceM) * stage.unit))
  }
  return layers
}

function drawWall(
  stage: Stage,
  layer: Layer,
  { distanceM, opening, pendant }: { distanceM: number; opening: Opening | null; pendant: Pendant | null },
): void {
  const { random, aspect } = stage
  const bricks = pick(random, WALLS)
  const metre = heightsPerMetre(distanceM)
  const turn = between(random, -0.25, 0.25)
  const stains = stageNoise(stage, 0x81a, 0.5, 5)
  const soot = stageNoise(stage, 0x83a, 0.3, 4)
  const rough = stageNoise(stage, 0x82a, 0.03, 3)
  const startY = random() * 0.3
  const startX = random() * 0.5
  const fall = between(random, 0.9, 1.5)
  const brickSeed = stage.seed
  paint(stage, layer, (x, y, out, i) => {
    if (opening && x < opening.right && y > opening.top && y < opening.bottom) {
      out[3] = 0
      return
    }
    const size = 1 + turn * (x - aspect / 2)
    const along = (x - aspect / 2) / size / metre + 20 + startX
    const up = (y - 0.45) / size / metre + 20 + startY
    const course = Math.floor(up / COURSE_M)
    const length = course % HEADERS === 0 ? BRICK_M / 2 : BRICK_M
    const jitter = hash(brickSeed, course, 7) * 0.2
    const shifted = along / length + (course % 2) * 0.5 + jitter
    const brick = Math.floor(shifted)
    const inX = (shifted - brick) * length
    const inY = up - course * COURSE_M
    const edge = Math.min(inX, length - inX, inY, COURSE_M - inY) + 0.004 * (rough[i] ?? 0)
    const tone = hash(brickSeed, course, brick)
    const kind =
      bricks.fired[Math.floor(hash(brickSeed, brick, course + 99) * bricks.fired.length)] ?? bricks.mortar
    const fired = scale(kind, (LEAST_TONE + TONES * tone) * (1 + 0.5 * (rough[i] ?? 0)))
    const solid = Math.min(1, Math.max(0, (edge - JOINT_M / 2) * 260 + 0.5))
    // Remains of limewash lie over bricks and joints alike, soot over both.
    const wash = 0.3 * Math.min(1, Math.max(0, (stains[i] ?? 0) * 3.2 - 0.3))
    const colour = mix(mix(bricks.mortar, fired, solid), LIMEWASH, wash)
    // Window light falls off along the wall; upper edges of the bricks catch it.
    const fallOff = 0.26 + 1.4 / (1 + fall * Math.max(0, x + 0.1)) ** 3.2
    const relief =
      1 +
      0.3 * (1 - Math.min(1, inX / 0.03)) * solid -
      0.25 * (1 - Math.min(1, (length - inX) / 0.03)) * solid
    const light = fallOff * relief * (1 + 0.4 * (stains[i] ?? 0) + 0.5 * (soot[i] ?? 0)) * (1.06 - 0.2 * y)
    const glow = pendant ? 0.5 / (1 + ((x - pendant.x) ** 2 + (y - pendant.y - 0.1) ** 2) / 0.012) : 0
    const warm = 1 + 0.12 * (x - 0.3)
    out[0] = colour[0] * (light * warm + glow)
    out[1] = colour[1] * (light + 0.74 * glow)
    out[2] = colour[2] * (light / warm + 0.45 * glow)
  })
}

/** Uniform 0..1 of two whole numbers. */
function hash(seed: number, p: number, q: number): number {
  return createRandom((seed ^ Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)) >>> 0)()
}

/** A works lamp between the head and the edge away from the window, where the picture leaves it the room. */
export function hang({ random, aspect, head }: Stage, distanceM: number): Pendant | null {
  const away = distanceM * between(random, 0.72, 0.85)
  const half = (SHADE_M / 2) * heightsPerMetre(away)
  const least = head.x + head.share / 2 + half
  const x = between(random, aspect - half, aspect)
  return x < least ? null : { x, y: between(random, 0.07, 0.17), distanceM: away }
}

/** An enamelled shade on its cable, the bulb's light under its rim. */
function drawPendant(stage: Stage, layer: Layer, { x, y, distanceM }: Pendant): void {
  const metre = heightsPerMetre(distanceM)
  const half = (SHADE_M / 2) * metre
  rectangle(stage, layer, { left: x - 0.006 * metre, top: -0.3, right: x + 0.006 * metre, bottom: y }, STEEL)
  ellipse(stage, layer, { x, y, rx: half * 0.5, ry: half * 0.24 }, BULB)
  const dome = Array.from({ length: 13 }, (_, k) => {
    const angle = (Math.PI * k) / 12
    return [x - half * Math.cos(angle), y - half * 0.72 * Math.sin(angle) ** 0.8] as const
  })
  polygon(stage, layer, dome, ENAMEL)
  rectangle(
    stage,
    layer,
    { left: x - half * 0.2, top: y - half * 1.1, right: x + half * 0.2, bottom: y - half * 0.6 },
    ENAMEL,
  )
}

/** What the window shows: sky over the works across the yard, a tree before them. Daylight outshines the room. */
function drawYard(stage: Stage, layer: Layer, { right, top, bottom }: Opening): void {
  const { random } = stage
  const edge = right + 0.08
  const clouds = stageNoise(stage, 0x84a, 0.3, 4)
  paint(stage, layer, (x, y, out, i) => {
    out[3] = x < edge && y > top && y < bottom ? 1 : 0
    const sky = mix(SKY_HIGH, SKY_LOW, Math.min(1, Math.max(0, y / 0.5 + 0.5 * (clouds[i] ?? 0))))
    out[0] = OUTDOORS * sky[0]
    out[1] = OUTDOORS * sky[1]
    out[2] = OUTDOORS * sky[2]
  })
  for (let left = -0.1; left < edge; left += between(random, 0.1, 0.2))
    drawWorks(stage, layer, {
      left,
      top: between(random, 0.3, 0.5),
      right: Math.min(edge, left + 0.22),
      bottom,
    })
  drawTree(stage, layer, edge)
}

/** A works of brick or render with rows of windows that mirror the sky. */
function drawWorks(stage: Stage, layer: Layer, walls: Box): void {
  const { random } = stage
  const wall = scale(pick(random, WORKS), OUTDOORS)
  rectangle(stage, layer, walls, wall)
  const storey = between(random, 0.075, 0.1)
  const bay = between(random, 0.04, 0.06)
  for (let top = walls.top + 0.03; top < walls.bottom; top += storey) {
    for (let left = walls.left + bay * 0.3; left < walls.right - bay * 0.5; left += bay) {
      const pane = mix(scale(wall, 0.3), SKY_HIGH, between(random, 0, 0.7))
      rectangle(stage, layer, { left, top, right: left + bay * 0.6, bottom: top + storey * 0.6 }, pane)
    }
  }
}

/** A tree in full leaf: light from above on its bunches, dark between them, sky through its rim. */
function drawTree(stage: Stage, layer: Layer, edge: number): void {
  const { random } = stage
  const x = between(random, -0.15, edge)
  const y = between(random, 0.5, 0.7)
  for (let leaf = 0; leaf < LEAVES; leaf++) {
    const angle = between(random, 0, 2 * Math.PI)
    const out = between(random, 0, 1) ** 0.7
    const down = out * Math.sin(angle)
    const size = between(random, 0.006, 0.014)
    const light = between(random, 0.3, 1.5) * (1 - 0.5 * down) * (0.5 + leaf / LEAVES)
    const at = { x: x + 0.15 * out * Math.cos(angle), y: y + 0.2 * down, rx: size, ry: size * 0.7, angle }
    ellipse(stage, layer, at, scale(TREE, OUTDOORS * light))
  }
}

/** Black steel between small panes, a sill of stone below. */
function drawBars(stage: Stage, layer: Layer, { right, top, bottom }: Opening): void {
  const { random } = stage
  const pane = between(random, 0.11, 0.15)
  const tall = pane * between(random, 1.1, 1.5)
  const bar = 0.013
  const vertical = (x: number, width: number) => {
    rectangle(stage, layer, { left: x - width, top, right: x, bottom }, STEEL)
  }
  vertical(right, bar * 1.6)
  for (let x = right - pane; x > -0.4; x -= pane) vertical(x, bar)
  for (let y = top; y < bottom; y += tall)
    rectangle(stage, layer, { left: -0.4, top: y, right, bottom: y + bar }, STEEL)
  rectangle(stage, layer, { left: -0.4, top: bottom, right: right + 0.03, bottom: bottom + 0.035 }, SILL)
}
