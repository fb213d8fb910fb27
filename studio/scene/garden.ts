import { defocus, discRadius } from './lens.ts'
import { between, createLayer, ellipse, lightDisc, mix, paint, pick, scale, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

/** Leaves from deep shade to sun shining through them. */
const SHADE: Rgb = [0.012, 0.022, 0.008]
const LEAF: Rgb = [0.09, 0.16, 0.035]
const SUNLIT: Rgb = [0.42, 0.52, 0.12]
const BARK: Rgb = [0.022, 0.018, 0.013]
const BARK_LIT: Rgb = [0.14, 0.115, 0.075]
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

/** Distances of the crowns of the trees and of the hedge before them, metres. */
const CROWNS_M = 12
const HEDGE_M = 6
/** Distance of the twigs that hang into the picture: near enough to be leaves still. */
const TWIGS_M = 2.9
/** Share of a leaf's own light that the darkest of theirs lets through: a darker one alone before the light is a stain. */
const TWIG_LIGHT = 0.6

/** A garden against the light: trees with sky between their leaves, a hedge, flowers. The sun stands upper left. */
export function drawGarden(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const lawn = between(random, 0.72, 0.86)
  const warmth = between(random, -0.04, 0.1)
  const far = drawFar(stage, lawn, warmth)
  const trunks = createLayer(stage)
  drawTrunks(stage, trunks, lawn)
  const crowns = createLayer(stage)
  drawFoliage(stage, crowns, { clusters: 44, size: 0.13, reach: [-0.15, 0.6], density: 0.9, warmth })
  const sparkle = createLayer(stage)
  drawSky(stage, sparkle, lens, lawn)
  const hedge = createLayer(stage)
  drawFoliage(stage, hedge, { clusters: 40, size: 0.085, reach: [0.68, 1.08], density: 0.9, warmth })
  drawFlowers(stage, hedge)
  const twigs = createLayer(stage)
  drawTwigs(stage, twigs, warmth)
  return [
    defocus(far, discRadius(lens, 60) * stage.unit),
    defocus(trunks, discRadius(lens, CROWNS_M) * stage.unit),
    defocus(crowns, discRadius(lens, CROWNS_M) * stage.unit),
    sparkle,
    defocus(hedge, discRadius(lens, HEDGE_M) * stage.unit),
    defocus(twigs, discRadius(lens, TWIGS_M) * stage.unit),
  ]
}

/** Trunks that fork into boughs, lit along their left. */
function drawTrunks(stage: Stage, layer: Layer, lawn: number): void {
  const { random, aspect } = stage
  const count = Math.round(between(random, 2, 4))
  for (let k = 0; k < count; k++) {
    const foot = ((k + random()) / count) * (aspect + 0.2) - 0.1
    const width = between(random, 0.035, 0.075)
    const fork = between(random, 0.1, 0.4)
    const lean = between(random, -0.12, 0.12)
    drawLimb(stage, layer, { x: foot, y: lawn + 0.05 }, { x: foot + lean, y: fork }, width)
    const boughs = Math.round(between(random, 2, 3))
    for (let bough = 0; bough < boughs; bough++) {
      const tip = { x: foot + lean + between(random, -0.4, 0.4), y: fork - between(random, 0.15, 0.5) }
      drawLimb(stage, layer, { x: foot + lean, y: fork + 0.02 }, tip, width * between(random, 0.4, 0.65))
    }
  }
}

interface Place {
  x: number
  y: number
}

function drawLimb(stage: Stage, layer: Layer, from: Place, to: Place, width: number): void {
  const { random } = stage
  const bend = between(random, -0.05, 0.05)
  const steps = 14
  for (let k = 0; k <= steps; k++) {
    const along = k / steps
    const r = width * (0.5 - 0.22 * along)
    const x = from.x + (to.x - from.x) * along + bend * Math.sin(along * Math.PI)
    const y = from.y + (to.y - from.y) * along
    const length = Math.hypot(to.x - from.x, to.y - from.y) / steps
    ellipse(stage, layer, { x, y, rx: r, ry: Math.max(r, length) }, BARK)
    ellipse(stage, layer, { x: x - r * 0.7, y, rx: r * 0.3, ry: Math.max(r, length) }, BARK_LIT, 0.7)
  }
}

/** Twigs from beyond an upper corner, some of their leaves in the sun; they keep off the head. */
function drawTwigs(stage: Stage, layer: Layer, warmth: number): void {
  const { random, aspect, head } = stage
  const sunny = random() < 0.5
  const room = sunny ? head.x : aspect - head.x
  const edge = sunny ? -0.04 : aspect + 0.04
  const inwards = sunny ? 1 : -1
  const twigs = Math.round(between(random, 3, 6))
  for (let twig = 0; twig < twigs; twig++) {
    const root = { x: edge, y: between(random, -0.1, 0.22) }
    const reach = Math.max(0.06, room - head.share * 0.5) * between(random, 0.6, 1.2)
    const drop = between(random, 0.02, 0.2)
    for (let leaf = 0; leaf < 26; leaf++) {
      const along = random()
      const x = root.x + inwards * reach * along + between(random, -0.02, 0.02)
      const y = root.y + drop * along ** 2 + between(random, -0.03, 0.03)
      const sun = random() ** 2 * (sunny ? 1.1 : 0.7)
      const green =
        sun < 0.35
          ? mix(SHADE, LEAF, TWIG_LIGHT + (1 - TWIG_LIGHT) * (sun / 0.35))
          : mix(LEAF, SUNLIT, (sun - 0.35) * 1.4)
      const colour: Rgb = [green[0] * (1 + warmth), green[1], green[2]]
      const r = between(random, 0.011, 0.02)
      ellipse(
        stage,
        layer,
        { x, y, rx: r * 1.9, ry: r, angle: between(random, 0.2, 1.3) * inwards },
        colour,
        0.95,
      )
    }
  }
}

/** Light of the sun that reaches a place: falls from the upper left in broad patches. */
function sunAt(x: number, y: number, patch: number): number {
  return Math.max(0, 0.82 - 0.75 * x - 0.5 * y + 0.95 * patch)
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

/** Distances from which gaps and glints shine, metres: from leaves just behind the person to the sky. */
const NEAREST_GLINT_M = 2.7
const FARTHEST_GLINT_M = 30

/**
 * Sky and sun between the leaves and glints on them: each an image of the lens opening, the smaller the nearer. Most
 * are faint; few shine.
 */
function drawSky(stage: Stage, layer: Layer, lens: Lens, lawn: number): void {
  const { random, aspect } = stage
  const groups = Math.round(between(random, 7, 11))
  const whole = discRadius(lens, FARTHEST_GLINT_M)
  for (let group = 0; group < groups; group++) {
    const cx = between(random, -0.05, aspect + 0.05)
    const cy = between(random, -0.05, lawn * 0.6)
    const distance = NEAREST_GLINT_M * (FARTHEST_GLINT_M / NEAREST_GLINT_M) ** random()
    const gaps = Math.round(between(random, 3, 9))
    const spread = between(random, 0.06, 0.16)
    for (let gap = 0; gap < gaps; gap++) {
      const x = cx + (random() + random() - 1) * spread * 1.6
      const y = cy + (random() + random() - 1) * spread
      const radius = discRadius(lens, Math.max(NEAREST_GLINT_M, distance * between(random, 0.8, 1.3)))
      const sun = 1.25 - 0.8 * (x / aspect)
      // The same light on a smaller disc is brighter.
      const light = 0.055 * Math.exp(2.1 * random() ** 2.5) * sun * (whole / radius) ** 0.8
      lightDisc(stage, layer, { x, y, radius }, scale(pick(random, GAPS), light))
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
