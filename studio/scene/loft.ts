import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import { createRandom } from './noise.ts'
import { between, createLayer, lightDisc, mix, paint, pick, rectangle, scale, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

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
    mortar: [0.52, 0.46, 0.4],
  },
  {
    fired: [
      [0.34, 0.21, 0.14],
      [0.28, 0.16, 0.11],
      [0.4, 0.27, 0.19],
      [0.22, 0.12, 0.09],
    ],
    mortar: [0.46, 0.42, 0.37],
  },
]

const FILAMENT: Rgb = [1, 0.68, 0.34]
/** Radius and strength of the rings a bulb's glow on the wall is made of. */
const HALO = Array.from({ length: 14 }, (_, k) => [1.5 + k * 0.6, 0.011] as const)

/** Length of a brick with its joint, height of a course with its own, metres. */
const BRICK_M = 0.25
const COURSE_M = 0.078

/** An old factory wall a little way behind, daylight raking over it from a steel window on the left. */
export function drawLoft(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const distanceM = between(random, 3.4, 4.4)
  const wall = createLayer(stage)
  drawWall(stage, wall, distanceM)
  const room = createLayer(stage)
  if (random() < 0.75) drawWindow(stage, room)
  const bulbs = createLayer(stage)
  if (random() < 0.7) drawBulbs(stage, bulbs, lens, distanceM)
  return [
    defocus(wall, discRadius(lens, distanceM) * stage.unit),
    defocus(room, discRadius(lens, distanceM * 1.2) * stage.unit),
    bulbs,
  ]
}

function drawWall(stage: Stage, layer: Layer, distanceM: number): void {
  const { random, aspect } = stage
  const bricks = pick(random, WALLS)
  const metre = heightsPerMetre(distanceM)
  const turn = between(random, -0.35, 0.35)
  const stains = stageNoise(stage, 0x81a, 0.5, 5)
  const rough = stageNoise(stage, 0x82a, 0.03, 3)
  const startY = random() * 0.3
  const startX = random() * 0.5
  const fall = between(random, 0.9, 1.5)
  const brickSeed = stage.seed
  paint(stage, layer, (x, y, out, i) => {
    const size = 1 + turn * (x - aspect / 2)
    const along = (x - aspect / 2) / size / metre + 20 + startX
    const up = (y - 0.45) / size / metre + 20 + startY
    const course = Math.floor(up / COURSE_M)
    const jitter = hash(brickSeed, course, 7) * 0.05
    const shifted = along / BRICK_M + (course % 2) * 0.5 + jitter
    const brick = Math.floor(shifted)
    const inX = (shifted - brick) * BRICK_M
    const inY = up - course * COURSE_M
    const edge = Math.min(inX, BRICK_M - inX, inY, COURSE_M - inY) + 0.006 * (rough[i] ?? 0)
    const tone = hash(brickSeed, course, brick)
    const kind =
      bricks.fired[Math.floor(hash(brickSeed, brick, course + 99) * bricks.fired.length)] ?? bricks.mortar
    const fired = scale(kind, (0.66 + 0.6 * tone) * (1 + 0.4 * (rough[i] ?? 0)))
    const solid = Math.min(1, Math.max(0, (edge - 0.006) * 260))
    // Old limewash and soot lie over bricks and joints alike.
    const wash = 0.45 * Math.min(1, Math.max(0, (stains[i] ?? 0) * 3.2 - 0.15))
    const colour = mix(mix(bricks.mortar, fired, solid), [0.5, 0.47, 0.43], wash)
    // Window light falls off along the wall; upper edges of the bricks catch it.
    const fallOff = 0.2 + 1.5 / (1 + fall * Math.max(0, x + 0.1)) ** 3.4
    const relief =
      1 +
      0.3 * (1 - Math.min(1, inX / 0.03)) * solid -
      0.25 * (1 - Math.min(1, (BRICK_M - inX) / 0.03)) * solid
    const light = fallOff * relief * (1 + 0.5 * (stains[i] ?? 0)) * (1.06 - 0.2 * y)
    const warm = 1 + 0.12 * (x - 0.3)
    out[0] = colour[0] * light * warm
    out[1] = colour[1] * light
    out[2] = (colour[2] * light) / warm
  })
}

/** Bare filament bulbs on their cables, on the side away from the window: discs with a halo on the wall. */
function drawBulbs(stage: Stage, layer: Layer, lens: Lens, distanceM: number): void {
  const { random, aspect } = stage
  const count = random() < 0.5 ? 2 : 3
  const step = between(random, 0.09, 0.14)
  const first = aspect - between(random, 0.02, 0.1) - step * (count - 1)
  for (let k = 0; k < count; k++) {
    const x = first + step * k
    const y = between(random, 0.06, 0.22)
    const radius = discRadius(lens, distanceM * between(random, 0.72, 0.95)) * 1.15
    for (const [size, share] of HALO)
      lightDisc(stage, layer, { x, y, radius: radius * size }, scale(FILAMENT, share))
    lightDisc(stage, layer, { x, y, radius }, scale(FILAMENT, between(random, 0.5, 0.8)))
  }
}

/** Uniform 0..1 of two whole numbers. */
function hash(seed: number, p: number, q: number): number {
  return createRandom((seed ^ Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)) >>> 0)()
}

/** A tall window of small panes in black steel, cut by the picture's left edge. */
function drawWindow(stage: Stage, layer: Layer): void {
  const { random } = stage
  const right = between(random, 0.05, 0.15)
  const top = between(random, -0.2, 0.06)
  const bottom = between(random, 0.7, 1.2)
  const steel: Rgb = [0.02, 0.02, 0.022]
  rectangle(stage, layer, { left: -0.4, top: top - 0.02, right: right + 0.02, bottom: bottom + 0.02 }, steel)
  const pane = between(random, 0.13, 0.19)
  const tall = pane * between(random, 1.1, 1.5)
  for (let x = right; x > -0.4; x -= pane) {
    for (let y = top; y < bottom; y += tall) {
      const box = { left: x - pane + 0.022, top: y, right: x, bottom: Math.min(bottom, y + tall - 0.022) }
      drawPane(stage, layer, box, between(random, 0.9, 1.15))
    }
  }
}

/** Old glass: sky above, roofs or trees below, each pane a little different. */
function drawPane(
  stage: Stage,
  layer: Layer,
  box: { left: number; top: number; right: number; bottom: number },
  clean: number,
): void {
  const { random } = stage
  const steps = 6
  for (let k = 0; k < steps; k++) {
    const top = box.top + ((box.bottom - box.top) * k) / steps
    const bottom = box.top + ((box.bottom - box.top) * (k + 1)) / steps
    const sky = 1 / (1 + Math.exp((top - 0.34) * 9))
    const seen = mix([0.42, 0.43, 0.4], [1.05, 1.16, 1.3], sky)
    rectangle(stage, layer, { ...box, top, bottom }, scale(seen, clean * between(random, 0.94, 1.06)))
  }
}
