/**
 * Head space: the unit is half a face's width, the origin lies between the eyes, x to the viewer's right, y down,
 * z towards the viewer. Everything is drawn from such points, so that a turn of the head moves every feature.
 */

export type Point = readonly [number, number]
/** x, y and, for points off the face's surface, z. */
export type HeadPoint = readonly [number, number, number?]

/** Mulberry32: the same seed gives the same strands on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** FNV-1a, 32 bit. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

const round = (v: number) => Math.round(v * 10) / 10

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`no item ${String(index)} in a list of ${String(list.length)}`)
  return item
}

/** Path data of a Catmull-Rom curve through the points; a point given twice is a corner. */
export function curve(points: readonly Point[], closed = false): string {
  const n = points.length
  const get = (i: number) => (closed ? at(points, (i + n) % n) : at(points, Math.min(n - 1, Math.max(0, i))))
  const parts = [`M${String(round(at(points, 0)[0]))} ${String(round(at(points, 0)[1]))}`]
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)]
    if (p1[0] === p2[0] && p1[1] === p2[1]) continue
    const numbers = [
      p1[0] + (p2[0] - p0[0]) / 6,
      p1[1] + (p2[1] - p0[1]) / 6,
      p2[0] - (p3[0] - p1[0]) / 6,
      p2[1] - (p3[1] - p1[1]) / 6,
      p2[0],
      p2[1],
    ]
    parts.push(`C${numbers.map(round).join(' ')}`)
  }
  return parts.join('') + (closed ? 'Z' : '')
}

/** Bounding box of path data made by `curve`. */
export function bounds(d: string): { x: number; y: number; width: number; height: number } {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const xs = numbers.filter((_, i) => i % 2 === 0)
  const ys = numbers.filter((_, i) => i % 2 === 1)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** The same points on the other side of the face, in reverse order, so that a half outline can be closed. */
export const mirrored = (points: readonly HeadPoint[]): HeadPoint[] =>
  points.map(([x, y, z]): HeadPoint => (z === undefined ? [-x, y] : [-x, y, z])).reverse()

/** A point a fraction `t` along a polyline, with the direction there. */
export function along(points: readonly Point[], t: number): { point: Point; angle: number } {
  const position = Math.min(0.9999, Math.max(0, t)) * (points.length - 1)
  const [p, q] = [at(points, Math.floor(position)), at(points, Math.floor(position) + 1)]
  const f = position - Math.floor(position)
  return {
    point: [p[0] + (q[0] - p[0]) * f, p[1] + (q[1] - p[1]) * f],
    angle: Math.atan2(q[1] - p[1], q[0] - p[0]),
  }
}

export interface Pose {
  yawDeg: number
  pitchDeg: number
  rollDeg: number
  /** Pixels per half face width. */
  unitPx: number
  /** Where the point between the eyes lies, in pixels, for a head held straight. */
  xPx: number
  yPx: number
}

/** Depth of the face's surface without nose and lips. */
export function faceDepth(x: number, y: number): number {
  const across = Math.sqrt(Math.max(0, 1 - (x / 0.99) ** 2))
  const down = y < -0.3 ? Math.max(0, 1 - ((y + 0.3) / 1.35) ** 2) ** 0.5 : 1 - 0.16 * Math.max(0, y - 0.5)
  return 0.82 * across * down
}

/** How head space falls onto the picture: yaw, pitch, roll about the neck, and an arm's length of perspective. */
export function createProjection(pose: Pose): (p: HeadPoint) => Point {
  const rad = Math.PI / 180
  const [cy, sy] = [Math.cos(pose.yawDeg * rad), Math.sin(pose.yawDeg * rad)]
  const [cp, sp] = [Math.cos(pose.pitchDeg * rad), Math.sin(pose.pitchDeg * rad)]
  const [cr, sr] = [Math.cos(pose.rollDeg * rad), Math.sin(pose.rollDeg * rad)]
  const [pivot, distance] = [1.7, 9]
  return ([x, y, given]) => {
    const z = given ?? faceDepth(x, y)
    const turnedX = x * cy + z * sy
    const turnedZ = z * cy - x * sy
    const nodY = y * cp - turnedZ * sp
    const depth = distance / (distance - (turnedZ * cp + y * sp) + 0.4)
    const [px, py] = [turnedX * depth, (nodY - 0.2) * depth + 0.2 - pivot]
    return [
      pose.xPx + pose.unitPx * (px * cr - py * sr),
      pose.yPx + pose.unitPx * (px * sr + py * cr + pivot),
    ]
  }
}
