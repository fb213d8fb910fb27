import { CODE_OF_ROOT, LINEAR_OF_BYTE, fastCode, fastLinear, luminance } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { guideOf } from '#studio/matte/matte.ts'
import { sharesOf } from '#studio/planes/plane.ts'
import { reduce } from '#studio/planes/resize.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { faceOval } from '#studio/person/skin.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import type { Style, Variation } from '#studio/scene/styles.ts'
import type { Cut } from './crop.ts'
import { relightGain, subjectNormals } from './relight.ts'
import { sheetOf } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { Cells, SkinMap } from './skin-map.ts'
import { splineIn } from './soften.ts'
import type { Trim } from './tone.ts'

/** Pixels per cell of the light grid: two skin cells. */
const LIGHT_CELL = 2 * SKIN_CELL
const FLATTEN = 0.55
const GAIN_LIMIT = 0.55

/** A cut-out with its pixels in the kernels' memory. */
export interface Placed extends Size {
  /** Interleaved bytes. */
  colours: Pointer
  /** 0..1. */
  alpha: Pointer
  mesh: Float32Array
  /** Means, on which skin and light are worked out. */
  cells: Cells
}

export function placeCut(room: Room, { width, height, colours, alpha, mesh }: Cut): Placed {
  const cover = sharesOf(alpha)
  const means = (data: Float32Array) => reduce({ width, height, data }, SKIN_CELL)
  const [r, g, b] = guideOf({ width, height, data: colours }).planes
  const alphaCells = means(cover)
  const cells = {
    width: alphaCells.width,
    height: alphaCells.height,
    r: means(r).data,
    g: means(g).data,
    b: means(b).data,
    alpha: alphaCells.data,
  }
  return { width, height, colours: room.put(colours), alpha: room.put(cover), mesh, cells }
}

/** Log of the subject's linear luminance on cells of half the size. */
function logLuminanceOf({ width, height, r, g, b, alpha }: Cells): Float32Array {
  const data = new Float32Array(alpha.length)
  for (let i = 0; i < data.length; i++) {
    const cover = alpha[i] ?? 0
    if (cover === 0) continue
    data[i] = cover * luminance(fastLinear(r[i] ?? 0), fastLinear(g[i] ?? 0), fastLinear(b[i] ?? 0))
  }
  return reduce({ width, height, data }, 2).data.map((light) => Math.log(Math.max(0.002, light)))
}

export interface LightOrder {
  cut: Placed
  skin: SkinMap
  style: Style
  variation: Variation
  /** The key's, as the viewer sees it. */
  side: 'left' | 'right'
}

/**
 * The new light: the selfie's evened out, and a soft key, the main light, from one side. Log gains on cells of
 * `LIGHT_CELL` pixels.
 */
export function lightOf({ cut, skin, style, variation, side }: LightOrder): Plane {
  const { cells } = cut
  const { width, height } = cells
  const halved = (data: Float32Array) => reduce({ width, height, data }, 2)
  const small = cut.mesh.map((value) => value / SKIN_CELL)
  const oval = halved(faceOval(small, width, height, 1.04))
  return relightGain({
    normals: subjectNormals(cut.mesh, halved(cells.alpha), oval, LIGHT_CELL),
    logLuminance: logLuminanceOf(cells),
    skin: halved(skin.face).data,
    flatten: FLATTEN,
    key: style.light.key * variation.key,
    side,
    azimuthDeg: style.light.azimuthDeg,
    elevationDeg: style.light.elevationDeg,
    limit: GAIN_LIMIT,
  })
}

/** Linear light of the skin under new light and gains, triples, for `trimSkin`. */
export function skinSample(
  cells: Cells,
  facial: Float32Array,
  gain: Plane,
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
  /** See `lightOf`. */
  light: Plane
  trim: Trim
  skin: SkinMap
  /** Linear light of the face as the selfie has it. */
  tone: readonly [number, number, number]
}

/**
 * Selfies of one face differ by this much in balance without saying anything of the light; from the second on what is
 * not skin is corrected too.
 */
const SAME_LIGHT = 0.08
const OTHER_LIGHT = 0.3

/**
 * Exposure and balances as the kernel takes them. The gains are found for skin; whatever else there is follows them as
 * far as they take a cast off it, and no farther: a grey stays grey.
 */
function balanceOf({ gains, trim, tone }: Exposure): Float32Array {
  const level = luminance(...gains)
  const [u, w, v] = [gains[0] / level - 1, gains[1] / level - 1, gains[2] / level - 1]
  const strength = Math.hypot(u, v)
  const undo = -1 / Math.max(1e-4, strength ** 2)
  const [red, blue] = [tone[0] / luminance(...tone) - 1, tone[2] / luminance(...tone) - 1]
  const chroma = Math.max(1e-4, red ** 2 + blue ** 2)
  return Float32Array.of(
    level * trim.exposure,
    ...[u, w, v],
    ...trim.balance.map((value) => value - 1),
    ...[u * undo, v * undo, smoothstep(SAME_LIGHT, OTHER_LIGHT, strength)],
    ...[red / chroma, blue / chroma],
  )
}

/** Colour-matched, relit code values of the subject; black where nothing is of it. */
export function expose(room: Room, cut: Placed, exposure: Exposure): Picture {
  const { light, skin } = exposure
  const { width, height } = cut
  const count = width * height
  const planes = [room.floats(count), room.floats(count), room.floats(count)] as const
  withRoom((inner) => {
    const gain = sheetOf(inner, { ...light, data: light.data.map((log) => Math.exp(log)) })
    const order = inner.put(
      Int32Array.of(
        ...[width, height, cut.colours, cut.alpha],
        splineIn(inner, gain, width, LIGHT_CELL),
        splineIn(inner, sheetOf(inner, skin.toned), width, SKIN_CELL),
        ...[inner.floats(width + 4), inner.floats(width + 4)],
        ...planes,
        inner.put(LINEAR_OF_BYTE),
        inner.put(CODE_OF_ROOT),
      ),
      balanceOf(exposure),
    )
    kernels.expose(order)
  })
  return { width, height, planes }
}

/** Code value with highlights above 0.6 linear rolled off, so that lifted skin and shirts keep their modelling. */
export function shouldered(linear: number): number {
  return fastCode(linear < 0.6 ? linear : 0.6 + 0.4 * (1 - Math.exp((0.6 - linear) / 0.4)))
}
