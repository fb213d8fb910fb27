import { smoothstep } from '#studio/matte/filters.ts'
import { eyeLine, faceHeight, vertex, CHIN } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/raster.ts'
import { softenCells } from './soften.ts'

/** Pixels per cell that skin is looked for on. */
export const SKIN_CELL = 4

/** Colours reduced to cells: code values 0..1, and the subject's coverage. */
export interface Cells {
  width: number
  height: number
  r: Float32Array
  g: Float32Array
  b: Float32Array
  alpha: Float32Array
}

export interface SkinMap {
  /** Skin of face, ears and neck on the cells, 0..1, soft edges. */
  whole: Plane
  /** Whatever has the skin's colour, scalp and hairline too, with wide soft edges: where its tone is corrected. */
  toned: Plane
  /** The mesh's part of the skin. */
  face: Float32Array
}

interface Tone {
  /** Median and spread of ln(r/g) and ln(b/g), median luma. */
  warm: number
  warmSpread: number
  cool: number
  coolSpread: number
  luma: number
}

const FLOOR = 0.02
const ratio = (p: number, q: number) => Math.log(Math.max(FLOOR, p) / Math.max(FLOOR, q))
const lumaOf = (r: number, g: number, b: number) => 0.299 * r + 0.587 * g + 0.114 * b

function middleOf(values: readonly number[]): { median: number; spread: number } {
  const sorted = new Float32Array(values).sort()
  const median = sorted[sorted.length >> 1] ?? 0
  const low = sorted[Math.floor(sorted.length * 0.25)] ?? median
  const high = sorted[Math.floor(sorted.length * 0.75)] ?? median
  return { median, spread: (high - low) * 0.74 }
}

function toneOf(cells: Cells, facial: Float32Array): Tone | null {
  const warm: number[] = []
  const cool: number[] = []
  const luma: number[] = []
  for (let i = 0; i < facial.length; i++) {
    if ((facial[i] ?? 0) < 0.95) continue
    const [r, g, b] = [cells.r[i] ?? 0, cells.g[i] ?? 0, cells.b[i] ?? 0]
    warm.push(ratio(r, g))
    cool.push(ratio(b, g))
    luma.push(lumaOf(r, g, b))
  }
  if (luma.length < 50) return null
  const red = middleOf(warm)
  const blue = middleOf(cool)
  return {
    warm: red.median,
    warmSpread: Math.min(0.08, Math.max(0.05, red.spread)),
    cool: blue.median,
    coolSpread: Math.min(0.1, Math.max(0.06, blue.spread)),
    luma: middleOf(luma).median,
  }
}

/** How far a cell has the face's own colour, lit or in shade, 0..1. */
function likeness(tone: Tone, r: number, g: number, b: number): number {
  const p = ratio(r, g) - tone.warm
  // Ears and a neck flushed with blood are redder than the face, seldom paler: paler is cloth.
  const warm = p / (tone.warmSpread * (p > 0 ? 4.5 : 1.5))
  const q = ratio(b, g) - tone.cool
  const cool = q / (tone.coolSpread * (q > 0 ? 1.4 : 3))
  const bright = lumaOf(r, g, b) / Math.max(0.05, tone.luma)
  const lit = smoothstep(0.3, 0.5, bright) * (1 - smoothstep(1.2, 1.45, bright))
  return Math.exp(-0.5 * (warm * warm + cool * cool)) * lit
}

/** Whether ears and neck may lie at a cell beside or below the face, 0..1, soft. */
function besideFace(mesh: Float32Array): (x: number, y: number) => number {
  const tall = faceHeight(mesh) / SKIN_CELL
  const { middle, rollDeg } = eyeLine(mesh)
  const chin = vertex(mesh, CHIN)
  const roll = (rollDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  const eye = { x: middle.x / SKIN_CELL, y: middle.y / SKIN_CELL }
  const drop = Math.hypot(chin.x / SKIN_CELL - eye.x, chin.y / SKIN_CELL - eye.y)
  return (x, y) => {
    const dx = x + 0.5 - eye.x
    const dy = y + 0.5 - eye.y
    const across = Math.abs(dx * cos + dy * sin) / tall
    const down = (dy * cos - dx * sin) / drop
    const ears = (1 - smoothstep(0.58, 0.66, across)) * smoothstep(-0.3, -0.12, down)
    const neck = 1 - smoothstep(1.45, 1.75, down)
    return ears * neck
  }
}

/** Mean deviation of luma from its surroundings: skin is smooth, hair and cloth are not. */
function roughness(cells: Cells): Float32Array {
  const { width, height } = cells
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) luma[i] = lumaOf(cells.r[i] ?? 0, cells.g[i] ?? 0, cells.b[i] ?? 0)
  const smooth = softenCells({ width, height, data: luma }, 2.2).data
  const off = new Float32Array(width * height)
  for (let i = 0; i < off.length; i++)
    off[i] = Math.abs((luma[i] ?? 0) - (smooth[i] ?? 0)) / Math.max(0.06, smooth[i] ?? 0)
  return softenCells({ width, height, data: off }, 2.2).data
}

/**
 * Skin by the mesh where it reaches, by the face's colour on ears and neck.
 * @param face the mesh's skin on the cells
 * @param mesh in pixels of the full size
 */
export function mapSkin(cells: Cells, face: Float32Array, mesh: Float32Array): SkinMap {
  const { width, height } = cells
  const tone = toneOf(cells, face)
  const found = Float32Array.from(face)
  const toned = Float32Array.from(face)
  if (tone) {
    const beside = besideFace(mesh)
    const rough = roughness(cells)
    for (let i = 0; i < found.length; i++) {
      if ((face[i] ?? 0) > 0.99 || (cells.alpha[i] ?? 0) < 0.5) continue
      const like = likeness(tone, cells.r[i] ?? 0, cells.g[i] ?? 0, cells.b[i] ?? 0)
      if (like <= 0.1) continue
      toned[i] = Math.max(face[i] ?? 0, smoothstep(0.1, 0.6, like))
      const place = beside(i % width, Math.floor(i / width))
      const smooth = 1 - smoothstep(0.05, 0.12, rough[i] ?? 0)
      found[i] = Math.max(face[i] ?? 0, place * smooth * smoothstep(0.15, 0.55, like))
    }
  }
  withoutFeatures(found, cells, face, mesh)
  const soft = softenCells(
    { width, height, data: found },
    Math.max(1, (faceHeight(mesh) * 0.008) / SKIN_CELL),
  )
  for (let i = 0; i < found.length; i++)
    soft.data[i] = (soft.data[i] ?? 0) * smoothstep(0.9, 1, cells.alpha[i] ?? 0)
  const wide = softenCells({ width, height, data: toned }, (faceHeight(mesh) * 0.02) / SKIN_CELL)
  return { whole: soft, toned: wide, face }
}

/** Eyes, brows and lips lie inside the face and outside the mesh's skin: nothing found by colour comes back there. */
function withoutFeatures(found: Float32Array, cells: Cells, face: Float32Array, mesh: Float32Array): void {
  const { width, height } = cells
  const left = vertex(mesh, 234)
  const right = vertex(mesh, 454)
  const top = vertex(mesh, 10)
  const chin = vertex(mesh, CHIN)
  const cx = (left.x + right.x) / 2 / SKIN_CELL
  const cy = (top.y + chin.y) / 2 / SKIN_CELL
  const rx = (Math.hypot(right.x - left.x, right.y - left.y) / 2 / SKIN_CELL) * 0.86
  const ry = (Math.hypot(chin.x - top.x, chin.y - top.y) / 2 / SKIN_CELL) * 0.86
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const [across, down] = [(x + 0.5 - cx) / rx, (y + 0.5 - cy) / ry]
      if (across * across + down * down < 1) found[i] = Math.min(found[i] ?? 0, face[i] ?? 0)
    }
  }
}
