import { CODE_OF_ROOT, LINEAR_OF_BYTE, fastCode, fastLinear, luminance } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { guideOf } from '#studio/matte/matte.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { sharesOf } from '#studio/planes/plane.ts'
import { reduce, reducedSize, splineIn } from '#studio/planes/resize.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import type { Cut } from './crop.ts'
import { relightGain, subjectNormals } from './relight.ts'
import type { Normals, RelightOrder } from './relight.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { Cells, SkinMap } from './skin-map.ts'
import type { Trim } from './tone.ts'

/** Pixels per cell of the light grid: two skin cells. */
export const LIGHT_CELL = 2 * SKIN_CELL

/** Three planes of sRGB code values 0..1 in the kernels' memory. */
export interface Picture extends Size {
  planes: readonly [Pointer, Pointer, Pointer]
}

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
  const means = (data: Float32Array) => reduce({ width, height, data }, SKIN_CELL).data
  const [r, g, b] = guideOf({ width, height, data: colours }).planes
  const cells = {
    ...reducedSize({ width, height }, SKIN_CELL),
    ...{ r: means(r), g: means(g), b: means(b), alpha: means(cover) },
    mesh: mesh.map((value) => value / SKIN_CELL),
  }
  return { width, height, colours: room.put(colours), alpha: room.put(cover), mesh, cells }
}

/** Which way each cell of the light grid is turned. */
export function cellNormals({ width, height, alpha, mesh }: Cells): Normals {
  const half = mesh.map((value) => value / 2)
  return subjectNormals(half, reduce({ width, height, data: alpha }, 2))
}

/** Log gains on cells of `LIGHT_CELL` pixels: the selfie's light evened out, and a soft key, the main light, from one side. */
export function lightOf(
  cells: Cells,
  skin: SkinMap,
  normals: Normals,
  light: Pick<RelightOrder, 'key' | 'azimuthDeg' | 'elevationDeg' | 'side'>,
): Plane {
  const { width, height, r, g, b } = cells
  const halved = (data: Float32Array) => reduce({ width, height, data }, 2)
  const linear = r.map((red, i) => luminance(fastLinear(red), fastLinear(g[i] ?? 0), fastLinear(b[i] ?? 0)))
  return relightGain({
    ...light,
    normals,
    logLuminance: halved(linear).data.map((mean) => Math.log(Math.max(0.002, mean))),
    skin: faceCells(cells, skin),
  })
}

/** Cells of the light grid that the face's skin fills. */
export function faceCells({ width, height }: Cells, { face }: SkinMap): number[] {
  return cellsAbove(reduce({ width, height, data: face }, 2).data, 0.5)
}

/** Linear light of the skin under new light and gains, triples, for `trimSkin`. */
export function skinSample(
  { width, r, g, b, alpha }: Cells,
  facial: Float32Array,
  light: Plane,
  gains: readonly [number, number, number],
): Float32Array {
  const found: number[] = []
  for (let i = 0; i < facial.length; i += 3) {
    if ((facial[i] ?? 0) < 0.99 || (alpha[i] ?? 0) < 0.99) continue
    const at = (Math.floor(i / width) >> 1) * light.width + ((i % width) >> 1)
    const lit = Math.exp(light.data[at] ?? 0)
    const colour = [r[i] ?? 0, g[i] ?? 0, b[i] ?? 0]
    found.push(...colour.map((value, c) => fastLinear(value) * (gains[c] ?? 1) * lit))
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
 * Exposure and balances as the kernel takes them. The gains are found for skin; whatever else there is follows them as
 * far as they take a cast off it, and no farther: a grey stays grey.
 */
function balanceOf({ gains, trim, tone }: Exposure): Float32Array {
  const level = luminance(...gains)
  const [u, w, v] = [gains[0] / level - 1, gains[1] / level - 1, gains[2] / level - 1]
  const undo = -1 / Math.max(1e-4, u ** 2 + v ** 2)
  const [red, blue] = [tone[0] / luminance(...tone) - 1, tone[2] / luminance(...tone) - 1]
  const chroma = Math.max(1e-4, red ** 2 + blue ** 2)
  return Float32Array.of(
    level * trim.exposure,
    ...[u, w, v],
    ...trim.balance.map((value) => value - 1),
    ...[u * undo, v * undo],
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
    const gain = { ...light, data: light.data.map(Math.exp) }
    const order = inner.put(
      Int32Array.of(
        ...[width, height, cut.colours, cut.alpha],
        splineIn(inner, gain, width, LIGHT_CELL),
        splineIn(inner, skin.toned, width, SKIN_CELL),
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
