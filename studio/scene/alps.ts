import { smoothstep } from '#studio/matte/filters.ts'
import { createRandom, fractalNoise } from './noise.ts'
import { defocus, discRadius } from './lens.ts'
import { between, createLayer, mix, paint, scale, stageNoise } from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

const ZENITH: Rgb = [0.09, 0.22, 0.54]
const HORIZON: Rgb = [0.34, 0.5, 0.74]
const VEIL: Rgb = [0.7, 0.75, 0.82]
const AIR: Rgb = [0.3, 0.42, 0.6]
const SNOW: Rgb = [1.02, 0.96, 0.88]
const ROCK: Rgb = [0.17, 0.15, 0.135]
const WOOD: Rgb = [0.03, 0.046, 0.026]
const PASTURE: Rgb = [0.12, 0.14, 0.06]
/** What the sky alone gives to ground that lies in shade. */
const SKYLIGHT: Rgb = [0.2, 0.27, 0.4]

/** Of the ground's grid: a row is so many columns deep. */
const ROW_DEPTH = 3.2
/** Rows from the foot of a range to its crest, how far that wanders, and to where the ground ends, per row of a picture. */
const CREST = 0.3
const CREST_WANDERS = 0.08
const END = 0.47
/** How far spurs and couloirs leave the straight way down, picture heights. */
const SPURS_WANDER = 0.12
/** How far spurs part below the summit, of their distance from it: seen from the front they come down aslant. */
const SPURS_FAN = 0.5
/** Coarsest cell of the ridges and finest, picture heights: below lies what the lens does not show. */
const COARSEST = 0.46
const FINEST = 0.018
/** Height of a massif between its summits, of the highest. */
const SADDLE = 0.42
/** Towards the sun: to the left, up, towards the viewer. */
const SUN = { left: 0.74, up: 0.5, near: 0.45 } as const
/** Share of a range's height where woods end and where snow begins. */
const TREE_LINE = 0.36
const SNOW_LINE = 0.54
/** Rise over run from which snow begins to slide, and at which none holds. */
const STEEP = [0.9, 1.7] as const

/** Snow peaks beyond wooded slopes on a clear day; the sun stands on the left, air turns distance blue. */
export function drawAlps(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const sky = drawSky(stage)
  const tall = random() < 0.5 ? 'left' : 'right'
  const distant = drawRange(stage, {
    salt: 0x22b,
    top: between(random, 0.3, 0.38),
    foot: 0.85,
    haze: 0.5,
    tall: tall === 'left' ? 'right' : 'left',
  })
  const range = drawRange(stage, {
    salt: 0x11a,
    top: between(random, 0.1, 0.2),
    foot: 0.92,
    haze: 0.1,
    tall,
  })
  const meadow = drawMeadow(stage, between(random, 0.88, 0.94))
  const infinite = discRadius(lens, 4000) * stage.unit
  return [
    sky,
    defocus(distant, infinite),
    defocus(range, infinite),
    defocus(meadow, discRadius(lens, 25) * stage.unit),
  ]
}

/** A clear sky, deeper above, with at most a veil of high cloud drawn out along the wind. */
function drawSky(stage: Stage): Layer {
  const layer = createLayer(stage)
  const high = stageNoise(stage, 0x44d, 0.4, 4)
  const cover = between(stage.random, 0, 0.4)
  paint(stage, layer, (x, y, out, i) => {
    const down = Math.max(0, Math.min(1, y / 0.55))
    const blue = mix(ZENITH, HORIZON, down ** 0.9)
    const veil = cover * smoothstep(0.05, 0.6, high[i] ?? 0) * (1 - 0.4 * down)
    const colour = mix(blue, VEIL, veil)
    const towardsSun = 1.06 - 0.12 * x
    out[0] = colour[0] * towardsSun
    out[1] = colour[1] * towardsSun
    out[2] = colour[2] * towardsSun
  })
  return layer
}

interface Range {
  salt: number
  /** Highest summit and the valley, picture heights from the top. */
  top: number
  foot: number
  /** Share of the air's own light before it. */
  haze: number
  /** Side of its highest summit. */
  tall: 'left' | 'right'
}

/** The ground of a range, seen level from the front: heights above its foot, columns by rows, in units of a column. */
interface Ground {
  width: number
  rows: number
  heights: Float32Array
}

/**
 * Ridged noise: folded about zero it has the sharp crests that erosion leaves, and finer ridges only where coarser
 * ones rise. Rows are deeper than columns are wide, so spurs run down towards the viewer.
 */
function createRidges({ width, unit, seed }: Stage, salt: number, rows: number): Float32Array {
  const sum = new Float32Array(width * rows)
  const weight = new Float32Array(width * rows).fill(1)
  let share = 1
  for (let cell = COARSEST, octave = 0; cell >= FINEST; cell /= 2, octave++) {
    const noise = fractalNoise((seed ^ (salt + 977 * octave)) >>> 0, width, rows, cell * unit, 1)
    for (let i = 0; i < sum.length; i++) {
      const crest = (1 - Math.min(1, 2.2 * Math.abs(noise[i] ?? 0))) ** 1.2 * (weight[i] ?? 0)
      sum[i] = (sum[i] ?? 0) + share * crest
      weight[i] = Math.min(1, 0.3 + 1.1 * crest)
    }
    share *= 0.52
  }
  return sum
}

/** 1 at a summit, less to its sides. */
const shoulder = (off: number) => 1 / (1 + off * off)

/** A massif that is highest on one side of the head, less high on the other, lowest behind it. */
function createGround(stage: Stage, { salt, top, foot, tall }: Range): Ground {
  const { width, unit, pad, aspect } = stage
  const random = createRandom((stage.seed ^ salt) >>> 0)
  const summit = between(random, 0.05, 0.17)
  const rival = aspect - between(random, 0.02, 0.14)
  const rivalHeight = between(random, 0.55, 0.75)
  const summitX = tall === 'left' ? summit : aspect - summit
  const rows = Math.round(END * unit)
  const ridges = createRidges(stage, salt, rows)
  const wander = fractalNoise((stage.seed ^ salt ^ 0x7) >>> 0, width, rows, 0.2 * unit, 2)
  const heights = new Float32Array(width * rows)
  for (let column = 0; column < width; column++) {
    const across = (column + 0.5 - pad) / unit
    const x = tall === 'left' ? across : aspect - across
    const massif =
      SADDLE +
      (1 - SADDLE) * shoulder((x - summit) / 0.32) +
      (rivalHeight - SADDLE) * shoulder((x - rival) / 0.24)
    for (let row = 0; row < rows; row++) {
      const i = row * width + column
      const aside = wander[i] ?? 0
      const along = (row / unit + CREST_WANDERS * aside) / CREST
      const fan = SPURS_FAN * (across - summitX) * Math.max(0, 1 - along)
      const from = column + Math.round(unit * (SPURS_WANDER * aside - fan))
      const ridge = ridges[row * width + Math.min(width - 1, Math.max(0, from))] ?? 0
      const rise = along < 1 ? Math.max(0, along) ** 1.15 : Math.max(0, 1 - 1.6 * (along - 1))
      heights[i] = massif * rise * (0.85 + 0.33 * ridge) + 0.05 * ridge
    }
  }
  const highest = heights.reduce((most, height) => Math.max(most, height))
  const tallest = (foot - top) * unit
  for (let i = 0; i < heights.length; i++) heights[i] = ((heights[i] ?? 0) / highest) * tallest
  return { width, rows, heights }
}

/** Share of the sun that reaches each place of the ground: how it is turned, and what stands before the sun. */
function sunOn({ width, rows, heights }: Ground): Float32Array {
  const light = new Float32Array(heights.length)
  /** Heights below which the sun is hidden, along the column before. */
  let hidden = new Float32Array(rows)
  const drift = SUN.near / SUN.left / ROW_DEPTH
  for (let column = 0; column < width; column++) {
    const next = new Float32Array(rows)
    for (let row = 0; row < rows; row++) {
      const i = row * width + column
      const height = heights[i] ?? 0
      const before = (hidden[row] ?? 0) * (1 - drift) + (hidden[Math.max(0, row - 1)] ?? 0) * drift
      const shadow = before - SUN.up / SUN.left
      next[row] = Math.max(height, shadow)
      const across = height - (heights[column > 0 ? i - 1 : i] ?? 0)
      const back = (height - (heights[row > 0 ? i - width : i] ?? 0)) / ROW_DEPTH
      const facing =
        (SUN.left * across + SUN.near * back + SUN.up) / Math.sqrt(1 + across * across + back * back)
      light[i] = Math.max(0, facing) * (1 - smoothstep(0, 2, shadow - height))
    }
    hidden = next
  }
  return light
}

/** A range of snow, rock and woods in the sun, behind its share of air. */
function drawRange(stage: Stage, range: Range): Layer {
  const layer = createLayer(stage)
  const ground = createGround(stage, range)
  const { rows, heights } = ground
  const sun = sunOn(ground)
  const { width, unit, pad } = stage
  const uneven = fractalNoise((stage.seed ^ range.salt ^ 0x3) >>> 0, width, rows, 0.07 * unit, 3)
  const foot = Math.round(range.foot * unit + pad)
  const tallest = (range.foot - range.top) * unit
  for (let column = 0; column < width; column++) {
    let seen = -(stage.height - foot)
    for (let row = 1; row < rows; row++) {
      const i = row * width + column
      const height = heights[i] ?? 0
      if (height <= seen) continue
      const steep = Math.hypot(
        height - (heights[column > 0 ? i - 1 : i] ?? 0),
        (height - (heights[i - width] ?? 0)) / ROW_DEPTH,
      )
      const share = height / tallest
      const colour = lit(cover(share, steep, uneven[i] ?? 0), sun[i] ?? 0)
      const thick = Math.min(0.9, range.haze + 0.12 * (row / rows) + 0.26 * (1 - share) ** 3)
      const [r, g, b] = mix(colour, AIR, thick)
      for (; seen < height; seen++) {
        const at = (foot - 1 - Math.floor(seen)) * width + column
        layer.r[at] = r
        layer.g[at] = g
        layer.b[at] = b
        layer.a[at] = 1
      }
    }
  }
  return layer
}

/** What lies on the ground at a share of the range's height: snow slides off what is steep, trees do not climb high. */
function cover(share: number, steep: number, uneven: number): Rgb {
  const ground = mix(WOOD, PASTURE, smoothstep(0.1, 0.4, uneven))
  const bare = mix(
    ground,
    scale(ROCK, 1 + 0.5 * uneven),
    smoothstep(-0.06, 0.06, share - TREE_LINE + 0.16 * uneven),
  )
  const lying =
    smoothstep(-0.16, 0.16, share - SNOW_LINE + 0.3 * uneven) *
    (1 - smoothstep(STEEP[0], STEEP[1], steep + 0.8 * uneven))
  return mix(bare, SNOW, lying)
}

function lit(ground: Rgb, sun: number): Rgb {
  return [
    ground[0] * (SKYLIGHT[0] + 1.05 * sun),
    ground[1] * (SKYLIGHT[1] + sun),
    ground[2] * (SKYLIGHT[2] + 0.92 * sun),
  ]
}

function drawMeadow(stage: Stage, top: number): Layer {
  const layer = createLayer(stage)
  const waves = stageNoise(stage, 0x66f, 0.12, 3)
  const tufts = stageNoise(stage, 0x67f, 0.03, 2)
  const lean = between(stage.random, -0.12, 0.12)
  paint(stage, layer, (x, y, out, i) => {
    const crest = top + lean * (x - stage.aspect / 2) + 0.03 * (waves[i] ?? 0)
    out[3] = Math.min(1, Math.max(0, (y - crest) * stage.unit + 0.5))
    const light = (1 + 0.4 * (waves[i] ?? 0) + 0.25 * (tufts[i] ?? 0)) * (1.1 - 0.3 * x)
    out[0] = 0.12 * light
    out[1] = 0.14 * light
    out[2] = 0.065 * light
  })
  return layer
}
