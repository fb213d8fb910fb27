import { LINEAR_OF_BYTE, fastCode, luminance, toLinear } from '#studio/color.ts'
import { smoothstep } from '#studio/matte/filters.ts'
import { faceOval } from '#studio/person/skin.ts'
import type { Plane } from '#studio/raster.ts'
import type { Style, Variation } from '#studio/styles.ts'
import type { Cut } from './crop.ts'
import { relightGain, subjectNormals } from './relight.ts'
import type { Picture } from './retouch.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { Cells, SkinMap } from './skin-map.ts'
import { expand, halve } from './soften.ts'
import type { Trim } from './tone.ts'

/** Pixels per cell of the light grid: two skin cells. */
const LIGHT_CELL = 2 * SKIN_CELL
const FLATTEN = 0.55
const GAIN_LIMIT = 0.55

/** Means of the picture's colours over the cells skin and light are worked out on. */
export function cellsOf({ colours, alpha }: Cut): Cells {
  const width = Math.ceil(alpha.width / SKIN_CELL)
  const height = Math.ceil(alpha.height / SKIN_CELL)
  const plane = () => new Float32Array(width * height)
  const cells = { width, height, r: plane(), g: plane(), b: plane(), alpha: plane() }
  const counts = plane()
  for (let y = 0; y < alpha.height; y++) {
    const row = Math.floor(y / SKIN_CELL) * width
    for (let x = 0; x < alpha.width; x++) {
      const to = row + Math.floor(x / SKIN_CELL)
      const i = y * alpha.width + x
      cells.r[to] = (cells.r[to] ?? 0) + (colours[i * 3] ?? 0)
      cells.g[to] = (cells.g[to] ?? 0) + (colours[i * 3 + 1] ?? 0)
      cells.b[to] = (cells.b[to] ?? 0) + (colours[i * 3 + 2] ?? 0)
      cells.alpha[to] = (cells.alpha[to] ?? 0) + (alpha.data[i] ?? 0)
      counts[to] = (counts[to] ?? 0) + 1
    }
  }
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 1
    cells.r[i] = (cells.r[i] ?? 0) / count / 255
    cells.g[i] = (cells.g[i] ?? 0) / count / 255
    cells.b[i] = (cells.b[i] ?? 0) / count / 255
    cells.alpha[i] = (cells.alpha[i] ?? 0) / count
  }
  return cells
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
  const light = new Float32Array(facial.length)
  for (let i = 0; i < light.length; i++)
    light[i] =
      (cells.alpha[i] ?? 0) *
      luminance(toLinear(cells.r[i] ?? 0), toLinear(cells.g[i] ?? 0), toLinear(cells.b[i] ?? 0))
  const logLuminance = halved(light).data.map((value) => Math.log(Math.max(0.002, value)))
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
      toLinear(cells.r[i] ?? 0) * gains[0] * lit,
      toLinear(cells.g[i] ?? 0) * gains[1] * lit,
      toLinear(cells.b[i] ?? 0) * gains[2] * lit,
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

/** Colour-matched, relit code values of the subject. */
export function expose({ colours, alpha }: Cut, { gains, light, trim, skin }: Exposure): Picture {
  const { width, height } = alpha
  const size = width * height
  const planes: Picture['planes'] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  const [r, g, b] = planes
  const lit = expand({ ...light.gain, data: light.gain.data.map(Math.exp) }, width, height, LIGHT_CELL).data
  const [gr, gg, gb] = gains
  const [tr, tg, tb] = trim.balance.map((value) => value - 1)
  for (let i = 0; i < size; i++) {
    if ((alpha.data[i] ?? 0) === 0) continue
    const gain = (lit[i] ?? 0) * trim.exposure
    const own = skin.toned.data[i] ?? 0
    const at = i * 3
    r[i] = shouldered((LINEAR_OF_BYTE[colours[at] ?? 0] ?? 0) * gr * gain * (1 + own * (tr ?? 0)))
    g[i] = shouldered((LINEAR_OF_BYTE[colours[at + 1] ?? 0] ?? 0) * gg * gain * (1 + own * (tg ?? 0)))
    b[i] = shouldered((LINEAR_OF_BYTE[colours[at + 2] ?? 0] ?? 0) * gb * gain * (1 + own * (tb ?? 0)))
  }
  return { width, height, planes }
}

/** Code value with highlights above 0.6 linear rolled off, so that lifted skin and shirts keep their modelling. */
export function shouldered(linear: number): number {
  return fastCode(linear < 0.6 ? linear : 0.6 + 0.4 * (1 - Math.exp((0.6 - linear) / 0.4)))
}
