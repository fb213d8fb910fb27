import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { LINEAR_OF_BYTE } from '#studio/picture/color.ts'
import type { Size } from '#studio/picture/raster.ts'

/**
 * A plate is a place, or a painted cloth, photographed or drawn once (`npm run plates`), sharp, wider than a picture:
 * an AVIF of its light, whose fourth channel holds how far out of focus each pixel lies, and a JSON file of its
 * notes.
 */
export interface Plate extends Size {
  /** Linear light, three planes. */
  light: [Float32Array, Float32Array, Float32Array]
  /** Blur of each pixel as a share of the blur at infinity: 1 less the subject's distance over its own. */
  far: Float32Array
  notes: PlateNotes
}

/**
 * What reaches a surface turned to each side, linear light, as the viewer sees the sides; `front` is towards the viewer.
 * Only their ratios count.
 */
export type PlaceLight = Readonly<
  Record<'left' | 'right' | 'up' | 'down' | 'front' | 'behind', readonly [number, number, number]>
>

export interface PlateNotes {
  lightFrom: 'left' | 'right'
  /** The place's light on a person who stands there. */
  light: PlaceLight
  /**
   * Range in which a head may be placed, with no lines of the place running through it. Picture heights from the
   * left.
   */
  stand: readonly [from: number, to: number]
  /** Linear light of the brightest code value. */
  white: number
  /** Points of light: each becomes a disc when it is out of focus. */
  lights: PointOfLight[]
}

/** Where, picture heights; how far out of focus; its disc's linear light. */
export type PointOfLight = [x: number, y: number, far: number, r: number, g: number, b: number]

/**
 * Pixels per picture height; a plate's width in picture heights; its border on every side beyond the visible area.
 */
export const UNIT = 320
export const WIDE = 1.6
export const PAD = 0.06

export const plateFile = (name: string, kind: 'avif' | 'json'): string =>
  path.join(import.meta.dirname, `${name}.${kind}`)

export async function openPlate(name: string): Promise<Plate> {
  const [text, picture] = await Promise.all([
    readFile(plateFile(name, 'json'), 'utf8'),
    sharp(plateFile(name, 'avif')).raw().toBuffer({ resolveWithObject: true }),
  ])
  // Written by the command beside the picture, and part of the program.
  const notes = JSON.parse(text) as PlateNotes
  const { width, height, channels } = picture.info
  const plane = () => new Float32Array(width * height)
  const [r, g, b, far] = [plane(), plane(), plane(), plane()]
  const linear = LINEAR_OF_BYTE.map((value) => notes.white * value)
  for (let i = 0, at = 0; i < far.length; i++, at += channels) {
    r[i] = linear[picture.data[at] ?? 0] ?? 0
    g[i] = linear[picture.data[at + 1] ?? 0] ?? 0
    b[i] = linear[picture.data[at + 2] ?? 0] ?? 0
    far[i] = (channels > 3 ? (picture.data[at + 3] ?? 0) : 255) / 255
  }
  return { width, height, light: [r, g, b], far, notes }
}
