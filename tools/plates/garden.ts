import { between, clamp, createStage, ellipse, mix, noise, paint, pick, scale, shine } from './stage.ts'
import { WIDE } from '#studio/plates/plate.ts'
import type { Range, Rgb, Stage } from './stage.ts'

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
]
const FLOWERS: readonly [Rgb, ...Rgb[]] = [
  [0.75, 0.6, 0.68],
  [0.72, 0.34, 0.42],
  [0.86, 0.84, 0.8],
  [0.62, 0.5, 0.8],
]
/** Metres to the lawn's end, the trees, the hedge before them. */
const FAR_M = 60
const CROWNS_M = 12
const HEDGE_M = 6

/** Light of the sun on a place: from the upper left, in broad patches; the plate is twice as wide as a picture. */
const sunAt = (x: number, y: number, patch: number) => Math.max(0, 0.75 - 0.32 * x - 0.5 * y + 0.95 * patch)

const green = (sun: number) =>
  sun < 0.38 ? mix(SHADE, LEAF, sun / 0.38) : mix(LEAF, SUNLIT, Math.min(1.3, (sun - 0.38) * 1.55))

/** A garden against the light: trees with sky between their leaves, a hedge, flowers. */
export function drawGarden(seed: number): Stage {
  const stage = createStage(seed)
  const { random } = stage
  const lawn = between(random, 0.72, 0.86)
  const masses = noise(stage, 0x6a1, 0.34, 4)
  const patches = noise(stage, 0x6a2, 0.16, 3)
  paint(stage, (x, y, i) => {
    const sun = sunAt(x, y, (masses[i] ?? 0) + 0.3 * (patches[i] ?? 0))
    const grass = clamp((y - lawn) / 0.06)
    const [r, g, b] = mix(green(sun + 0.1), mix(SHADE, SUNLIT, 0.2 + 0.45 * sun), grass)
    return [[r + 0.022, g + 0.026, b + 0.02], FAR_M]
  })
  for (let foot = between(random, 0, 0.3); foot < WIDE; foot += between(random, 0.22, 0.5))
    drawTrunk(stage, foot, lawn)
  drawLeaves(stage, { clusters: 84, size: 0.13, reach: [-0.15, 0.6], away: CROWNS_M })
  drawGlints(stage, lawn)
  drawLeaves(stage, { clusters: 76, size: 0.085, reach: [0.68, 1.08], away: HEDGE_M })
  for (let bed = 0; bed < 3; bed++) drawFlowers(stage)
  return stage
}

/** A trunk and its boughs, lit along their left. */
function drawTrunk(stage: Stage, foot: number, lawn: number): void {
  const { random } = stage
  const width = between(random, 0.035, 0.075)
  const fork = { x: foot + between(random, -0.12, 0.12), y: between(random, 0.1, 0.4) }
  const limb = (from: { x: number; y: number }, to: { x: number; y: number }, wide: number) => {
    for (let along = 0; along <= 1; along += 1 / 14) {
      const r = wide * (0.5 - 0.22 * along)
      const [x, y] = [from.x + (to.x - from.x) * along, from.y + (to.y - from.y) * along]
      ellipse(stage, { x, y, rx: r, ry: 0.04 }, BARK, CROWNS_M)
      ellipse(stage, { x: x - r * 0.7, y, rx: r * 0.3, ry: 0.04 }, BARK_LIT, CROWNS_M, 0.7)
    }
  }
  limb({ x: foot, y: lawn + 0.05 }, fork, width)
  for (let bough = 0; bough < 3; bough++)
    limb(
      fork,
      { x: fork.x + between(random, -0.4, 0.4), y: fork.y - between(random, 0.15, 0.5) },
      width * 0.5,
    )
}

interface Foliage {
  clusters: number
  /** Radius of a cluster, picture heights, and where they are from top to bottom. */
  size: number
  reach: Range
  away: number
}

/** Leaves in bunches, lit where they are turned to the sun. */
function drawLeaves(stage: Stage, { clusters, size, reach, away }: Foliage): void {
  const { random } = stage
  for (let k = 0; k < clusters; k++) {
    const cx = between(random, -0.1, WIDE + 0.1)
    const cy = between(random, ...reach)
    const radius = size * between(random, 0.5, 1.5)
    const hue = between(random, -0.15, 0.2)
    const mood = between(random, -0.4, 0.45)
    for (let leaf = 0; leaf < 23; leaf++) {
      const angle = random() * Math.PI * 2
      const out = Math.sqrt(random())
      const x = cx + Math.cos(angle) * out * radius
      const y = cy + Math.sin(angle) * out * radius * 0.8
      const turned = (Math.cos(angle) * -0.5 + Math.sin(angle) * -0.7) * out
      const [r, g, b] = green(sunAt(x, y, mood) * (0.55 + 0.6 * turned) + 0.12 * (random() - 0.3))
      const long = between(random, 0.006, 0.018)
      const at = { x, y, rx: long * 1.7, ry: long, angle: random() * 3.14 }
      ellipse(stage, at, [r * (1 + hue), g, b * (1 - hue)], away, 0.9)
    }
  }
}

/** Sky between the leaves and glints on them, in groups: most are faint, few shine; the nearer, the smaller. */
function drawGlints(stage: Stage, lawn: number): void {
  const { random } = stage
  for (let group = 0; group < 18; group++) {
    const [cx, cy] = [between(random, -0.05, WIDE + 0.05), between(random, -0.05, lawn * 0.6)]
    const distance = 2.7 * 11 ** random()
    const spread = between(random, 0.06, 0.16)
    for (let gap = Math.round(between(random, 3, 9)); gap > 0; gap--) {
      const x = cx + (random() + random() - 1) * spread * 1.6
      const y = cy + (random() + random() - 1) * spread
      const away = Math.max(2.7, distance * between(random, 0.8, 1.3))
      const light = (0.055 * Math.exp(2.1 * random() ** 2.5) * (1.25 - 0.4 * x)) / (1 - 1.8 / away) ** 0.8
      shine(stage, x, y, away, scale(pick(random, GAPS), light))
    }
  }
}

function drawFlowers(stage: Stage): void {
  const { random } = stage
  const colour = pick(random, FLOWERS)
  const cx = between(random, 0, WIDE)
  for (let k = 0; k < 26; k++) {
    const x = cx + (random() + random() - 1) * 0.28
    const y = between(random, 0.74, 1.04)
    const r = between(random, 0.008, 0.018)
    ellipse(
      stage,
      { x, y, rx: r, ry: r * 0.9 },
      scale(colour, 0.5 + 1.1 * sunAt(x, y, 0.5) * random()),
      HEDGE_M,
    )
  }
}
