import type { Character } from './character.ts'
import { tone, mix, skinTones } from './colour.ts'
import type { SkinTones } from './colour.ts'
import { bounds, createProjection, createRandom, curve, seedOf } from './geometry.ts'
import type { HeadPoint, Point } from './geometry.ts'
import type { Take } from './takes.ts'

export const WIDTH_PX = 1200
export const HEIGHT_PX = 1500

/** FaceMesh reads these heads as looking up by a few degrees; held this way they read as level. */
const PITCH_AT_REST_DEG = 4

type Stops = readonly (readonly [offset: number, colour: string, opacity?: number])[]

/** One person being drawn: where points fall, and the tools that leave definitions behind. */
export interface Sketch {
  who: Character
  take: Take
  skin: SkinTones
  random: () => number
  /** Pixels per half face width. */
  unit: number
  /** 1 when the light comes from the right, -1 from the left. */
  lit: 1 | -1
  head: (p: HeadPoint) => Point
  body: (p: HeadPoint) => Point
  /** Path data through points of the head, or of the body. */
  line: (points: readonly HeadPoint[], closed?: boolean) => string
  bodyLine: (points: readonly HeadPoint[], closed?: boolean) => string
  /** `line`, unaffected by `fitted`. */
  faceLine: (points: readonly HeadPoint[], closed?: boolean) => string
  oval: (x: number, y: number, rx: number, ry: number, turnDeg?: number) => string
  fill: (d: string, colour: string, opacity?: number) => string
  stroke: (d: string, colour: string, width: number, opacity?: number) => string
  /** The same with a soft edge; `sigma` in half face widths. */
  soft: (d: string, colour: string, opacity: number, sigma: number) => string
  softStroke: (d: string, colour: string, width: number, opacity: number, sigma: number) => string
  clip: (d: string, content: string) => string
  linear: (from: Point, to: Point, stops: Stops) => string
  radial: (centre: Point, radiusPx: number, stops: Stops) => string
  define: (element: (id: string) => string) => string
  definitions: () => string
}

const n = (v: number) => String(Math.round(v * 100) / 100)

function stopsOf(stops: Stops): string {
  return stops
    .map(
      ([o, c, a = 1]) =>
        `<stop offset="${n(o)}" stop-color="${c}"${a < 1 ? ` stop-opacity="${n(a)}"` : ''}/>`,
    )
    .join('')
}

/** @param name unique within the picture's page: it prefixes the ids, so that several SVGs may share a document. */
export function createSketch(name: string, who: Character, take: Take): Sketch {
  const definitions: string[] = []
  const unit = take.unitPx
  const pose = {
    yawDeg: take.yawDeg,
    pitchDeg: take.pitchDeg + PITCH_AT_REST_DEG,
    rollDeg: take.rollDeg,
    unitPx: unit,
    xPx: take.xPx,
    yPx: take.yPx,
  }
  const head = createProjection(pose)
  const body = createProjection({
    ...pose,
    yPx: pose.yPx - 0.14 * unit,
    yawDeg: take.yawDeg * 0.5,
    pitchDeg: 0,
    rollDeg: 0,
  })
  const define = (element: (id: string) => string) => {
    const id = `${name}-${String(definitions.length)}`
    definitions.push(element(id))
    return id
  }
  const blurOver = (d: string, sigma: number, padPx: number) => {
    const px = sigma * unit
    const box = bounds(d)
    const pad = px * 3 + padPx
    const id = define(
      (key) =>
        `<filter id="${key}" filterUnits="userSpaceOnUse" x="${n(box.x - pad)}" y="${n(box.y - pad)}" width="${n(box.width + 2 * pad)}" height="${n(box.height + 2 * pad)}" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${n(px)}"/></filter>`,
    )
    return `filter="url(#${id})"`
  }
  const line = (points: readonly HeadPoint[], closed = false) => curve(points.map(head), closed)
  return {
    who,
    take,
    skin: skinTones(who.skin, who.blush),
    random: createRandom(seedOf(`${name} strands`)),
    unit,
    lit: take.light.side >= 0 ? 1 : -1,
    head,
    body,
    line,
    faceLine: line,
    bodyLine: (points, closed = false) => curve(points.map(body), closed),
    oval: (x, y, rx, ry, turnDeg = 0) => {
      const [c, s] = [Math.cos((turnDeg * Math.PI) / 180), Math.sin((turnDeg * Math.PI) / 180)]
      const ring = Array.from({ length: 10 }, (_, i): HeadPoint => {
        const [px, py] = [rx * Math.cos((i * Math.PI) / 5), ry * Math.sin((i * Math.PI) / 5)]
        return [x + px * c - py * s, y + px * s + py * c]
      })
      return line(ring, true)
    },
    fill: (d, colour, opacity = 1) =>
      `<path d="${d}" fill="${colour}"${opacity < 1 ? ` fill-opacity="${n(opacity)}"` : ''}/>`,
    stroke: (d, colour, width, opacity = 1) =>
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width * unit)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${n(opacity)}"` : ''}/>`,
    soft: (d, colour, opacity, sigma) =>
      `<path d="${d}" fill="${colour}" fill-opacity="${n(opacity)}" ${blurOver(d, sigma, 0)}/>`,
    softStroke: (d, colour, width, opacity, sigma) =>
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width * unit)}" stroke-linecap="round" stroke-opacity="${n(opacity)}" ${blurOver(d, sigma, width * unit)}/>`,
    clip: (d, content) => {
      const id = define((key) => `<clipPath id="${key}"><path d="${d}"/></clipPath>`)
      return `<g clip-path="url(#${id})">${content}</g>`
    },
    linear: (from, to, stops) =>
      `url(#${define((id) => `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}">${stopsOf(stops)}</linearGradient>`)})`,
    radial: (centre, radiusPx, stops) =>
      `url(#${define((id) => `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(centre[0])}" cy="${n(centre[1])}" r="${n(radiusPx)}">${stopsOf(stops)}</radialGradient>`)})`,
    define,
    definitions: () => definitions.join(''),
  }
}

/** The same sketch with head points spread by `across`, so that one cut of hair fits narrow and broad skulls. */
export function fitted(s: Sketch, across: number): Sketch {
  const spread = ([x, y, z]: HeadPoint): HeadPoint => (z === undefined ? [x * across, y] : [x * across, y, z])
  return {
    ...s,
    head: (p) => s.head(spread(p)),
    line: (points, closed) => s.line(points.map(spread), closed),
  }
}

/** The colours of light and shadow for the take's warmth. */
export function lightColours(warmth: number): { key: string; shadow: string } {
  const key = warmth >= 0 ? mix('#fff8ee', '#ffc37d', warmth) : mix('#fff8ee', '#b9d4ff', -warmth)
  const shadow = warmth >= 0 ? mix('#171522', '#2a1610', warmth) : mix('#171522', '#0b1730', -warmth)
  return { key, shadow }
}

/** The take's light over one part of the person: a bright flank, a dark one. Painted over the part's own path. */
export function lightOver(s: Sketch, d: string, strength = 1): string {
  const { side, warmth, contrast } = s.take.light
  const { key, shadow } = lightColours(warmth)
  const [cx, cy] = s.head([0, 0.4, 0])
  const reach = 1.25 * s.unit
  const from: Point = [cx + s.lit * reach, cy - reach * 0.5]
  const to: Point = [cx - s.lit * reach, cy + reach * 0.5]
  const amount = Math.abs(side) * contrast * strength
  const ramp = s.linear(from, to, [
    [0, key, 0.3 * amount + 0.1 * Math.abs(warmth) * strength],
    [0.5, key, 0],
    [0.5, shadow, 0],
    [1, shadow, 0.72 * amount],
  ])
  return s.fill(d, key, 0.08 * Math.abs(warmth) * strength) + s.fill(d, ramp)
}

/** Fine hairs between two guide curves, each a little off its neighbours. */
export function strands(
  s: Sketch,
  a: readonly HeadPoint[],
  b: readonly HeadPoint[],
  { count, colour, width = 0.012, wander = 0.03, spread = 0.35, opacity = 0.55 }: StrandBrief,
): string {
  const parts: string[] = []
  for (let i = 0; i < count; i++) {
    const t = (i + s.random()) / count
    const [dx, dy] = [(s.random() - 0.5) * wander, (s.random() - 0.5) * wander]
    const guide = a.map((p, k): HeadPoint => {
      const q = b[k] ?? p
      const grow = k / Math.max(1, a.length - 1)
      const own = (s.random() - 0.5) * wander * 0.5
      const z = p[2] === undefined || q[2] === undefined ? undefined : p[2] + (q[2] - p[2]) * t
      const [x, y] = [p[0] + (q[0] - p[0]) * t + dx * grow + own, p[1] + (q[1] - p[1]) * t + dy * grow + own]
      return z === undefined ? [x, y] : [x, y, z]
    })
    const shade = tone(colour, 1 + (s.random() * 2 - 1) * spread, 0.95)
    parts.push(s.stroke(s.line(guide), shade, width * (0.5 + s.random()), opacity * (0.5 + 0.5 * s.random())))
  }
  return parts.join('')
}

export interface StrandBrief {
  count: number
  colour: string
  /** In half face widths. */
  width?: number
  wander?: number
  /** How far single strands differ in lightness. */
  spread?: number
  opacity?: number
}
