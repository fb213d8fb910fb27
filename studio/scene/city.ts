import { smoothstep } from '#studio/planes/smoothstep.ts'
import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import { createRandom } from './noise.ts'
import {
  between,
  clearOfHead,
  createLayer,
  lightDisc,
  mix,
  paint,
  pick,
  rectangle,
  scale,
  stageNoise,
} from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Box, Layer, Rgb, Stage } from './stage.ts'

/** Lamps of a street at dusk: sodium, warm and cool LED, shop windows, signs, signals. */
const LAMPS: readonly [Rgb, ...Rgb[]] = [
  [1, 0.56, 0.2],
  [1, 0.62, 0.27],
  [1, 0.72, 0.42],
  [1, 0.8, 0.58],
  [0.78, 0.88, 1],
  [1, 0.46, 0.14],
  [1, 0.25, 0.12],
  [0.35, 0.8, 0.75],
]
const STREET: readonly [Rgb, ...Rgb[]] = [
  [1, 0.56, 0.2],
  [1, 0.72, 0.42],
  [1, 0.8, 0.58],
]
const WINDOW: readonly [Rgb, ...Rgb[]] = [
  [1, 0.66, 0.34],
  [1, 0.78, 0.5],
  [0.86, 0.84, 0.8],
]

/** Distances of the quarters beyond, of the skyline and of the houses across the square, metres. */
const BEYOND_M = 1100
const SKYLINE_M = 420
const HOUSES_M = 150
/** Half of a window's width: discs of windows are that much softer than those of lamps. */
const HALF_WINDOW_M = 0.7

const BEYOND_SALT = 0xbe70

/** The blue hour over a square: a fading sky, towers, houses with lit windows, lamps as discs. The sun went down on the left. */
export function drawCity(stage: Stage, lens: Lens): Layer[] {
  const { random } = stage
  const horizon = between(random, 0.6, 0.7)
  const sky = drawSky(stage, horizon)
  const houses = createLayer(stage)
  const windows = createLayer(stage)
  drawHouses(
    stage,
    { bodies: houses, windows, lens },
    {
      base: horizon + 0.06,
      distanceM: HOUSES_M,
      wide: [9, 18],
      tall: [12, 28],
      gaps: [-2, 5],
      dusk: 0.25,
      lit: [0.12, 0.34],
      glow: 1.1,
    },
  )
  drawShops(stage, houses, horizon + 0.06)
  drawPavement(stage, houses, horizon + 0.06)
  const towers = createLayer(stage)
  // Between towers one sees the town go on: sky down to the street would stand there like a lit column.
  drawHouses(
    { ...stage, random: createRandom(stage.seed ^ BEYOND_SALT) },
    { bodies: towers, windows, lens, nearer: houses },
    {
      base: horizon + 0.06,
      distanceM: BEYOND_M,
      wide: [25, 70],
      tall: [45, 80],
      gaps: [0, 0],
      dusk: 0.8,
      lit: [0.01, 0.03],
      glow: 2.4,
    },
  )
  drawHouses(
    stage,
    { bodies: towers, windows, lens, nearer: houses },
    {
      base: horizon,
      distanceM: SKYLINE_M,
      wide: [18, 40],
      tall: [25, 75],
      gaps: [0, 24],
      dusk: 0.3,
      lit: [0.08, 0.26],
      glow: 2.4,
    },
  )
  const lamps = createLayer(stage)
  drawLamps(stage, lamps, { lens, horizon, houses, towers })
  return [
    sky,
    defocus(towers, discRadius(lens, SKYLINE_M) * stage.unit),
    defocus(houses, discRadius(lens, HOUSES_M) * stage.unit),
    defocus(windows, HALF_WINDOW_M * heightsPerMetre(HOUSES_M) * stage.unit),
    lamps,
  ]
}

function drawSky(stage: Stage, horizon: number): Layer {
  const layer = createLayer(stage)
  const clouds = stageNoise(stage, 0x5c1, 0.42, 4)
  const glow: Rgb = [between(stage.random, 0.5, 0.75), 0.31, 0.2]
  const zenith: Rgb = [0.028, 0.06, between(stage.random, 0.13, 0.17)]
  const middle: Rgb = [0.13, 0.16, 0.27]
  paint(stage, layer, (x, y, out, i) => {
    const up = Math.max(0, Math.min(1, (horizon - y) / horizon))
    const cloud = (clouds[i] ?? 0) * 0.22
    const band = Math.exp(-up * 4.2) * (0.95 - 0.5 * (x / stage.aspect))
    const base = mix(middle, zenith, Math.min(1, up * 1.25))
    for (let c = 0; c < 3; c++) {
      out[c] = (base[c] ?? 0) * (1 + cloud) + (glow[c] ?? 0) * band * (1 + cloud * 1.6)
    }
  })
  return layer
}

interface Houses {
  /** Where they stand, picture heights from the top. */
  base: number
  distanceM: number
  /** Widths, heights and the spaces between them, metres. */
  wide: readonly [number, number]
  tall: readonly [number, number]
  gaps: readonly [number, number]
  /** Light of the sky on them and before them. */
  dusk: number
  /** Share of their windows that are lit. */
  lit: readonly [number, number]
  /** Light of a window. */
  glow: number
}

/** Where a row is drawn: its walls, the discs of its lit windows, and what stands before those. */
interface Drawing {
  bodies: Layer
  windows: Layer
  lens: Lens
  nearer?: Layer
}

/** A row of buildings at one distance, floor by floor. */
function drawHouses(stage: Stage, drawing: Drawing, row: Houses): void {
  const { random } = stage
  const metre = heightsPerMetre(row.distanceM)
  let x = -0.15 - between(random, 0, 4) * metre
  while (x < stage.aspect + 0.15) {
    const width = between(random, ...row.wide) * metre
    const top = row.base - between(random, ...row.tall) * metre
    const shade = row.dusk * between(random, 0.6, 1.4)
    const warm = scale([0.21, 0.165, 0.155], shade)
    const cool = scale([0.085, 0.11, 0.19], shade)
    const body = mix(warm, cool, Math.min(1, x / stage.aspect + 0.25))
    rectangle(stage, drawing.bodies, { left: x, top, right: x + width, bottom: row.base }, body)
    drawWindows(stage, drawing, row, { left: x, top, right: x + width })
    x += width + Math.max(0, between(random, ...row.gaps)) * metre
  }
}

/** The lit windows of a house: of dark ones blur leaves nothing. */
function drawWindows(
  stage: Stage,
  { windows, lens, nearer }: Drawing,
  { base, distanceM, lit, glow }: Houses,
  house: { left: number; top: number; right: number },
): void {
  const { random } = stage
  const metre = heightsPerMetre(distanceM)
  const storey = between(random, 3, 3.8) * metre
  const bay = between(random, 2.3, 3.4) * metre
  const awake = between(random, ...lit)
  const tint = pick(random, WINDOW)
  const radius = discRadius(lens, distanceM)
  // A window smaller than the disc of its distance spreads its light over that.
  const spread = (0.5 * bay * 0.58 * storey) / (Math.PI * radius ** 2)
  for (let top = house.top + storey * 0.35; top + storey * 0.6 < base; top += storey) {
    for (let left = house.left + bay * 0.3; left < house.right - bay * 0.6; left += bay) {
      if (random() > awake) continue
      const light = glow * spread * Math.exp(between(random, -1.1, 0.7))
      const at = { x: left + bay * 0.25, y: top + storey * 0.29, radius }
      if (nearer && standsAt(stage, nearer, at.x, at.y)) continue
      lightDisc(stage, windows, at, scale(mix(tint, [1, 0.7, 0.4], random() * 0.6), light))
    }
  }
}

/** What a shop window keeps of its light beside the head: no part of it, as a disc might be, but bright. */
const BESIDE_HEAD = 0.5

function drawLight(stage: Stage, layer: Layer, box: Box, colour: Rgb): void {
  const at = {
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
    radius: (box.right - box.left) / 2,
  }
  rectangle(stage, layer, box, scale(colour, BESIDE_HEAD + (1 - BESIDE_HEAD) * clearOfHead(stage, at)))
}

/** Shop windows along the pavement: a broken band of warm light. */
function drawShops(stage: Stage, layer: Layer, base: number): void {
  const { random, aspect } = stage
  const metre = heightsPerMetre(HOUSES_M)
  for (let left = -0.15; left < aspect + 0.15; left += between(random, 3, 6) * metre) {
    if (random() < 0.35) continue
    const box = {
      left,
      top: base - 2.9 * metre,
      right: left + between(random, 1.8, 3.2) * metre,
      bottom: base,
    }
    drawLight(stage, layer, box, scale(pick(random, WINDOW), between(random, 0.25, 0.75)))
  }
}

/** Stone of the square, what its worn face mirrors of the house fronts, and how far a front's light reaches, picture heights. */
const STONE: Rgb = [0.016, 0.02, 0.032]
const GLOSS = 0.5
const SHEEN = 0.11
/** Height of the fronts that it mirrors, metres, and of the sky's light on what lies nearer. */
const FRONT_M = 5
const SKYLIGHT: Rgb = [0.02, 0.026, 0.045]

/** The square before the houses: their light and the shops' lies on it in streaks that fade towards the viewer. */
function drawPavement(stage: Stage, layer: Layer, base: number): void {
  const { width, unit, pad } = stage
  const first = Math.round(base * unit + pad)
  const fronts = columnMeans(layer, Math.round(first - FRONT_M * heightsPerMetre(HOUSES_M) * unit), first)
  const worn = stageNoise(stage, 0x5c2, 0.12, 3)
  for (let row = first; row < stage.height; row++) {
    const down = (row + 0.5 - first) / unit
    const mirrored = GLOSS * Math.exp(-down / SHEEN)
    for (let column = 0; column < width; column++) {
      const i = row * width + column
      const uneven = 1 + 0.5 * (worn[i] ?? 0)
      const sky = smoothstep(0, 0.4, down)
      for (const [c, plane] of [layer.r, layer.g, layer.b].entries()) {
        const front = fronts[c]?.[column] ?? 0
        plane[i] = uneven * ((STONE[c] ?? 0) + mirrored * front + sky * (SKYLIGHT[c] ?? 0))
      }
      layer.a[i] = 1
    }
  }
}

/** Mean light of each column between two rows. */
function columnMeans({ width, r, g, b }: Layer, from: number, to: number): Float32Array[] {
  return [r, g, b].map((plane) =>
    Float32Array.from({ length: width }, (_, column) => {
      let sum = 0
      for (let row = from; row < to; row++) sum += plane[row * width + column] ?? 0
      return sum / (to - from)
    }),
  )
}

/** Light of most lamps; the brightest few have twelve times as much. */
const FAINT = 0.07
const SPREAD = 2.5
/** How far above the horizon shops have their signs, picture heights. */
const SIGNS = 0.1

/** A street, and what stands along it. */
interface Street {
  lens: Lens
  horizon: number
  houses: Layer
  towers: Layer
}

/** Street lamps towards a vanishing point, traffic, single lights on the buildings: none hangs in the sky. */
function drawLamps(stage: Stage, layer: Layer, { lens, horizon, houses, towers }: Street): void {
  const { random, aspect } = stage
  const vanishX = between(random, 0.15, 0.65) * aspect
  const put = (x: number, y: number, distanceM: number, colour: Rgb) => {
    const radius = discRadius(lens, distanceM)
    lightDisc(stage, layer, { x, y, radius }, scale(colour, FAINT * Math.exp(SPREAD * random() ** 2.5)))
  }
  for (const side of [-1, 1]) {
    const colour = pick(random, STREET)
    const offset = side * between(random, 4, 8)
    for (
      let distance = between(random, 24, 32);
      distance < HOUSES_M;
      distance *= between(random, 1.25, 1.5)
    ) {
      const metre = heightsPerMetre(distance)
      const x = vanishX + offset * metre
      const y = horizon - between(random, 3, 4.5) * metre
      if (standsAt(stage, houses, x, y)) put(x, y, distance, colour)
    }
  }
  const traffic = Math.round(between(random, 9, 15))
  for (let k = 0; k < traffic; k++) {
    const distance = between(random, 20, 120)
    const towards = random() < 0.5
    const x = between(random, 0, aspect)
    const y = horizon + between(random, 0.6, 1.2) * heightsPerMetre(distance)
    put(x, y, distance, towards ? [1, 0.86, 0.66] : [1, 0.1, 0.05])
  }
  const singles = Math.round(between(random, 30, 44))
  for (let k = 0; k < singles; k++) {
    const x = between(random, -0.05, aspect + 0.05)
    const y = horizon - between(random, -0.02, 0.5) * random()
    // Signs and signals hang above the pavement; higher up there are rooms.
    const colour = pick(random, horizon - y < SIGNS ? LAMPS : WINDOW)
    if (standsAt(stage, houses, x, y)) put(x, y, HOUSES_M, colour)
    else if (standsAt(stage, towers, x, y)) put(x, y, SKYLINE_M, colour)
  }
}

/** Whether something drawn in the layer covers a place. */
function standsAt({ unit, pad }: Stage, { width, height, a }: Layer, x: number, y: number): boolean {
  const column = Math.floor(x * unit + pad)
  const row = Math.floor(y * unit + pad)
  if (column < 0 || column >= width || row < 0 || row >= height) return false
  return (a[row * width + column] ?? 0) > 0.5
}
