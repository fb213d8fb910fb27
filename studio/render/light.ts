import { LINEAR_OF_BYTE, fastCode, fastLinear, luminance } from '#studio/color.ts'
import { smoothstep } from '#studio/matte/filters.ts'
import { faceOval } from '#studio/person/skin.ts'
import type { Plane } from '#studio/raster.ts'
import type { Style, Variation } from '#studio/styles.ts'
import { boxOf } from '#studio/box.ts'
import type { Cut } from './crop.ts'
import { relightGain, subjectNormals } from './relight.ts'
import type { Picture } from './retouch.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { Cells, SkinMap } from './skin-map.ts'
import { enlarged, halve, rowOf } from './soften.ts'
import type { Trim } from './tone.ts'

/** Pixels per cell of the light grid: two skin cells. */
const LIGHT_CELL = 2 * SKIN_CELL
const FLATTEN = 0.55
const GAIN_LIMIT = 0.55

/** Means of the picture's colours over the cells skin and light are worked out on. */
export function cellsOf(cut: Cut): Cells {
  const width = Math.ceil(cut.alpha.width / SKIN_CELL)
  const height = Math.ceil(cut.alpha.height / SKIN_CELL)
  const plane = () => new Float32Array(width * height)
  const cells = { width, height, r: plane(), g: plane(), b: plane(), alpha: plane() }
  for (let row = 0; row < height; row++) averageRow(cut, cells, row)
  return cells
}

function averageRow({ colours, alpha }: Cut, cells: Cells, row: number): void {
  const top = row * SKIN_CELL
  const bottom = Math.min(alpha.height, top + SKIN_CELL)
  for (let column = 0; column < cells.width; column++) {
    const left = column * SKIN_CELL
    const right = Math.min(alpha.width, left + SKIN_CELL)
    let r = 0
    let g = 0
    let b = 0
    let a = 0
    for (let y = top; y < bottom; y++) {
      for (let i = y * alpha.width + left; i < y * alpha.width + right; i++) {
        r += colours[i * 3] ?? 0
        g += colours[i * 3 + 1] ?? 0
        b += colours[i * 3 + 2] ?? 0
        a += alpha.data[i] ?? 0
      }
    }
    const to = row * cells.width + column
    const count = (bottom - top) * (right - left)
    cells.r[to] = r / (count * 255)
    cells.g[to] = g / (count * 255)
    cells.b[to] = b / (count * 255)
    cells.alpha[to] = a / count
  }
}

/** Linear luminance of the subject. */
function lightOfCells({ r, g, b, alpha }: Cells): Float32Array {
  const light = new Float32Array(alpha.length)
  for (let i = 0; i < light.length; i++)
    light[i] =
      (alpha[i] ?? 0) * luminance(fastLinear(r[i] ?? 0), fastLinear(g[i] ?? 0), fastLinear(b[i] ?? 0))
  return light
}

/** Log gains of the new light on cells of `LIGHT_CELL` pixels, and the log luminance they were found for. */
export interface NewLight {
  gain: Plane
  logLuminance: Float32Array
  skin: Float32Array
}

/**
 * @param facial the mesh's skin on the cells
 * @param side the key's, as the viewer sees it
 */
export function lightOf(
  { cut, cells, facial }: { cut: Cut; cells: Cells; facial: Float32Array },
  style: Style,
  variation: Variation,
  side: 'left' | 'right',
): NewLight {
  const { width, height } = cells
  const halved = (data: Float32Array) => halve({ width, height, data })
  const logLuminance = halved(lightOfCells(cells)).data.map((value) => Math.log(Math.max(0.002, value)))
  const small = cut.mesh.map((value) => value / SKIN_CELL)
  const skin = halved(facial).data
  const normals = subjectNormals(
    cut.mesh,
    halved(cells.alpha),
    halved(faceOval(small, width, height, 1.04)),
    LIGHT_CELL,
  )
  const gain = relightGain({
    normals,
    logLuminance,
    skin,
    flatten: FLATTEN,
    key: style.light.key * variation.key,
    side,
    azimuthDeg: style.light.azimuthDeg,
    elevationDeg: style.light.elevationDeg,
    limit: GAIN_LIMIT,
  })
  return { gain, logLuminance, skin }
}

/**
 * What is already brighter than the face (white hair, shirts, light from behind) takes little of a lift.
 * @param lift the log gain that exposure will add to all of the picture
 */
export function holdHighlights({ gain, logLuminance, skin }: NewLight, lift: number): void {
  if (lift <= 0) return
  let sum = 0
  let count = 1e-6
  for (let i = 0; i < skin.length; i++) {
    if ((skin[i] ?? 0) < 0.5) continue
    sum += logLuminance[i] ?? 0
    count++
  }
  const face = sum / count
  for (let i = 0; i < skin.length; i++) {
    gain.data[i] = (gain.data[i] ?? 0) - lift * 0.9 * smoothstep(0.25, 1.1, (logLuminance[i] ?? 0) - face)
  }
}

/** Linear light of the skin under new light and gains, triples, for `trimSkin`. */
export function skinSample(
  cells: Cells,
  facial: Float32Array,
  { gain }: NewLight,
  gains: readonly [number, number, number],
): Float32Array {
  const found: number[] = []
  for (let i = 0; i < facial.length; i += 3) {
    if ((facial[i] ?? 0) < 0.99 || (cells.alpha[i] ?? 0) < 0.99) continue
    const x = (i % cells.width) >> 1
    const y = Math.floor(i / cells.width) >> 1
    const lit = Math.exp(gain.data[y * gain.width + x] ?? 0)
    found.push(
      fastLinear(cells.r[i] ?? 0) * gains[0] * lit,
      fastLinear(cells.g[i] ?? 0) * gains[1] * lit,
      fastLinear(cells.b[i] ?? 0) * gains[2] * lit,
    )
  }
  return Float32Array.from(found)
}

export interface Exposure {
  gains: readonly [number, number, number]
  light: NewLight
  trim: Trim
  skin: SkinMap
}

/** Colour-matched, relit code values of the subject; black where nothing is of it. */
export function expose(cut: Cut, { gains, light, trim, skin }: Exposure): Picture {
  const { width, height } = cut.alpha
  const plane = () => new Float32Array(width * height)
  const picture: Picture = { width, height, planes: [plane(), plane(), plane()] }
  const gain = { ...light.gain, data: light.gain.data.map(Math.exp) }
  const [lit, toned] = [enlarged(gain, width, LIGHT_CELL), enlarged(skin.toned, width, SKIN_CELL)]
  const [r, g, b] = gains
  const even = [r * trim.exposure, g * trim.exposure, b * trim.exposure] as const
  const { top, height: rows } = boxOf(cut.alpha, 0, 0)
  for (let y = top; y < top + rows; y++)
    exposeRow(picture, cut, y, rowOf(lit, y), rowOf(toned, y), even, trim.balance)
  return picture
}

/** @param even gains of all the picture, @param balance those of the skin beyond them */
function exposeRow(
  { width, planes }: Picture,
  { colours, alpha }: Cut,
  y: number,
  gains: Float32Array,
  skin: Float32Array,
  even: readonly [number, number, number],
  balance: readonly [number, number, number],
): void {
  const [r, g, b] = planes
  for (let x = 0, i = y * width, at = i * 3; x < width; x++, i++, at += 3) {
    if (alpha.data[i] === 0) continue
    const gain = gains[x] ?? 0
    const own = skin[x] ?? 0
    r[i] = exposed(colours[at] ?? 0, even[0] * gain, own * (balance[0] - 1))
    g[i] = exposed(colours[at + 1] ?? 0, even[1] * gain, own * (balance[1] - 1))
    b[i] = exposed(colours[at + 2] ?? 0, even[2] * gain, own * (balance[2] - 1))
  }
}

function exposed(byte: number, gain: number, correction: number): number {
  return shouldered((LINEAR_OF_BYTE[byte] ?? 0) * gain * (1 + correction))
}

/** Code value with highlights above 0.6 linear rolled off, so that lifted skin and shirts keep their modelling. */
export function shouldered(linear: number): number {
  return fastCode(linear < 0.6 ? linear : 0.6 + 0.4 * (1 - Math.exp((0.6 - linear) / 0.4)))
}
