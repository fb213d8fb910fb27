import { between, clamp, createStage, heightsPerMetre, mix, noise, paint } from './stage.ts'
import { farOf, pick, pixelAt, rectangle, scale, shine } from './stage.ts'
import { PAD, UNIT, WIDE } from '#studio/plates/plate.ts'
import type { Range, Rgb, Stage } from './stage.ts'

/** Lamps of a street at dusk: sodium, warm and cool LED, signs, signals. */
const LAMPS: readonly [Rgb, ...Rgb[]] = [
  [1, 0.56, 0.2],
  [1, 0.72, 0.42],
  [1, 0.8, 0.58],
  [0.78, 0.88, 1],
  [1, 0.46, 0.14],
  [1, 0.25, 0.12],
  [0.35, 0.8, 0.75],
]
const WINDOW: readonly [Rgb, ...Rgb[]] = [
  [1, 0.66, 0.34],
  [1, 0.78, 0.5],
  [0.86, 0.84, 0.8],
]
const ZENITH: Rgb = [0.028, 0.06, 0.15]
const MIDDLE: Rgb = [0.13, 0.16, 0.27]
const GLOW: Rgb = [0.62, 0.31, 0.2]
const STONE: Rgb = [0.016, 0.02, 0.032]
const HOUSES_M = 150
/** Light of a lit window's disc, by the area that it has of the house. */
const WINDOW_LIGHT = 180
/** Light of most lamps; the brightest few have twelve times as much. */
const FAINT = 0.07
const SPREAD = 2.5

/** Rows of buildings, the farthest first: widths, heights and the spaces between them, metres. */
interface Row {
  distanceM: number
  wide: Range
  tall: Range
  gaps: Range
  /** Light of the sky on them and before them. */
  dusk: number
  /** Share of their windows that are lit. */
  lit: Range
}

const ROWS: readonly Row[] = [
  { distanceM: 1100, wide: [25, 70], tall: [45, 80], gaps: [0, 0], dusk: 0.8, lit: [0, 0] },
  { distanceM: 420, wide: [18, 40], tall: [25, 75], gaps: [0, 24], dusk: 0.3, lit: [0.08, 0.2] },
  { distanceM: HOUSES_M, wide: [9, 18], tall: [12, 28], gaps: [-2, 5], dusk: 0.25, lit: [0.12, 0.34] },
]

/** The blue hour over a square: a fading sky, towers, houses with lit windows, lamps. The sun went down on the left. */
export function drawCity(seed: number): Stage {
  const stage = createStage(seed)
  const { random } = stage
  const horizon = between(random, 0.62, 0.7)
  const clouds = noise(stage, 0x5c1, 0.42, 4)
  paint(stage, (x, y, i) => {
    const up = clamp((horizon - y) / horizon)
    const uneven = 1 + 0.22 * (clouds[i] ?? 0)
    const sky = scale(mix(MIDDLE, ZENITH, Math.min(1, up * 1.25)), uneven)
    const band = Math.exp(-up * 4.2) * (0.95 - 0.25 * x) * uneven
    return [[sky[0] + GLOW[0] * band, sky[1] + GLOW[1] * band, sky[2] + GLOW[2] * band], 5000]
  })
  const base = horizon + 0.06
  for (const row of ROWS) drawHouses(stage, row, base)
  for (let left = -0.15; left < WIDE + 0.15; left += between(random, 0.065, 0.13)) {
    const shop = { left, top: base - 0.062, right: left + between(random, 0.04, 0.07), bottom: base }
    if (random() < 0.65)
      rectangle(stage, shop, scale(pick(random, WINDOW), between(random, 0.2, 0.65)), HOUSES_M)
  }
  drawPavement(stage, base)
  drawLamps(stage, horizon)
  return stage
}

function drawHouses(stage: Stage, row: Row, base: number): void {
  const { random } = stage
  const metre = heightsPerMetre(row.distanceM)
  for (let left = -0.2; left < WIDE + 0.15; left += Math.max(0, between(random, ...row.gaps)) * metre) {
    const house = { left, top: base - between(random, ...row.tall) * metre, right: left, bottom: base }
    house.right += between(random, ...row.wide) * metre
    const body = mix([0.21, 0.165, 0.155], [0.085, 0.11, 0.19], clamp(left / WIDE + 0.25))
    // What stood in front of an earlier row takes its lights away.
    stage.lights = stage.lights.filter(([x, y]) => x < house.left || x > house.right || y < house.top)
    rectangle(stage, house, scale(body, row.dusk * between(random, 0.6, 1.4)), row.distanceM)
    const storey = between(random, 3, 3.8) * metre
    const bay = between(random, 2.3, 3.4) * metre
    const awake = between(random, ...row.lit)
    const tint = pick(random, WINDOW)
    for (let y = house.top + storey * 0.6; y < base - storey; y += storey) {
      for (let x = left + bay * 0.5; x < house.right - bay * 0.3; x += bay) {
        if (random() > awake) continue
        // A window smaller than its disc spreads its light over that.
        const light = WINDOW_LIGHT * storey * bay * Math.exp(between(random, -1.1, 0.7))
        shine(stage, x, y, row.distanceM, scale(mix(tint, [1, 0.7, 0.4], random() * 0.6), light))
      }
    }
    left = house.right
  }
}

/** The square: the light of house fronts and shops lies on its worn stone in streaks that fade towards the viewer. */
function drawPavement(stage: Stage, base: number): void {
  const { rgb, width } = stage
  const worn = noise(stage, 0x5c2, 0.12, 3)
  const fronts = Array.from({ length: width }, (_, x): Rgb => {
    const rows = [0.01, 0.03, 0.05, 0.08, 0.1].map((up) => Math.round((base - up + PAD) * UNIT))
    const mean = (c: number) => rows.reduce((sum, row) => sum + (rgb[3 * (row * width + x) + c] ?? 0), 0) / 5
    return [mean(0), mean(1), mean(2)]
  })
  paint(stage, (_, y, i) => {
    const down = y - base
    if (down < 0) return null
    const mirrored = scale(fronts[i % width] ?? STONE, 0.5 * Math.exp(-down / 0.11))
    const sky = clamp(down / 0.4) * 1.3
    const own = scale(STONE, 1 + sky)
    const light: Rgb = [own[0] + mirrored[0], own[1] + mirrored[1], own[2] + mirrored[2]]
    return [scale(light, 1 + 0.5 * (worn[i] ?? 0)), 30]
  })
}

/** Lamps of two streets towards their vanishing points, traffic, single lights on the buildings: none hangs in the sky. */
function drawLamps(stage: Stage, horizon: number): void {
  const { random } = stage
  const put = (x: number, y: number, away: number, colour: Rgb) => {
    shine(stage, x, y, away, scale(colour, FAINT * Math.exp(SPREAD * random() ** 2.5)))
  }
  for (let street = -2; street < 2; street++) {
    const colour = pick(random, [LAMPS[0], ...WINDOW])
    const vanishX = (street < 0 ? 0.25 : 0.75) * WIDE + between(random, -0.2, 0.2)
    const offset = (street % 2 ? 1 : -1) * between(random, 4, 8)
    for (let away = between(random, 24, 32); away < HOUSES_M; away *= between(random, 1.25, 1.5)) {
      const metre = heightsPerMetre(away)
      put(vanishX + offset * metre, horizon - between(random, 3, 4.5) * metre, away, colour)
    }
  }
  for (let k = 0; k < 24; k++) {
    const away = between(random, 20, 120)
    const y = horizon + between(random, 0.6, 1.2) * heightsPerMetre(away)
    put(between(random, 0, WIDE), y, away, random() < 0.5 ? [1, 0.86, 0.66] : [1, 0.1, 0.05])
  }
  for (let k = 0; k < 76; k++) {
    const x = between(random, -0.05, WIDE + 0.05)
    const up = between(random, -0.02, 0.5) * random()
    const seen = stage.far[pixelAt(stage, x, horizon - up) ?? 0] ?? 1
    // Signs and signals hang above the pavement; higher up there are rooms.
    if (seen < farOf(1000)) put(x, horizon - up, HOUSES_M, pick(random, up < 0.1 ? LAMPS : WINDOW))
  }
}
