import { FloatType } from 'three'
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js'
import { PAD, UNIT, WIDE } from '#studio/plates/plate.ts'
import type { PlaceLight } from '#studio/plates/plate.ts'
import { luminance } from '#studio/picture/color.ts'
import type { Size } from '#studio/picture/raster.ts'
import { createStage, farOf, shine } from './stage.ts'
import type { Range, Rgb, Stage } from './stage.ts'

/** A photographed place all round, linear light: width is the horizon's circle, height from zenith to nadir. */
export interface Panorama extends Size {
  /** Triples, row by row from the zenith. */
  light: Float32Array
}

/** Light of the sun or a lamp where the camera's range ended. */
const BRIGHTEST = 400
const CHANNELS = 4

/** @param url a panorama in the format of `@pmndrs/assets`: OpenEXR in base64 */
export function openPanorama(url: string): Panorama {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const loader = new EXRLoader()
  loader.type = FloatType
  const { width, height, data } = loader.parse(new Uint8Array(bytes).buffer)
  const light = new Float32Array(3 * width * height)
  for (let row = 0, to = 0; row < height; row++) {
    // The loader's first row is the lowest, as graphics cards expect.
    let from = (height - 1 - row) * width * CHANNELS
    for (let column = 0; column < width; column++, from += CHANNELS)
      for (let c = 0; c < 3; c++, to++) {
        const value = data[from + c] ?? 0
        light[to] = Number.isFinite(value) ? Math.min(BRIGHTEST, Math.max(0, value)) : BRIGHTEST
      }
  }
  return { width, height, light }
}

/** A view of a panorama, and the range for a head in it. */
export interface View {
  look: Look
  stand: Range
}

/** A plate that begins with a view of a panorama; the seed is for objects drawn in front. */
export function stageOf(panorama: Panorama, view: View, awayM: number, seed = 1): Stage {
  const stage = createStage(seed)
  lookAt(stage, panorama, view.look, awayM)
  return { ...stage, light: lightIn(panorama, view.look), stand: view.stand }
}

/** Where a camera looks in a panorama: degrees to the right of its middle, above the horizon, from top to bottom. */
export interface Look {
  yawDeg: number
  pitchDeg: number
  fieldDeg: number
  /** Multiplies the light. */
  exposure: number
  /** White balance and chroma as a photographer would develop the picture: neutral and 1 unless told. */
  balance?: Rgb
  chroma?: number
}

const RADIANS = Math.PI / 180
/** Light above this is a highlight, of which a plate keeps the excess as a point of light. */
const HIGHLIGHT = 5
/** Highlights kept, and the radius of the disc that one is seen as, picture heights. */
const MOST_LIGHTS = 90
const DISC = 0.033
/** Highlights nearer than this are one, picture heights. */
const ONE_LIGHT = 0.02

/** Paints a camera's view of a panorama, all of it far away. */
export function lookAt(stage: Stage, panorama: Panorama, look: Look, awayM: number): void {
  const { exposure, pitchDeg, yawDeg } = look
  const focal = focalOf(look)
  const [cos, sin] = [Math.cos(pitchDeg * RADIANS), Math.sin(pitchDeg * RADIANS)]
  for (let row = 0, i = 0; row < stage.height; row++) {
    const dy = (0.5 - ((row + 0.5) / UNIT - PAD)) / focal
    for (let column = 0; column < stage.width; column++, i++) {
      const dx = ((column + 0.5) / UNIT - PAD - WIDE / 2) / focal
      const [up, ahead] = [dy * cos + sin, cos - dy * sin]
      const yaw = Math.atan2(dx, ahead) + yawDeg * RADIANS
      const rise = Math.atan2(up, Math.hypot(dx, ahead))
      const seen = (c: 0 | 1 | 2) => lightAt(panorama, yaw, rise, c, HIGHLIGHT / exposure)
      stage.rgb.set(developed(look, [seen(0), seen(1), seen(2)]), 3 * i)
      stage.far[i] = farOf(awayM)
    }
  }
  shineHighlights(stage, panorama, look, awayM)
}

function sumOf(one: Rgb, other: Rgb): Rgb {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

function developed({ exposure, balance = [1, 1, 1], chroma = 1 }: Look, light: Rgb): Rgb {
  const own: Rgb = [light[0] * balance[0], light[1] * balance[1], light[2] * balance[2]]
  const grey = luminance(...own)
  const channel = (c: 0 | 1 | 2) => exposure * Math.max(0, grey + (own[c] - grey) * chroma)
  return [channel(0), channel(1), channel(2)]
}

/** Picture heights from the lens to the picture, whose height is 1. */
const focalOf = ({ fieldDeg }: Look) => 0.5 / Math.tan((fieldDeg / 2) * RADIANS)

/** Smooth between the panorama's pixels (Catmull-Rom's flatter sister: a cubic B-spline shows no lattice), highlights cut at `most`. */
function lightAt({ width, height, light }: Panorama, yaw: number, rise: number, c: number, most: number) {
  const x = (yaw / (2 * Math.PI) + 0.5) * width - 0.5
  const y = (0.5 - rise / Math.PI) * height - 0.5
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [across, down] = [splineWeights(x - left), splineWeights(y - top)]
  let sum = 0
  for (let v = 0; v < 4; v++) {
    const row = Math.min(height - 1, Math.max(0, top - 1 + v)) * width
    for (let u = 0; u < 4; u++) {
      const column = (((left - 1 + u) % width) + width) % width
      sum += (down[v] ?? 0) * (across[u] ?? 0) * Math.min(most, light[3 * (row + column) + c] ?? 0)
    }
  }
  return sum
}

function splineWeights(t: number): [number, number, number, number] {
  const [s, t2] = [1 - t, t * t]
  return [(s * s * s) / 6, (4 - 6 * t2 + 3 * t2 * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6, (t2 * t) / 6]
}

/** The strongest highlights as points of light, each with the light beyond the picture's range. */
function shineHighlights(stage: Stage, { width, height, light }: Panorama, look: Look, awayM: number): void {
  const focal = focalOf(look)
  const [cos, sin] = [Math.cos(look.pitchDeg * RADIANS), Math.sin(look.pitchDeg * RADIANS)]
  const spread = ((2 * Math.PI) / width) ** 2 * focal ** 2 * (1 / (Math.PI * DISC ** 2))
  const found: { x: number; y: number; light: Rgb; strength: number }[] = []
  for (let i = 0; i < width * height; i++) {
    const own = developed(look, [light[3 * i] ?? 0, light[3 * i + 1] ?? 0, light[3 * i + 2] ?? 0])
    const [r, g, b] = [own[0] - HIGHLIGHT, own[1] - HIGHLIGHT, own[2] - HIGHLIGHT].map(positive)
    if (r === undefined || g === undefined || b === undefined) continue
    if (luminance(r, g, b) <= 0) continue
    const yaw = (((i % width) + 0.5) / width - 0.5) * 2 * Math.PI - look.yawDeg * RADIANS
    const rise = (0.5 - (Math.floor(i / width) + 0.5) / height) * Math.PI
    const [up, flat] = [Math.sin(rise), Math.cos(rise) * Math.cos(yaw)]
    const ahead = flat * cos + up * sin
    if (ahead < 0.2) continue
    const x = WIDE / 2 + (focal * Math.cos(rise) * Math.sin(yaw)) / ahead
    const y = 0.5 - (focal * (up * cos - flat * sin)) / ahead
    if (x < -PAD || x > WIDE + PAD || y < -PAD || y > 1 + PAD) continue
    const share = spread * Math.cos(rise)
    found.push({ x, y, light: [r * share, g * share, b * share], strength: luminance(r, g, b) })
  }
  found.sort((p, q) => q.strength - p.strength)
  const kept: typeof found = []
  for (const spot of found) {
    const same = kept.find(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < ONE_LIGHT)
    if (same) same.light = sumOf(same.light, spot.light)
    else if (kept.length < MOST_LIGHTS) kept.push(spot)
  }
  for (const spot of kept) shine(stage, spot.x, spot.y, awayM, spot.light)
}

const positive = (value: number) => Math.max(0, value)

/** Directions as a viewer who looks at `yawDeg` has them: to the right, up, and towards the viewer. */
const SIDES: Readonly<Record<keyof PlaceLight, readonly [number, number, number]>> = {
  left: [-1, 0, 0],
  right: [1, 0, 0],
  up: [0, 1, 0],
  down: [0, -1, 0],
  front: [0, 0, 1],
  behind: [0, 0, -1],
}

/** The light on a person who stands before the camera. */
export function lightIn({ width, height, light }: Panorama, look: Look): PlaceLight {
  const found = Object.entries(SIDES).map(([side, [right, high, near]]) => {
    const sum = [0, 0, 0]
    for (let row = 0, i = 0; row < height; row++) {
      const rise = (0.5 - (row + 0.5) / height) * Math.PI
      const area = ((2 * Math.PI) / width) * (Math.PI / height) * Math.cos(rise)
      for (let column = 0; column < width; column++, i++) {
        const yaw = ((column + 0.5) / width - 0.5) * 2 * Math.PI - look.yawDeg * RADIANS
        const flat = Math.cos(rise)
        const facing = flat * Math.sin(yaw) * right + Math.sin(rise) * high - flat * Math.cos(yaw) * near
        if (facing <= 0) continue
        for (let c = 0; c < 3; c++)
          sum[c] = (sum[c] ?? 0) + ((light[3 * i + c] ?? 0) * facing * area) / Math.PI
      }
    }
    const seen = developed(look, [sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0])
    return [side, seen.map((value) => Number(value.toFixed(4)))]
  })
  return Object.fromEntries(found) as PlaceLight
}
