import { defocus, discRadius, heightsPerMetre } from './lens.ts'
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
/** Dark windows mirror the sky. */
const PANE: Rgb = [0.16, 0.22, 0.4]

/** Distances of the skyline and of the houses across the square, metres. */
const SKYLINE_M = 320
const HOUSES_M = 75

/** The blue hour over a square: a fading sky, towers, houses with lit windows, lamps as discs. The sun went down on the left. */
export function drawCity(stage: Stage, lens: Lens): Layer[] {
  const { random, aspect } = stage
  const horizon = between(random, 0.6, 0.7)
  const sky = drawSky(stage, horizon)
  const towers = createLayer(stage)
  drawHouses(stage, towers, {
    base: horizon,
    distanceM: SKYLINE_M,
    wide: [14, 34],
    tall: [16, 70],
    gaps: [0, 24],
    dusk: 0.5,
    lit: [0.08, 0.26],
    glow: 0.9,
  })
  const houses = createLayer(stage)
  drawHouses(stage, houses, {
    base: horizon + 0.06,
    distanceM: HOUSES_M,
    wide: [7, 13],
    tall: [6, 15],
    gaps: [-1, 3],
    dusk: 0.25,
    lit: [0.2, 0.5],
    glow: 0.5,
  })
  drawShops(stage, houses, horizon + 0.06)
  rectangle(
    stage,
    houses,
    { left: -0.2, top: horizon + 0.06, right: aspect + 0.2, bottom: 1.2 },
    [0.016, 0.02, 0.032],
  )
  const lamps = createLayer(stage)
  drawLamps(stage, lamps, lens, horizon)
  return [
    sky,
    defocus(towers, discRadius(lens, SKYLINE_M) * stage.unit),
    defocus(houses, discRadius(lens, HOUSES_M) * stage.unit),
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

/** A row of buildings at one distance, floor by floor. */
function drawHouses(stage: Stage, layer: Layer, row: Houses): void {
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
    rectangle(stage, layer, { left: x, top, right: x + width, bottom: row.base }, body)
    drawWindows(stage, layer, row, { left: x, top, right: x + width })
    x += width + Math.max(0, between(random, ...row.gaps)) * metre
  }
}

function drawWindows(
  stage: Stage,
  layer: Layer,
  { base, distanceM, dusk, lit, glow }: Houses,
  house: { left: number; top: number; right: number },
): void {
  const { random } = stage
  const metre = heightsPerMetre(distanceM)
  const storey = between(random, 3, 3.8) * metre
  const bay = between(random, 2.3, 3.4) * metre
  const awake = between(random, ...lit)
  const tint = pick(random, WINDOW)
  for (let top = house.top + storey * 0.35; top + storey * 0.6 < base; top += storey) {
    for (let left = house.left + bay * 0.3; left < house.right - bay * 0.6; left += bay) {
      const box = { left, top, right: left + bay * 0.5, bottom: top + storey * 0.58 }
      if (random() > awake) {
        rectangle(stage, layer, box, scale(PANE, dusk * between(random, 0.3, 1.4)))
        continue
      }
      const light = glow * Math.exp(between(random, -1.1, 0.7))
      drawLight(stage, layer, box, scale(mix(tint, [1, 0.7, 0.4], random() * 0.6), light))
    }
  }
}

/** What a lit window keeps of its light beside the head: no part of it, as a disc might be, but bright. */
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

/** Light of most lamps; the brightest few have twelve times as much. */
const FAINT = 0.07
const SPREAD = 2.5

/** Street lamps towards a vanishing point, traffic, a string of bulbs nearby, single lights anywhere. */
function drawLamps(stage: Stage, layer: Layer, lens: Lens, horizon: number): void {
  const { random, aspect } = stage
  const vanishX = between(random, 0.15, 0.65) * aspect
  const put = (x: number, y: number, distanceM: number, colour: Rgb) => {
    const radius = discRadius(lens, distanceM)
    lightDisc(stage, layer, { x, y, radius }, scale(colour, FAINT * Math.exp(SPREAD * random() ** 2.5)))
  }
  for (const side of [-1, 1]) {
    const colour = pick(random, STREET)
    const offset = side * between(random, 4, 8)
    for (let distance = between(random, 14, 20); distance < 120; distance *= between(random, 1.3, 1.7)) {
      const metre = heightsPerMetre(distance)
      put(vanishX + offset * metre, horizon - between(random, 3, 4.5) * metre, distance, colour)
    }
  }
  const traffic = Math.round(between(random, 7, 12))
  for (let k = 0; k < traffic; k++) {
    const distance = between(random, 14, 80)
    const towards = random() < 0.5
    const x = between(random, 0, aspect)
    const y = horizon + between(random, 0.6, 1.2) * heightsPerMetre(distance)
    put(x, y, distance, towards ? [1, 0.86, 0.66] : [1, 0.1, 0.05])
  }
  const singles = Math.round(between(random, 12, 20))
  for (let k = 0; k < singles; k++) {
    const x = between(random, -0.05, aspect + 0.05)
    const y = horizon + 0.1 - Math.abs(random() + random() - 1) * between(random, 0.2, 0.6)
    put(x, y, 4 * 30 ** random(), pick(random, LAMPS))
  }
  drawString(stage, put)
}

/** Bulbs on a sagging cable over the terrace of a café: the nearest lights, so the smallest discs. */
function drawString(
  { random, aspect }: Stage,
  put: (x: number, y: number, distanceM: number, colour: Rgb) => void,
): void {
  if (random() < 0.3) return
  const start = between(random, 0, 0.16)
  const end = between(random, 0, 0.16)
  const sag = between(random, 0.05, 0.12)
  const bulbs = Math.round(between(random, 8, 12))
  for (let k = 0; k < bulbs; k++) {
    const along = (k + between(random, 0.4, 0.6)) / bulbs
    const y = start + (end - start) * along + sag * 4 * along * (1 - along)
    put(along * aspect, y, between(random, 3.4, 3.9) + 2 * along, [1, 0.72, 0.42])
  }
}
