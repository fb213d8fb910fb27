import { smoothstep } from '#studio/planes/smoothstep.ts'
import { UNIT, WIDE, PAD } from '#studio/plates/plate.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { erode } from './erosion.ts'
import { between, clamp, createStage, mix, noise, paint, scale } from './stage.ts'
import type { Ground } from './erosion.ts'
import type { Rgb, Stage } from './stage.ts'

const ZENITH: Rgb = [0.09, 0.22, 0.54]
const HORIZON: Rgb = [0.34, 0.5, 0.74]
const VEIL: Rgb = [0.7, 0.75, 0.82]
const AIR: Rgb = [0.3, 0.42, 0.6]
const SNOW: Rgb = [1.02, 0.96, 0.88]
const ROCK: Rgb = [0.12, 0.108, 0.1]
const WOOD: Rgb = [0.03, 0.046, 0.026]
const PASTURE: Rgb = [0.12, 0.14, 0.06]
/** What the sky alone gives to ground that lies in shade, and the sun. */
const SKYLIGHT: Rgb = [0.14, 0.2, 0.32]
const SUNLIGHT: Rgb = [1.28, 1.2, 1.1]
/** Towards the sun: to the left, up, towards the viewer. */
const SUN = { left: 0.74, up: 0.5, near: 0.45 } as const

/** Cells of the ground per picture height: below lies what the lens does not show. */
const CELLS = 64
/** Depth of a range from its foot to the valley behind, of its height, and how high that valley lies. */
const DEPTH = 1.6
const BACK = 0.35
/** Height of a massif between its summits, of the highest. */
const SADDLE = 0.42
/** Cells whose water makes a gully, the natural logarithm, from where it is hardly one to where it is deep. */
const GULLY = [1, 4] as const
/** Rise over run from which snow begins to slide, and at which none holds. */
const STEEP = [0.9, 1.8] as const
const SKY_M = 20_000

/** Snow peaks beyond wooded slopes on a clear day; the sun stands on the left, air turns distance blue. */
export function drawAlps(seed: number): Stage {
  const stage = createStage(seed)
  const { random } = stage
  const high = noise(stage, 0x44d, 0.4, 4)
  const veiled = between(random, 0, 0.4)
  paint(stage, (x, y, i) => {
    const down = clamp(y / 0.55)
    const veil = veiled * smoothstep(0.05, 0.6, high[i] ?? 0) * (1 - 0.4 * down)
    return [scale(mix(mix(ZENITH, HORIZON, down ** 0.9), VEIL, veil), 1.06 - 0.06 * x), SKY_M]
  })
  const lines = { trees: between(random, 0.28, 0.4), snow: between(random, 0.42, 0.56) }
  drawRange(stage, { salt: 0x22b, top: between(random, 0.28, 0.36), foot: 0.85, haze: 0.5, lines })
  drawRange(stage, { salt: 0x11a, top: between(random, 0.1, 0.2), foot: 0.92, haze: 0.1, lines })
  const waves = noise(stage, 0x66f, 0.12, 3)
  const tufts = noise(stage, 0x67f, 0.03, 2)
  const meadow = between(random, 0.88, 0.94)
  paint(stage, (x, y, i) => {
    const wave = waves[i] ?? 0
    const light = (1 + 0.4 * wave + 0.25 * (tufts[i] ?? 0)) * (1.1 - 0.15 * x)
    return y < meadow + 0.03 * wave ? null : [scale([0.12, 0.14, 0.065], light), 25]
  })
  return stage
}

interface Range {
  salt: number
  /** Highest summit and the valley, picture heights from the top. */
  top: number
  foot: number
  /** Share of the air's own light before it. */
  haze: number
  /** Where woods end and where snow begins, shares of the range's height. */
  lines: { trees: number; snow: number }
}

/** Of a range, from its foot to its highest summit, cells. */
const heightOf = ({ top, foot }: Range) => (foot - top) * CELLS

/** A massif with a summit every head and shoulders or so, none as high as another. */
function createGround({ seed }: Stage, range: Range): Ground {
  const random = createRandom(seed ^ range.salt)
  const summits = [0.1, 0.7, 1.25, 1.7].map((x) => ({
    x: x + between(random, -0.12, 0.12),
    height: between(random, 0.55, 1),
    wide: between(random, 0.16, 0.28),
  }))
  const turn = between(random, -0.35, 0.35)
  const tallest = heightOf(range)
  const width = Math.ceil((WIDE + 2 * PAD) * CELLS)
  const ground = erode({
    width,
    rows: Math.ceil(tallest * DEPTH + Math.abs(turn) * width),
    seed: seed ^ range.salt,
    // Spurs come down aslant.
    front: (column) => (turn > 0 ? turn * column : -turn * (width - column)),
    back: BACK * tallest,
    rise: (column) => {
      const shoulders = summits.map(({ x, height, wide }) => {
        return (height - SADDLE) / (1 + ((column / CELLS - PAD - x) / wide) ** 2)
      })
      return SADDLE + Math.max(...shoulders)
    },
  })
  const highest = ground.heights.reduce((most, height) => Math.max(most, height))
  return { ...ground, heights: ground.heights.map((height) => (height / highest) * tallest) }
}

/** Share of the sun that reaches each place of the ground: how it is turned, and what stands before the sun. */
function sunOn({ width, rows, heights }: Ground): Float32Array {
  const light = new Float32Array(heights.length)
  /** Heights below which the sun is hidden, along the column before. */
  let hidden = new Float32Array(rows)
  const drift = SUN.near / SUN.left
  for (let column = 0; column < width; column++) {
    const next = new Float32Array(rows)
    for (let row = 0; row < rows; row++) {
      const i = row * width + column
      const height = heights[i] ?? 0
      const before = (hidden[row] ?? 0) * (1 - drift) + (hidden[Math.max(0, row - 1)] ?? 0) * drift
      const shadow = before - SUN.up / SUN.left
      next[row] = Math.max(height, shadow)
      const across = height - (heights[column > 0 ? i - 1 : i] ?? 0)
      const back = height - (heights[row > 0 ? i - width : i] ?? 0)
      const facing = (SUN.left * across + SUN.near * back + SUN.up) / Math.hypot(1, across, back)
      light[i] = Math.max(0, facing) * (1 - smoothstep(0, 2, shadow - height))
    }
    hidden = next
  }
  return light
}

/** A range of snow, rock and woods in the sun, behind its share of air, seen level from the front. */
function drawRange(stage: Stage, range: Range): void {
  const ground = createGround(stage, range)
  const { width, rows, heights } = ground
  const colours = colourGround(stage, range, ground)
  const foot = Math.round((range.foot + PAD) * UNIT)
  const cell = UNIT / CELLS
  for (let column = 0; column < stage.width; column++) {
    const from = (column + 0.5) / cell
    const left = Math.min(width - 2, Math.floor(from))
    let seen = foot - stage.height
    for (let row = 0; row < rows; row++) {
      const i = row * width + left
      const height = cell * ((heights[i] ?? 0) * (1 - from + left) + (heights[i + 1] ?? 0) * (from - left))
      const colour = mix(colours[i] ?? ROCK, colours[i + 1] ?? ROCK, from - left)
      for (; seen < height; seen++) {
        const at = (foot - 1 - seen) * stage.width + column
        stage.rgb.set(colour, 3 * at)
      }
    }
  }
}

/** The light that comes from each place of the ground. */
function colourGround(stage: Stage, range: Range, ground: Ground): Rgb[] {
  const { width, heights, basin } = ground
  const sun = sunOn(ground)
  const uneven = noise(stage, range.salt ^ 0x3, 0.07 * (UNIT / CELLS), 3)
  const strata = noise(stage, range.salt ^ 0x5, 0.14 * (UNIT / CELLS), 3)
  const at = (values: Float32Array, x: number, y: number) =>
    values[(Math.floor(y) % stage.height) * stage.width + Math.floor(x)] ?? 0
  return Array.from(heights, (height, i) => {
    const [column, row] = [i % width, Math.floor(i / width)]
    const across = height - (heights[column > 0 ? i - 1 : i + 1] ?? 0)
    const along = height - (heights[row > 0 ? i - width : i + width] ?? 0)
    const share = height / heightOf(range)
    const spot = {
      share,
      steep: Math.hypot(across, along),
      uneven: at(uneven, 5 * column, 5 * row),
      // Layers of rock rise a little to the right and are longer than high.
      ledge: at(strata, 5 * column, 15 * (height + 0.2 * column)),
      gully: smoothstep(...GULLY, Math.log(basin[i] ?? 1)),
    }
    const own = cover(spot, range.lines)
    const lit = (c: 0 | 1 | 2) => own[c] * (SKYLIGHT[c] + SUNLIGHT[c] * (sun[i] ?? 0))
    const thick = range.haze + 0.12 * (i / heights.length) + 0.26 * (1 - share) ** 3
    return mix([lit(0), lit(1), lit(2)], AIR, Math.min(0.9, thick))
  })
}

interface Spot {
  /** Its height, of the range's. */
  share: number
  /** Rise over run. */
  steep: number
  /** Noise about -1..1; of the rock's layers: a ledge above, a cliff below. */
  uneven: number
  ledge: number
  /** 1 where water or snow runs down, 0 on a ridge. */
  gully: number
}

/** Snow slides off what is steep into the gullies; trees do not climb high, least where snow comes down. */
function cover({ share, steep, uneven, ledge, gully }: Spot, lines: Range['lines']): Rgb {
  const ground = mix(WOOD, PASTURE, smoothstep(0.1, 0.4, uneven))
  const above = smoothstep(-0.06, 0.06, share - lines.trees + 0.2 * uneven + 0.1 * gully)
  const bare = mix(ground, scale(ROCK, 1 + 0.5 * uneven + 0.5 * ledge), above)
  const lying =
    smoothstep(-0.16, 0.16, share - lines.snow + 0.3 * uneven + 0.12 * gully) *
    (1 - smoothstep(...STEEP, steep + 0.8 * uneven - 1.1 * ledge - 0.6 * gully))
  return mix(bare, SNOW, lying)
}
