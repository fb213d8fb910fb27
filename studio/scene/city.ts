import { defocus, discRadius, heightsPerMetre } from './lens.ts'
import {
  between,
  createLayer,
  lightDisc,
  mix,
  paint,
  pick,
  polygon,
  rectangle,
  scale,
  stageNoise,
} from './stage.ts'
import type { Lens } from './recipe.ts'
import type { Layer, Rgb, Stage } from './stage.ts'

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
  [0.9, 0.92, 1],
]

/** The blue hour over a street: a fading sky, towers with lit windows, lamps as discs. The sun went down on the left. */
export function drawCity(stage: Stage, lens: Lens): Layer[] {
  const { random, aspect } = stage
  const horizon = between(random, 0.6, 0.7)
  const sky = drawSky(stage, horizon)
  const towers = createLayer(stage)
  drawTowers(stage, towers, { base: horizon, distanceM: 700, dusk: 0.62 })
  const houses = createLayer(stage)
  drawTowers(stage, houses, { base: horizon + 0.08, distanceM: 260, dusk: 0.2 })
  rectangle(
    stage,
    houses,
    { left: -0.2, top: horizon + 0.06, right: aspect + 0.2, bottom: 1.2 },
    [0.016, 0.02, 0.032],
  )
  const far = discRadius(lens, 120) * stage.unit
  const lamps = createLayer(stage)
  drawLamps(stage, lamps, lens, horizon)
  return [sky, defocus(towers, far), defocus(houses, discRadius(lens, 40) * stage.unit), lamps]
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

/** A row of buildings at one distance; `dusk` is the light of the sky that haze has put before them. */
function drawTowers(
  stage: Stage,
  layer: Layer,
  { base, distanceM, dusk }: { base: number; distanceM: number; dusk: number },
): void {
  const { random } = stage
  const metre = heightsPerMetre(distanceM)
  let x = -0.15
  while (x < stage.aspect + 0.15) {
    const width = between(random, 12, 38) * metre
    const height = between(random, 14, distanceM > 500 ? 120 : 34) * metre
    const shade = between(random, 0.7, 1.3)
    const left = scale([0.2, 0.16, 0.19], dusk * shade)
    const body = mix(left, scale([0.07, 0.09, 0.16], dusk * shade), Math.min(1, x / stage.aspect + 0.2))
    const top = base - height
    const slant = random() < 0.3 ? between(random, -3, 3) * metre : 0
    polygon(
      stage,
      layer,
      [
        [x, top + slant],
        [x + width, top],
        [x + width, 1.2],
        [x, 1.2],
      ],
      body,
    )
    const storey = between(random, 3.4, 4.2) * metre
    const bay = between(random, 2.2, 4.5) * metre
    const lit = between(random, 0.06, 0.3)
    const tint = pick(random, WINDOW)
    for (let wy = top + storey; wy < base; wy += storey) {
      for (let wx = x + bay * 0.4; wx < x + width - bay * 0.6; wx += bay) {
        if (random() > lit) continue
        const light = 2.6 * Math.exp(between(random, -1.4, 1.2))
        const box = { left: wx, top: wy, right: wx + bay * 0.62, bottom: wy + storey * 0.5 }
        rectangle(stage, layer, box, scale(tint, light))
      }
    }
    x += width + (random() < 0.35 ? between(random, 2, 14) * metre : 0)
  }
}

/** Street lamps towards a vanishing point, traffic below, single lights anywhere. */
function drawLamps(stage: Stage, layer: Layer, lens: Lens, horizon: number): void {
  const { random, aspect } = stage
  const vanishX = between(random, 0.15, 0.65) * aspect
  const vanishY = horizon + 0.1
  const put = (x: number, y: number, distanceM: number, colour: Rgb, light: number) => {
    lightDisc(
      stage,
      layer,
      { x, y, radius: discRadius(lens, distanceM) * between(random, 0.96, 1.02) },
      scale(colour, light),
    )
  }
  for (const side of [-1, 1]) {
    const colour = pick(random, STREET)
    const offset = side * between(random, 5, 9)
    for (let distance = between(random, 12, 18); distance < 170; distance *= between(random, 1.16, 1.4)) {
      const metre = heightsPerMetre(distance)
      const light = between(random, 0.3, 0.6)
      put(vanishX + offset * metre, vanishY - between(random, 5, 7) * metre, distance, colour, light)
    }
  }
  const traffic = Math.round(between(random, 12, 20))
  for (let k = 0; k < traffic; k++) {
    const distance = between(random, 14, 110)
    const metre = heightsPerMetre(distance)
    const towards = random() < 0.5
    const colour: Rgb = towards ? [1, 0.86, 0.66] : [1, 0.1, 0.05]
    const x = vanishX + (towards ? -1 : 1) * between(random, 1.5, 6) * metre
    put(
      x,
      vanishY + between(random, 0.8, 1.6) * metre,
      distance,
      colour,
      0.3 * Math.exp(between(random, -1.4, 0.6)),
    )
  }
  const singles = Math.round(between(random, 34, 52))
  for (let k = 0; k < singles; k++) {
    const x = between(random, -0.05, aspect + 0.05)
    const y = horizon + 0.12 - Math.abs(random() + random() - 1) * between(random, 0.2, 0.7)
    put(x, y, between(random, 25, 200), pick(random, LAMPS), 0.3 * Math.exp(between(random, -2.2, 0.6)))
  }
}
