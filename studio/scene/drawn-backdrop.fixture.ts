import { fastCode } from '#studio/picture/color.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { finish } from '#studio/render/finish.ts'
import { expand } from '#studio/planes/expanded.fixture.ts'
import { STYLES, USUAL_VARIATIONS, VARIATIONS } from './styles.ts'
import type { StyleId } from './styles.ts'
import { drawBackdrop } from './backdrop.ts'

/** Stand-ins may come near them: the gate lets no duplicate pass. */
const USUAL = VARIATIONS.slice(0, USUAL_VARIATIONS)

const WIDTH = 512
const HEIGHT = 640

/** Measures of one style's backdrops; code values 0..255 unless stated otherwise. */
export interface BackdropMeasures {
  /** Longest run of one green value in a row, the longest of all variations. */
  longestRun: number
  /** Spread of the high-pass residue, 0..1, the largest of all variations. */
  sigma: number
  /** Mean difference of each pair of variations. */
  differences: number[]
  repeats: boolean
  /** Mean relative change of light from one seed to another. */
  seedChange: number
  /** Linear light of the darkest and the brightest channel anywhere. */
  least: number
  most: number
  /** Light in the upper corner away from the key over that beside the head. */
  cornerShare: number
  /** Log of light on the key's side over the other's, mean over seeds. */
  keySide: number
  /** Light for white hair over that for dark hair, behind the head. */
  behindWhiteHair: number
  /** Light behind the head in each variation over the first. */
  behindHead: number[]
  /** Mean red less mean blue of each finished variation, code values. */
  casts: number[]
  /** Colour behind the head per variation, per cent of linear light. */
  colours: string[]
}

interface Wish {
  variation?: number
  hairLuminance?: number
}

const warmthOf = (styleId: StyleId, variation: number) =>
  STYLES[styleId].grade.warmth + (VARIATIONS[variation]?.grade.warmth ?? 0)

async function drawn(
  styleId: StyleId,
  seed: number,
  { variation = 0, hairLuminance = 0.1 }: Wish = {},
): Promise<[Plane, Plane, Plane]> {
  const { scene } = STYLES[styleId]
  const planes = await drawBackdrop({
    set: scene,
    headShare: 0.5,
    seed,
    variation,
    width: WIDTH,
    height: HEIGHT,
    side: VARIATIONS[variation]?.side ?? 'left',
    light: VARIATIONS[variation]?.backdrop ?? 1,
    headX: 0.5,
    headY: 0.4,
    worn: { hair: [hairLuminance, hairLuminance, hairLuminance], cloth: null, skin: [0.5, 0.33, 0.23] },
    warmth: warmthOf(styleId, variation),
  })
  const full = (plane: Plane) => expand(plane, WIDTH, HEIGHT, HEIGHT / plane.height)
  return [full(planes[0]), full(planes[1]), full(planes[2])]
}

async function finished(styleId: StyleId, seed: number, variation: number): Promise<Uint8Array> {
  const [r, g, b] = await drawn(styleId, seed, { variation })
  const { grade } = STYLES[styleId]
  const order = { ...grade, warmth: warmthOf(styleId, variation), scale: 1, seed }
  return withRoom((room) => {
    const placed = ({ data }: Plane) => room.put(data.map(fastCode))
    return finish({ width: WIDTH, height: HEIGHT, planes: [placed(r), placed(g), placed(b)] }, order).data
  })
}

function texture(data: Uint8Array): { longestRun: number; sigma: number } {
  let longestRun = 0
  let rough = 0
  for (let y = 0; y < HEIGHT; y++) {
    let run = 1
    for (let x = 1; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 3
      const difference = (data[at + 1] ?? 0) - (data[at - 2] ?? 0)
      rough += difference * difference
      run = difference === 0 ? run + 1 : 1
      longestRun = Math.max(longestRun, run)
    }
  }
  // Differences of neighbours carry twice the variance of the grain.
  return { longestRun, sigma: Math.sqrt(rough / (2 * WIDTH * HEIGHT)) / 255 }
}

function differenceOf(p: Uint8Array, q: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < p.length; i++) sum += Math.abs((p[i] ?? 0) - (q[i] ?? 0))
  return sum / p.length
}

function meanNear(plane: Plane, x: number, y: number): number {
  let sum = 0
  for (let dy = -8; dy < 8; dy++)
    for (let dx = -8; dx < 8; dx++)
      sum += plane.data[(Math.round(y * HEIGHT) + dy) * WIDTH + Math.round(x * WIDTH) + dx] ?? 0
  return sum / 256
}

/** Mean red less mean blue. */
function castOf(data: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 3) sum += (data[i] ?? 0) - (data[i + 2] ?? 0)
  return (3 * sum) / data.length
}

function sumOfColumns({ data }: Plane, from: number, to: number): number {
  let sum = 0
  for (let i = 0; i < data.length; i++) if (i % WIDTH >= from && i % WIDTH < to) sum += data[i] ?? 0
  return sum
}

export async function measureBackdrop(styleId: StyleId): Promise<BackdropMeasures> {
  const { scene } = STYLES[styleId]
  const pictures = await Promise.all(USUAL.map((_, variation) => finished(styleId, 5 + variation, variation)))
  const textures = pictures.map(texture)
  const [one] = await drawn(styleId, 1)
  const [other] = await drawn(styleId, 2)
  const [again] = await drawn(styleId, 1)
  const change = one.data.reduce((sum, v, i) => sum + Math.abs(v - (other.data[i] ?? 0)) / (v + 1e-3), 0)
  const extremes = await drawn(styleId, 3, { variation: 2 })
  const [, third] = await drawn(styleId, 3)
  const [, white] = await drawn(styleId, 4, { hairLuminance: 0.8 })
  const [, usual] = await drawn(styleId, 4)
  const variations = await Promise.all(USUAL.map((_, variation) => drawn(styleId, 9, { variation })))
  const behind = variations.map(([, g]) => meanNear(g, 0.5, 0.4))
  const seeds = scene.kind === 'location' ? [1, 2, 3] : [1]
  const sides = (await Promise.all(seeds.map((seed) => drawn(styleId, seed)))).map(([, g]) =>
    Math.log(sumOfColumns(g, 0, 128) / sumOfColumns(g, WIDTH - 128, WIDTH)),
  )
  return {
    longestRun: Math.max(...textures.map(({ longestRun }) => longestRun)),
    sigma: Math.max(...textures.map(({ sigma }) => sigma)),
    differences: pictures.flatMap((p, index) => pictures.slice(index + 1).map((q) => differenceOf(p, q))),
    repeats: one.data.every((value, i) => value === again.data[i]),
    seedChange: change / one.data.length,
    least: Math.min(...extremes.map(({ data }) => data.reduce((low, value) => Math.min(low, value)))),
    most: Math.max(...extremes.map(({ data }) => data.reduce((high, value) => Math.max(high, value)))),
    cornerShare: (third.data[WIDTH - 1] ?? 0) / meanNear(third, 0.5, 0.45),
    keySide: sides.reduce((sum, value) => sum + value, 0) / sides.length,
    behindWhiteHair: meanNear(white, 0.5, 0.4) / meanNear(usual, 0.5, 0.4),
    behindHead: behind.map((light) => light / (behind[0] ?? 1)),
    casts: pictures.map(castOf),
    colours: variations.map((planes) =>
      planes.map((plane) => Math.round(100 * meanNear(plane, 0.5, 0.4))).join(' '),
    ),
  }
}
