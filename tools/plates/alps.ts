import dawn from '@pmndrs/assets/hdri/dawn.exr.js'
import sunrise from '@pmndrs/assets/hdri/sunrise.exr.js'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { UNIT, WIDE, PAD } from '#studio/plates/plate.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { erode } from './erosion.ts'
import { openPanorama, stageOf } from './panorama.ts'
import { mix, noise, paint, scale } from './stage.ts'
import type { Ground } from './erosion.ts'
import type { View } from './panorama.ts'
import type { Rgb, Stage } from './stage.ts'

const AIR: Rgb = [0.33, 0.39, 0.52]
const SNOW: Rgb = [0.86, 0.86, 0.9]
const ROCK: Rgb = [0.1, 0.09, 0.09]
const WOOD: Rgb = [0.03, 0.042, 0.03]
const PASTURE: Rgb = [0.1, 0.11, 0.055]
/** What the sky alone gives to ground that lies in shade, and the first sun on the summits. */
const SKYLIGHT: Rgb = [0.15, 0.21, 0.36]
const SUNLIGHT: Rgb = [1.62, 1.16, 0.86]
/** Towards the sun: to the left, up, towards the viewer. */
const SUN = { left: 0.66, up: 0.34, near: 0.66 } as const

/** Cells of the ground per picture height: below lies what the lens does not show. */
const CELLS = 64
/** Depth of a range from its foot to the valley behind, of its height, and how high that valley lies. */
const DEPTH = 1.6
const BACK = 0.35
/** Height of a massif between its summits, of the highest. */
const SADDLE = 0.3
/** Cells whose water makes a gully, the natural logarithm, from where it is hardly one to where it is deep. */
const GULLY = [1, 4] as const
/** Rise over run from which snow begins to slide, and at which none holds. */
const STEEP = [0.9, 1.8] as const
const SKY_M = 20_000

/** A summit: where, its height of the range's highest, and half its width; picture heights. */
type Summit = readonly [x: number, height: number, wide: number]

interface Range {
  salt: number
  summits: readonly Summit[]
  /** Highest summit and the valley, picture heights from the top. */
  top: number
  foot: number
  /** Share of scattered light from the air before the range. */
  haze: number
  /** Heights of the tree line and of the snow line, shares of the range's height. */
  lines: { trees: number; snow: number }
}

/** The dawn is a desert's: air over snow is less violet. */
const LILAC = { chroma: 0.46, balance: [0.92, 1.04, 1] } as const

/** Summits stand beside a head and well above it, or below its chin: no summit ends at an ear. */
const VIEWS: readonly (View & { of: string; ranges: readonly Range[] })[] = [
  {
    of: sunrise,
    look: { yawDeg: -145, pitchDeg: 9, fieldDeg: 40, exposure: 1.4, chroma: 0.9 },
    stand: [0.76, 0.84],
    ranges: [
      range(
        0x22b,
        [
          [0.46, 1, 0.17],
          [1.2, 0.3, 0.3],
          [1.6, 0.6, 0.2],
        ],
        0.1,
        0.84,
        0.26,
      ),
      range(
        0x11a,
        [
          [0.1, 0.9, 0.3],
          [0.62, 0.5, 0.3],
          [1.3, 1, 0.3],
        ],
        0.56,
        1,
        0.26,
      ),
    ],
  },
  {
    of: sunrise,
    look: { yawDeg: -165, pitchDeg: 9, fieldDeg: 40, exposure: 1.6, chroma: 0.9 },
    stand: [0.76, 0.84],
    ranges: [
      range(
        0x52b,
        [
          [0.2, 0.8, 0.12],
          [0.47, 1, 0.1],
          [0.8, 0.6, 0.12],
          [1.14, 0.9, 0.11],
          [1.5, 0.7, 0.1],
        ],
        0.43,
        0.84,
        0.3,
      ),
      range(
        0x31a,
        [
          [0.3, 1, 0.3],
          [0.9, 0.4, 0.3],
          [1.4, 0.8, 0.3],
        ],
        0.62,
        1,
        0.3,
      ),
    ],
  },
  {
    of: dawn,
    look: { yawDeg: 128, pitchDeg: 13, fieldDeg: 40, exposure: 0.36, ...LILAC },
    stand: [0.5, 1.1],
    ranges: [
      range(
        0x42b,
        [
          [0.2, 0.8, 0.2],
          [0.5, 0.9, 0.12],
          [0.9, 0.8, 0.12],
          [1.3, 1, 0.16],
        ],
        0.42,
        0.84,
        0.42,
      ),
      range(
        0x41a,
        [
          [0.3, 1, 0.3],
          [0.9, 0.6, 0.3],
          [1.5, 0.8, 0.3],
        ],
        0.64,
        1,
        0.3,
      ),
    ],
  },
]

function range(
  ...[salt, summits, top, foot, haze]: [number, readonly Summit[], number, number, number]
): Range {
  return { salt, summits, top, foot, haze, lines: { trees: top < 0.5 ? 0.2 : 2, snow: top < 0.5 ? 0.34 : 3 } }
}

const MEADOW = 0.95

/** Snow peaks in the first light, beyond a wooded ridge; the air between is what shows how far they are. */
export const ALPS = VIEWS.map((view) => () => {
  const stage = stageOf(openPanorama(view.of), view, SKY_M)
  for (const each of view.ranges) drawRange(stage, each)
  const waves = noise(stage, 0x66f, 0.12, 3)
  paint(stage, (_x, y, i) =>
    y < MEADOW + 0.03 * (waves[i] ?? 0) ? null : [scale(PASTURE, 0.5 + 0.3 * (waves[i] ?? 0)), 25],
  )
  return stage
})

/** Of a range, from its foot to its highest summit, cells. */
const heightOf = ({ top, foot }: Range) => (foot - top) * CELLS

/** A massif with its summits. */
function createGround({ seed }: Stage, range: Range): Ground {
  const turn = createRandom(seed ^ range.salt)() * 0.7 - 0.35
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
      const shoulders = range.summits.map(([x, height, wide]) => {
        return (height - SADDLE) / (1 + ((column / CELLS - PAD - x) / wide) ** 2)
      })
      return SADDLE + Math.max(...shoulders)
    },
  })
  const highest = ground.heights.reduce((most, height) => Math.max(most, height))
  return { ...ground, heights: ground.heights.map((height) => (height / highest) * tallest) }
}

/** Share of the sun that reaches each place of the ground, by its slope and by the shadow of ground before it. */
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

/** Snow slides off steep ground into the gullies; trees do not climb high, least where snow slides down. */
function cover({ share, steep, uneven, ledge, gully }: Spot, lines: Range['lines']): Rgb {
  const ground = mix(WOOD, PASTURE, smoothstep(0.1, 0.4, uneven))
  const above = smoothstep(-0.06, 0.06, share - lines.trees + 0.2 * uneven + 0.1 * gully)
  const bare = mix(ground, scale(ROCK, 1 + 0.5 * uneven + 0.5 * ledge), above)
  const lying =
    smoothstep(-0.16, 0.16, share - lines.snow + 0.3 * uneven + 0.12 * gully) *
    (1 - smoothstep(...STEEP, steep + 0.8 * uneven - 1.1 * ledge - 0.6 * gully))
  return mix(bare, SNOW, lying)
}
