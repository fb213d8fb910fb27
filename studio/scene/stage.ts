import { smoothstep } from '#studio/planes/smoothstep.ts'
import { fractalNoise } from './noise.ts'

/** Linear light in any amount, or a coverage, per channel. */
export type Rgb = readonly [number, number, number]

/**
 * Where a location is drawn: coordinates are picture heights at the subject, x from the picture's left edge, y from
 * its top; the raster is reduced and has a border as wide as the widest blur.
 */
export interface Stage {
  width: number
  height: number
  /** Pixels per picture height. */
  unit: number
  /** Border on every side, pixels. */
  pad: number
  /** Width of the picture in picture heights. */
  aspect: number
  /** Where the person's head will be: middle between the eyes, crown to chin, picture heights. */
  head: { x: number; y: number; share: number }
  seed: number
  random: () => number
}

/** One of those a scene is stacked from, the farthest first: premultiplied light and coverage. */
export interface Layer {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  a: Float32Array
}

export function createLayer({ width, height }: Stage): Layer {
  const size = width * height
  return {
    width,
    height,
    r: new Float32Array(size),
    g: new Float32Array(size),
    b: new Float32Array(size),
    a: new Float32Array(size),
  }
}

/** Sets every pixel; `shade` writes red, green, blue (not premultiplied) and coverage into `out`. */
export function paint(
  stage: Stage,
  layer: Layer,
  shade: (x: number, y: number, out: Float64Array, index: number) => void,
): void {
  const out = new Float64Array(4)
  for (let row = 0; row < stage.height; row++) {
    const y = (row + 0.5 - stage.pad) / stage.unit
    for (let column = 0; column < stage.width; column++) {
      const i = row * stage.width + column
      out[3] = 1
      shade((column + 0.5 - stage.pad) / stage.unit, y, out, i)
      const a = out[3]
      layer.r[i] = (out[0] ?? 0) * a
      layer.g[i] = (out[1] ?? 0) * a
      layer.b[i] = (out[2] ?? 0) * a
      layer.a[i] = a
    }
  }
}

function cover(layer: Layer, i: number, colour: Rgb, a: number): void {
  const left = 1 - a
  layer.r[i] = (layer.r[i] ?? 0) * left + colour[0] * a
  layer.g[i] = (layer.g[i] ?? 0) * left + colour[1] * a
  layer.b[i] = (layer.b[i] ?? 0) * left + colour[2] * a
  layer.a[i] = (layer.a[i] ?? 0) * left + a
}

/** A soft-edged ellipse turned by `angle`. */
export function ellipse(
  stage: Stage,
  layer: Layer,
  at: { x: number; y: number; rx: number; ry: number; angle?: number },
  colour: Rgb,
  opacity = 1,
): void {
  const x = at.x * stage.unit + stage.pad
  const y = at.y * stage.unit + stage.pad
  const rx = Math.max(0.5, at.rx * stage.unit)
  const ry = Math.max(0.5, at.ry * stage.unit)
  const cos = Math.cos(at.angle ?? 0)
  const sin = Math.sin(at.angle ?? 0)
  const reach = Math.max(rx, ry) + 1
  const least = Math.min(rx, ry)
  const bottom = Math.min(stage.height - 1, Math.ceil(y + reach))
  const right = Math.min(stage.width - 1, Math.ceil(x + reach))
  for (let row = Math.max(0, Math.floor(y - reach)); row <= bottom; row++) {
    for (let column = Math.max(0, Math.floor(x - reach)); column <= right; column++) {
      const dx = column + 0.5 - x
      const dy = row + 0.5 - y
      const distance = Math.hypot((dx * cos + dy * sin) / rx, (dy * cos - dx * sin) / ry)
      const a = Math.min(1, (1 - distance) * least + 0.5) * opacity
      if (a > 0) cover(layer, row * stage.width + column, colour, a)
    }
  }
}

/** A convex or concave polygon, antialiased by four sub-scanlines with exact spans. */
export function polygon(
  stage: Stage,
  layer: Layer,
  points: readonly (readonly [number, number])[],
  colour: Rgb,
  opacity = 1,
): void {
  const corners = points.map(([x, y]) => [x * stage.unit + stage.pad, y * stage.unit + stage.pad] as const)
  const ys = corners.map(([, y]) => y)
  const first = Math.max(0, Math.floor(Math.min(...ys)))
  const last = Math.min(stage.height - 1, Math.floor(Math.max(...ys)))
  const row = new Float32Array(stage.width)
  for (let y = first; y <= last; y++) {
    row.fill(0)
    for (let sub = 0; sub < 4; sub++) {
      const at = y + (sub + 0.5) / 4
      const cuts: number[] = []
      corners.forEach(([x0, y0], k) => {
        const [x1, y1] = corners[(k + 1) % corners.length] ?? [x0, y0]
        if (y0 <= at !== y1 <= at) cuts.push(x0 + ((at - y0) / (y1 - y0)) * (x1 - x0))
      })
      cuts.sort((p, q) => p - q)
      for (let k = 0; k + 1 < cuts.length; k += 2) addSpan(row, cuts[k] ?? 0, cuts[k + 1] ?? 0, 0.25)
    }
    for (let x = 0; x < stage.width; x++) {
      const a = (row[x] ?? 0) * opacity
      if (a > 0) cover(layer, y * stage.width + x, colour, a)
    }
  }
}

function addSpan(row: Float32Array, from: number, to: number, weight: number): void {
  const low = Math.max(0, from)
  const high = Math.min(row.length, to)
  for (let x = Math.floor(low); x < high; x++) {
    row[x] = (row[x] ?? 0) + weight * (Math.min(x + 1, high) - Math.max(x, low))
  }
}

/** Edges in picture heights. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export function rectangle(stage: Stage, layer: Layer, box: Box, colour: Rgb, opacity = 1): void {
  const { left, top, right, bottom } = box
  polygon(
    stage,
    layer,
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    colour,
    opacity,
  )
}

/** Half the width of a head with its ears and hair over crown to chin. */
const HEAD_HALF_WIDTH = 0.44
/** Beside the head a disc comes to its full light over this distance, picture heights. */
const CLEARANCE = 0.14
/** What the discs at the head's outline keep of their light. */
const LEFT_AT_HEAD = 0.08

/**
 * Share of its light that a disc keeps: one that the head cuts looks like a part of it, an ear-ring or a growth, so
 * discs fade towards the outline.
 */
export function clearOfHead({ head }: Stage, at: { x: number; y: number; radius: number }): number {
  const wide = head.share * HEAD_HALF_WIDTH
  const tall = head.share / 2
  const gap = (Math.hypot((at.x - head.x) / wide, (at.y - head.y) / tall) - 1) * wide - at.radius
  return LEFT_AT_HEAD + (1 - LEFT_AT_HEAD) * smoothstep(0, CLEARANCE, gap)
}

/** Of a disc's radius over which its edge fades: glass is not corrected to the wavelength. */
const SOFT_EDGE = 0.16
/** How far the barrel's rim is off the opening's, of the radius per picture height off the axis. */
const CAT_EYE = 0.9

/**
 * Light from one point, out of focus: the image of the lens opening, a little brighter towards its edge as glass
 * that is not perfectly corrected shows it. Added, not covering. Radius in picture heights.
 */
export function lightDisc(
  stage: Stage,
  layer: Layer,
  at: { x: number; y: number; radius: number },
  light: Rgb,
): void {
  const x = at.x * stage.unit + stage.pad
  const y = at.y * stage.unit + stage.pad
  const radius = at.radius * stage.unit
  const colour = scale(light, clearOfHead(stage, at))
  // Towards the corners the barrel cuts the opening to a lens shape.
  const cutX = x - (at.x - stage.aspect / 2) * radius * CAT_EYE
  const cutY = y - (at.y - 0.5) * radius * CAT_EYE
  const soft = Math.max(1, radius * SOFT_EDGE)
  const bottom = Math.min(stage.height - 1, Math.ceil(y + radius + 1))
  const right = Math.min(stage.width - 1, Math.ceil(x + radius + 1))
  for (let row = Math.max(0, Math.floor(y - radius - 1)); row <= bottom; row++) {
    for (let column = Math.max(0, Math.floor(x - radius - 1)); column <= right; column++) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      const other = Math.hypot(column + 0.5 - cutX, row + 0.5 - cutY)
      const edge = smoothstep(-0.5, soft, Math.min(radius - distance, radius * 1.06 - other))
      if (edge <= 0) continue
      const ring = 0.84 + 0.24 * (distance / radius) ** 4
      const i = row * stage.width + column
      layer.r[i] = (layer.r[i] ?? 0) + colour[0] * edge * ring
      layer.g[i] = (layer.g[i] ?? 0) + colour[1] * edge * ring
      layer.b[i] = (layer.b[i] ?? 0) + colour[2] * edge * ring
    }
  }
}

/** Noise about -1..1 over the stage; `cell` in picture heights. */
export function stageNoise(stage: Stage, salt: number, cell: number, octaves: number): Float32Array {
  return fractalNoise((stage.seed ^ salt) >>> 0, stage.width, stage.height, cell * stage.unit, octaves)
}

export function mix(p: Rgb, q: Rgb, share: number): Rgb {
  return [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share, p[2] + (q[2] - p[2]) * share]
}

export function scale(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

/** Uniform between two values. */
export function between(random: () => number, from: number, to: number): number {
  return from + (to - from) * random()
}

export function pick<T>(random: () => number, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
