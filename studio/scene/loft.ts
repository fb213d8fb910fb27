import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import { createRandom } from './noise.ts'
import { between, createLayer, mix, paint, pick, rectangle, scale, stageNoise } from './stage.ts'
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
    mortar: [0.33, 0.27, 0.22],
  },
  {
    fired: [
      [0.34, 0.21, 0.14],
      [0.28, 0.16, 0.11],
      [0.4, 0.27, 0.19],
      [0.22, 0.12, 0.09],
    ],
    mortar: [0.26, 0.23, 0.2],
  },
]

/** An old factory wall a little way behind, daylight raking over it from a steel window on the left. */
export function drawLoft(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const distanceM = between(random, 3.4, 4.4)
  const wall = createLayer(stage)
  drawWall(stage, wall, distanceM)
  const room = createLayer(stage)
  if (random() < 0.75) drawWindow(stage, room)
  return [
    defocus(wall, discRadius(lens, distanceM) * stage.unit),
    defocus(room, discRadius(lens, distanceM * 1.2) * stage.unit),
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
    const course = Math.floor(up / 0.075)
    const jitter = hash(brickSeed, course, 7) * 0.02
    const shifted = along / 0.225 + (course % 2) * 0.5 + jitter
    const brick = Math.floor(shifted)
    const inX = (shifted - brick) * 0.225
    const inY = up - course * 0.075
    const edge = Math.min(inX, 0.225 - inX, inY, 0.075 - inY) + 0.0025 * (rough[i] ?? 0)
    const tone = hash(brickSeed, course, brick)
    const kind =
      bricks.fired[Math.floor(hash(brickSeed, brick, course + 99) * bricks.fired.length)] ?? bricks.mortar
    const fired = scale(kind, 0.78 + 0.44 * tone)
    const solid = Math.min(1, Math.max(0, (edge - 0.004) * 500))
    const colour = mix(bricks.mortar, fired, solid)
    // Window light falls off along the wall; upper edges of the bricks catch it.
    const fallOff = 0.22 + 1.25 / (1 + fall * Math.max(0, x + 0.12)) ** 3.2
    const relief =
      1 + 0.14 * (1 - Math.min(1, inX / 0.03)) * solid - 0.2 * (1 - solid) * (inY > 0.06 ? 1 : 0.3)
    const light = fallOff * relief * (1 + 0.28 * (stains[i] ?? 0) + 0.12 * (rough[i] ?? 0)) * (1.06 - 0.2 * y)
    const warm = 1 + 0.12 * (x - 0.3)
    out[0] = colour[0] * light * warm
    out[1] = colour[1] * light
    out[2] = (colour[2] * light) / warm
  })
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
