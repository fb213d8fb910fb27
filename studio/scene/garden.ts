import { defocus, discRadius } from './lens.ts'
import { between, createLayer, ellipse, lightDisc, mix, paint, pick, scale, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

/** Leaves from deep shade to sun shining through them. */
const SHADE: Rgb = [0.012, 0.022, 0.008]
const LEAF: Rgb = [0.09, 0.16, 0.035]
const SUNLIT: Rgb = [0.42, 0.52, 0.12]
/** Sky, haze and leaves lit from behind, as gaps show them. */
const GAPS: readonly [Rgb, ...Rgb[]] = [
  [1, 0.98, 0.8],
  [0.8, 0.92, 0.42],
  [0.84, 0.94, 1],
  [1, 0.9, 0.55],
  [0.66, 0.85, 0.35],
]
const FLOWERS: readonly [Rgb, ...Rgb[]] = [
  [0.75, 0.6, 0.68],
  [0.72, 0.34, 0.42],
  [0.86, 0.84, 0.8],
  [0.62, 0.5, 0.8],
  [0.9, 0.7, 0.3],
]

/** A garden against the light: trees with sky between their leaves, a hedge, flowers. The sun stands upper left. */
export function drawGarden(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const lawn = between(random, 0.72, 0.86)
  const warmth = between(random, -0.04, 0.1)
  const far = drawFar(stage, lawn, warmth)
  const crowns = createLayer(stage)
  drawFoliage(stage, crowns, { clusters: 70, size: 0.11, reach: [-0.1, 0.7], density: 0.8, warmth })
  const sparkle = createLayer(stage)
  drawSky(stage, sparkle, lens, lawn)
  const hedge = createLayer(stage)
  drawFoliage(stage, hedge, { clusters: 52, size: 0.085, reach: [0.66, 1.08], density: 0.9, warmth })
  drawFlowers(stage, hedge)
  return [
    defocus(far, discRadius(lens, 60) * stage.unit),
    defocus(crowns, discRadius(lens, 14) * stage.unit),
    sparkle,
    defocus(hedge, discRadius(lens, 6) * stage.unit),
  ]
}

/** Light of the sun that reaches a place: falls from the upper left in broad patches. */
function sunAt(x: number, y: number, patch: number): number {
  return Math.max(0, 0.75 - 0.55 * x - 0.5 * y + 0.75 * patch)
}

function drawFar(stage: Stage, lawn: number, warmth: number): Layer {
  const layer = createLayer(stage)
  const masses = stageNoise(stage, 0x6a1, 0.34, 4)
  const patches = stageNoise(stage, 0x6a2, 0.16, 3)
  paint(stage, layer, (x, y, out, i) => {
    const sun = sunAt(x, y, (masses[i] ?? 0) + 0.3 * (patches[i] ?? 0))
    const grass = Math.max(0, Math.min(1, (y - lawn) / 0.06))
    const tree =
      sun < 0.4 ? mix(SHADE, LEAF, sun / 0.4 + 0.25) : mix(LEAF, SUNLIT, Math.min(1.3, (sun - 0.4) * 1.6))
    const green = mix(tree, mix(SHADE, SUNLIT, 0.2 + 0.45 * Math.max(0, sun)), grass)
    // Haze between the trees.
    out[0] = (green[0] + 0.022) * (1 + warmth)
    out[1] = green[1] + 0.026
    out[2] = (green[2] + 0.02) * (1 - warmth)
  })
  return layer
}

interface Foliage {
  clusters: number
  /** Radius of a cluster, picture heights. */
  size: number
  reach: readonly [number, number]
  density: number
  warmth: number
}

function drawFoliage(stage: Stage, layer: Layer, { clusters, size, reach, density, warmth }: Foliage): void {
  const { random, aspect } = stage
  for (let k = 0; k < clusters; k++) {
    const cx = between(random, -0.1, aspect + 0.1)
    const cy = between(random, ...reach)
    const radius = size * between(random, 0.5, 1.5)
    const hue = between(random, -0.18, 0.18) + warmth
    const mood = between(random, -0.4, 0.45)
    const leaves = Math.round(26 * density)
    for (let leaf = 0; leaf < leaves; leaf++) {
      const angle = random() * Math.PI * 2
      const distance = Math.sqrt(random()) * radius
      const x = cx + Math.cos(angle) * distance
      const y = cy + Math.sin(angle) * distance * 0.8
      const turned = (Math.cos(angle) * -0.5 + Math.sin(angle) * -0.7) * (distance / radius)
      const sun = Math.max(0, sunAt(x, y, mood) * (0.55 + 0.6 * turned) + 0.12 * (random() - 0.3))
      const green = sun < 0.35 ? mix(SHADE, LEAF, sun / 0.35) : mix(LEAF, SUNLIT, (sun - 0.35) * 1.5)
      const r = between(random, 0.006, 0.018)
      const colour: Rgb = [green[0] * (1 + hue), green[1], green[2] * (1 - hue)]
      ellipse(stage, layer, { x, y, rx: r * 1.7, ry: r, angle: random() * 3.14 }, colour, 0.9)
    }
  }
}

/** Sky and sun seen through gaps between leaves: each gap an image of the lens opening. */
function drawSky(stage: Stage, layer: Layer, lens: Lens, lawn: number): void {
  const { random, aspect } = stage
  const groups = Math.round(between(random, 7, 11))
  for (let group = 0; group < groups; group++) {
    const cx = between(random, -0.05, aspect + 0.05)
    const cy = between(random, -0.05, lawn * 0.62)
    const gaps = Math.round(between(random, 4, 12))
    const spread = between(random, 0.08, 0.2)
    for (let gap = 0; gap < gaps; gap++) {
      const x = cx + (random() + random() - 1) * spread * 1.6
      const y = cy + (random() + random() - 1) * spread
      const light = 0.5 * Math.exp(between(random, -2.4, 0.1)) * (1.15 - 0.6 * (x / aspect))
      const colour = pick(random, GAPS)
      const radius = discRadius(lens, between(random, 9, 40))
      lightDisc(stage, layer, { x, y, radius }, scale(colour, light))
    }
  }
}

function drawFlowers(stage: Stage, layer: Layer): void {
  const { random, aspect } = stage
  const beds = Math.round(between(random, 0, 2.4))
  for (let bed = 0; bed < beds; bed++) {
    const colour = pick(random, FLOWERS)
    const cx = between(random, 0, aspect)
    for (let k = 0; k < 26; k++) {
      const x = cx + (random() + random() - 1) * 0.28
      const y = between(random, 0.74, 1.02)
      const r = between(random, 0.008, 0.018)
      const light = 0.5 + 1.1 * sunAt(x, y, 0.5) * random()
      ellipse(stage, layer, { x, y, rx: r, ry: r * 0.9 }, scale(colour, light))
    }
  }
}
