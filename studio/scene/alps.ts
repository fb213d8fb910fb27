import { smoothstep } from '#studio/planes/smoothstep.ts'
import { createRandom, fractalNoise } from './noise.ts'
import { erode } from './erosion.ts'
import { defocus, discRadius } from './lens.ts'
import { between, createLayer, mix, paint, scale, stageNoise } from './stage.ts'
import type { Ground } from './erosion.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

const ZENITH: Rgb = [0.09, 0.22, 0.54]
const HORIZON: Rgb = [0.34, 0.5, 0.74]
const VEIL: Rgb = [0.7, 0.75, 0.82]
const AIR: Rgb = [0.3, 0.42, 0.6]
const SNOW: Rgb = [1.02, 0.96, 0.88]
const ROCK: Rgb = [0.12, 0.108, 0.1]
const WOOD: Rgb = [0.03, 0.046, 0.026]
const PASTURE: Rgb = [0.12, 0.14, 0.06]
/** What the sky alone gives to ground that lies in shade. */
const SKYLIGHT: Rgb = [0.14, 0.2, 0.32]
const SUNLIGHT: Rgb = [1.28, 1.2, 1.1]

/** Cells of the ground per picture height: below lies what the lens does not show. */
const CELLS = 64
/** Depth of a range from its foot to the valley behind, of its height, where it is least, and how high that valley lies. */
const DEPTH = 1.6
const BACK = 0.35
/** Rows by which a range's foot recedes per column away from its highest summit: spurs come down aslant. */
const TURN = [0.15, 0.5] as const
/** Height of a massif between its summits, of the highest. */
const SADDLE = 0.42
/** Towards the sun: to the left, up, towards the viewer. */
const SUN = { left: 0.74, up: 0.5, near: 0.45 } as const
/** Share of a range's height where woods end and where snow begins. */
const TREE_LINE = [0.28, 0.4] as const
const SNOW_LINE = [0.42, 0.56] as const
/** Cells whose water makes a gully, the natural logarithm, from where it is hardly one to where it is deep. */
const GULLY = [1, 4] as const
/** Layers of rock as seen: length picture heights, times longer than high, and how much they rise per length. */
const STRATA = 0.14
const FLATNESS = 3
const DIP = 0.2
/** How much less steep a ledge is than the slope, and a cliff steeper; how much darker rock is in cliffs. */
const LEDGE = 1.1
const CLIFFS = 0.5
/** Rise over run from which snow begins to slide, and at which none holds. */
const STEEP = [0.9, 1.8] as const

/** Snow peaks beyond wooded slopes on a clear day; the sun stands on the left, air turns distance blue. */
export function drawAlps(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const sky = drawSky(stage)
  const tall = random() < 0.5 ? 'left' : 'right'
  const lines = { trees: between(random, ...TREE_LINE), snow: between(random, ...SNOW_LINE) }
  const distant = drawRange(stage, {
    salt: 0x22b,
    top: between(random, 0.3, 0.38),
    foot: 0.85,
    haze: 0.5,
    tall: tall === 'left' ? 'right' : 'left',
    lines,
  })
  const range = drawRange(stage, {
    salt: 0x11a,
    top: between(random, 0.08, 0.24),
    foot: 0.92,
    haze: 0.1,
    tall,
    lines,
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
  /** Where woods end and where snow begins, shares of the range's height. */
  lines: { trees: number; snow: number }
}

/** 1 at a summit, less to its sides. */
const shoulder = (off: number) => 1 / (1 + off * off)

/** A massif that is highest on one side of the head, less high on the other, lowest behind it. */
function createGround({ seed, width, unit, pad, aspect }: Stage, range: Range): Ground {
  const random = createRandom((seed ^ range.salt) >>> 0)
  const summit = between(random, 0.05, 0.17)
  const rival = aspect - between(random, 0.02, 0.14)
  const rivalHeight = between(random, 0.55, 0.75)
  const turn = between(random, ...TURN)
  const tallest = heightOf(range)
  const columns = Math.ceil((width / unit) * CELLS)
  const ground = erode({
    width: columns,
    rows: Math.ceil(tallest * DEPTH + turn * columns),
    seed: seed ^ range.salt,
    front: (column) => turn * (range.tall === 'left' ? column : columns - column),
    back: BACK * tallest,
    rise: (column) => {
      const across = column / CELLS - pad / unit
      const x = range.tall === 'left' ? across : aspect - across
      return (
        SADDLE +
        (1 - SADDLE) * shoulder((x - summit) / 0.3) +
        (rivalHeight - SADDLE) * shoulder((x - rival) / 0.2)
      )
    },
  })
  const highest = ground.heights.reduce((most, height) => Math.max(most, height))
  return { ...ground, heights: ground.heights.map((height) => (height / highest) * tallest) }
}

/** Of a range, from its foot to its highest summit, cells. */
const heightOf = ({ top, foot }: Range) => (foot - top) * CELLS

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
      const facing =
        (SUN.left * across + SUN.near * back + SUN.up) / Math.sqrt(1 + across * across + back * back)
      light[i] = Math.max(0, facing) * (1 - smoothstep(0, 2, shadow - height))
    }
    hidden = next
  }
  return light
}

/** A range of snow, rock and woods in the sun, behind its share of air, seen level from the front. */
function drawRange(stage: Stage, range: Range): Layer {
  const layer = createLayer(stage)
  const ground = createGround(stage, range)
  const { width, rows, heights } = ground
  const { r, g, b } = colourGround(stage, range, ground)
  const foot = Math.round(range.foot * stage.unit + stage.pad)
  const cell = stage.unit / CELLS
  for (let column = 0; column < stage.width; column++) {
    const from = (column + 0.5) / cell
    const left = Math.min(width - 2, Math.floor(from))
    const share = from - left
    const at = (values: Float32Array, i: number) =>
      (values[i] ?? 0) * (1 - share) + (values[i + 1] ?? 0) * share
    let seen = foot - stage.height
    for (let row = 0; row < rows; row++) {
      const i = row * width + left
      const height = cell * at(heights, i)
      for (; seen < height; seen++) {
        const pixel = (foot - 1 - seen) * stage.width + column
        layer.r[pixel] = at(r, i)
        layer.g[pixel] = at(g, i)
        layer.b[pixel] = at(b, i)
        layer.a[pixel] = 1
      }
    }
  }
  return layer
}

/** The light that comes from each place of the ground. */
function colourGround(stage: Stage, range: Range, ground: Ground): Pick<Layer, 'r' | 'g' | 'b'> {
  const { width, rows, heights, basin } = ground
  const sun = sunOn(ground)
  const uneven = fractalNoise((stage.seed ^ range.salt ^ 0x3) >>> 0, width, rows, 0.07 * CELLS, 3)
  const beds = Math.ceil(FLATNESS * (heightOf(range) + DIP * width)) + 1
  const strata = fractalNoise((stage.seed ^ range.salt ^ 0x5) >>> 0, width, beds, STRATA * CELLS, 3)
  const layer = (height: number, column: number) =>
    Math.floor(FLATNESS * (height + DIP * column)) * width + column
  const plane = () => new Float32Array(heights.length)
  const [r, g, b] = [plane(), plane(), plane()]
  heights.forEach((height, i) => {
    const across = height - (heights[i % width > 0 ? i - 1 : i + 1] ?? 0)
    const along = height - (heights[i >= width ? i - width : i + width] ?? 0)
    const place = {
      share: height / heightOf(range),
      steep: Math.hypot(across, along),
      uneven: uneven[i] ?? 0,
      ledge: strata[layer(height, i % width)] ?? 0,
      gully: smoothstep(...GULLY, Math.log(basin[i] ?? 1)),
    }
    const thick = range.haze + 0.12 * (i / heights.length) + 0.26 * (1 - place.share) ** 3
    const light = mix(lit(cover(place, range.lines), sun[i] ?? 0), AIR, Math.min(0.9, thick))
    r[i] = light[0]
    g[i] = light[1]
    b[i] = light[2]
  })
  return { r, g, b }
}

interface Spot {
  /** Its height, of the range's. */
  share: number
  /** Rise over run. */
  steep: number
  /** Noise about -1..1. */
  uneven: number
  /** Of the rock's layers: a ledge above, a cliff below; about -1..1. */
  ledge: number
  /** 1 where water or snow runs down, 0 on a ridge. */
  gully: number
}

/** Snow slides off what is steep into the gullies; trees do not climb high, least where snow comes down. */
function cover({ share, steep, uneven, ledge, gully }: Spot, lines: Range['lines']): Rgb {
  const ground = mix(WOOD, PASTURE, smoothstep(0.1, 0.4, uneven))
  const bare = mix(
    ground,
    scale(ROCK, 1 + 0.5 * uneven + CLIFFS * ledge),
    smoothstep(-0.06, 0.06, share - lines.trees + 0.2 * uneven + 0.1 * gully),
  )
  const lying =
    smoothstep(-0.16, 0.16, share - lines.snow + 0.3 * uneven + 0.12 * gully) *
    (1 - smoothstep(...STEEP, steep + 0.8 * uneven - LEDGE * ledge - 0.6 * gully))
  return mix(bare, SNOW, lying)
}

function lit(ground: Rgb, sun: number): Rgb {
  return [
    ground[0] * (SKYLIGHT[0] + SUNLIGHT[0] * sun),
    ground[1] * (SKYLIGHT[1] + SUNLIGHT[1] * sun),
    ground[2] * (SKYLIGHT[2] + SUNLIGHT[2] * sun),
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
