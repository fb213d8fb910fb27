import { CODE_OF_ROOT, LINEAR_OF_BYTE, fastLinear, luminance } from '#studio/picture/color.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { guideOf } from '#studio/matte/matte.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { sharesOf } from '#studio/planes/plane.ts'
import { reduce, reducedSize, splineIn } from '#studio/planes/resize.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import type { Cut } from './crop.ts'
import { heldBack } from './evenness.ts'
import { relightGain, subjectNormals } from './relight.ts'
import type { Normals, RelightOrder } from './relight.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { Cells } from './skin-map.ts'
import { chromaOf, likeTone } from './tone.ts'
import type { Balance } from './tone.ts'

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
    r: means(r),
    g: means(g),
    b: means(b),
    alpha: means(cover),
    mesh: mesh.map((value) => value / SKIN_CELL),
  }
  return { width, height, colours: room.put(colours), alpha: room.put(cover), mesh, cells }
}

/** Which way each cell of the light grid is turned. */
export function cellNormals({ width, height, alpha, mesh }: Cells): Normals {
  const half = mesh.map((value) => value / 2)
  return subjectNormals(half, reduce({ width, height, data: alpha }, 2))
}

/**
 * Log gains on cells of `LIGHT_CELL` pixels: the selfie's light evened out over all skin, and a soft key, the main light,
 * from one side.
 * @param facial 1 on the mesh's skin
 * @param tone linear light of the face
 * @param exposure ln of the one that is to come
 */
export function lightOf(
  cells: Cells,
  facial: Float32Array,
  normals: Normals,
  { tone, exposure }: { tone: readonly [number, number, number]; exposure: number },
  light: Pick<RelightOrder, 'key' | 'azimuthDeg' | 'elevationDeg' | 'side'>,
): Plane {
  const { width, height, r, g, b, alpha } = cells
  const halved = (data: Float32Array) => reduce({ width, height, data }, 2)
  const linear = (plane: Float32Array) => halved(plane).data.map(fastLinear)
  const [red, green, blue] = [linear(r), linear(g), linear(b)]
  const logLuminance = green.map((value, i) =>
    Math.log(Math.max(0.002, luminance(red[i] ?? 0, value, blue[i] ?? 0))),
  )
  const cover = halved(alpha)
  const skin = faceCells(cells, facial)
  const alike = likeTone(tone)
  const share = green.map((value, i) => (cover.data[i] ?? 0) * alike(red[i] ?? 0, value, blue[i] ?? 0))
  const relit = relightGain({ ...light, normals, logLuminance, skin })
  return heldBack(relit, {
    logLuminance,
    cover: cover.data,
    share,
    skin,
    exposure,
    face: normals.face,
    unit: normals.unit,
  })
}

/** Cells of the light grid that the face's skin fills. */
export function faceCells({ width, height }: Cells, facial: Float32Array): number[] {
  return cellsAbove(reduce({ width, height, data: facial }, 2).data, 0.5)
}

/** Linear light of the facial skin under new light, triples, for `balanceSkin`. */
export function skinSample(
  { width, r, g, b, alpha }: Cells,
  facial: Float32Array,
  light: Plane,
): Float32Array {
  const found: number[] = []
  for (let i = 0; i < facial.length; i += 3) {
    if ((facial[i] ?? 0) < 0.99 || (alpha[i] ?? 0) < 0.99) continue
    const at = (Math.floor(i / width) >> 1) * light.width + ((i % width) >> 1)
    const lit = Math.exp(light.data[at] ?? 0)
    found.push(...[r, g, b].map((plane) => fastLinear(plane[i] ?? 0) * lit))
  }
  return Float32Array.from(found)
}

export interface Exposure {
  /** See `lightOf`. */
  light: Plane
  balance: Balance
  /** Linear light of the face as the selfie has it. */
  tone: readonly [number, number, number]
}

/**
 * The balance in the kernel's form: colours of the skin's hue change with the skin, anywhere in the picture, the less
 * the greyer they are, so that they keep its hue. White cloth and hair lose colour as far as that removes a cast. A
 * grey stays grey.
 */
function movesOf({ balance: { channels }, tone }: Exposure): Float32Array {
  const [u, w, v] = [channels[0] - 1, channels[1] - 1, channels[2] - 1]
  return Float32Array.of(u, w, v, -u, -v, ...chromaOf(tone))
}

/** Colour-matched, relit code values of the subject; black where nothing is of it. */
export function expose(room: Room, cut: Placed, exposure: Exposure): Picture {
  const { light, balance } = exposure
  const { width, height } = cut
  const count = width * height
  const planes = [room.floats(count), room.floats(count), room.floats(count)] as const
  withRoom((inner) => {
    const gain = { ...light, data: light.data.map((log) => balance.exposure * Math.exp(log)) }
    const order = inner.put(
      Int32Array.of(
        ...[width, height, cut.colours, cut.alpha],
        splineIn(inner, gain, width, LIGHT_CELL),
        inner.floats(width + 4),
        ...planes,
        inner.put(LINEAR_OF_BYTE),
        inner.put(CODE_OF_ROOT),
      ),
      movesOf(exposure),
    )
    kernels.expose(order)
  })
  return { width, height, planes }
}

/** Linear light above which it is rolled off. */
const SHOULDER = 0.6
/** Of a colour's hue when it is: channel by channel skin in the sun turns yellow and then white, all of it kept it glows. */
const HUE_KEPT = 0.7

const rolledOff = (light: number) =>
  light < SHOULDER ? light : SHOULDER + (1 - SHOULDER) * (1 - Math.exp((SHOULDER - light) / (1 - SHOULDER)))

/** Highlights of linear light rolled off, triples in place: lifted skin and shirts keep their modelling and hue. */
export function shouldered(rgb: Float32Array): void {
  for (let i = 0; i < rgb.length; i += 3) {
    const most = Math.max(rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0)
    if (most <= SHOULDER) continue
    const kept = rolledOff(most) / most
    for (let c = i; c < i + 3; c++) {
      const light = rgb[c] ?? 0
      rgb[c] = (1 - HUE_KEPT) * rolledOff(light) + HUE_KEPT * light * kept
    }
  }
}
