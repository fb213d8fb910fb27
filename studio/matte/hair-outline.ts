import type { Plane } from '#studio/raster.ts'
import { crownRays } from './crown-rays.ts'
import { blur } from '#studio/planes/blur.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { mean, moved } from './firm-lines.ts'
import type { FirmLine } from './firm-lines.ts'
import { cheapest, smoothed } from './outline.ts'
import type { Ray } from './outline.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Rays fan out from between the eyes, up to this far from level, radians: below are ears. */
const FROM_LEVEL = 0.1
/** Lengths as fractions of the face height. Over this length texture is seen. */
const GRAIN = 0.008
/** How far the net may be wrong about hair. */
const REACH = 0.07
/** Hair's and background's textures are learnt this far from the line, over this length of it. */
const NEAR = 0.01
const FAR = 0.06
const ALONG = 0.1
const ROUNDS = 3
/** What of the way from the background's texture to the hair's is where hair ends, and what a cell on the wrong side costs. */
const HALFWAY = 0.45
const PRICE = 12
/** Blur along the drawn line. */
const ROUGHNESS = 0.03
/** Sharp edges are seen from this far outside them. */
const INSET = 0.005
/** Sensor noise: below it a ratio of textures says nothing. */
const NOISE = 0.0035
/**
 * The line counts where hair has so many times the texture of the background, and where texture sets in at once: so much
 * of it just inside and just outside. Long hair thins out.
 */
const SHARPER = [2.5, 4] as const
const INSIDE = [0.45, 0.65] as const
const OUTSIDE = [0.25, 0.12] as const
const BESIDE_FROM = 0.008
const BESIDE_TO = 0.03
const BESIDE_ALONG = 0.03
/** How much of that must hold, for the line to count and to count wholly, and the length over which it holds. */
const HOLDS = [0.5, 0.9] as const
const HOLDS_ALONG = 0.02
/** It must count over this share of the crown: hair that is textured in places is long, or in locks. */
const LEAST_SHARE = 0.5
/** Curls one by one let the line jump by more than this, root mean square: they have gaps between them. */
const JUMPS = 0.003
/** At its ends the line gives way over this length. */
const END = 0.06
/** Curls stand off the line, and show the background between them, by this much. */
const CURLS = 0.01

/** Texture along the rays, `cells` pixels of each, from the background to the subject; -1 beyond the picture. */
interface Strip {
  length: number
  cells: number
  middle: number
  texture: Float32Array
}

function stripOf({ width, height, data }: Plane, rays: readonly Ray[], middle: number): Strip {
  const cells = 2 * middle + 1
  const texture = new Float32Array(rays.length * cells).fill(-1)
  rays.forEach(({ x, y, dx, dy }, k) => {
    for (let cell = 0; cell < cells; cell++) {
      const column = Math.round(x + (cell - middle) * dx)
      const row = Math.round(y + (cell - middle) * dy)
      if (column >= 0 && row >= 0 && column < width && row < height)
        texture[k * cells + cell] = data[row * width + column] ?? 0
    }
  })
  return { length: rays.length, cells, middle, texture }
}

/** Mean texture of the cells from..to beyond the path (before it when negative), over so many rays to either side; -1 where none is. */
function textureBeside(
  { length, cells, middle, texture }: Strip,
  path: Float32Array,
  from: number,
  to: number,
  along: number,
): Float32Array {
  const sums = new Float64Array(length + 1)
  const counts = new Float64Array(length + 1)
  for (let k = 0; k < length; k++) {
    const first = middle + Math.round(path[k] ?? 0)
    let [sum, count] = [0, 0]
    for (let cell = Math.max(0, first + from); cell < Math.min(cells, first + to); cell++) {
      const value = texture[k * cells + cell] ?? -1
      if (value < 0) continue
      sum += value
      count++
    }
    sums[k + 1] = (sums[k] ?? 0) + sum
    counts[k + 1] = (counts[k] ?? 0) + count
  }
  return Float32Array.from({ length }, (_, k) => {
    const [first, last] = [Math.max(0, k - along), Math.min(length, k + along + 1)]
    const count = (counts[last] ?? 0) - (counts[first] ?? 0)
    return count > 0 ? ((sums[last] ?? 0) - (sums[first] ?? 0)) / count : -1
  })
}

/** How far a texture lies from the background's to the hair's. */
const wayTo = (hair: number, wall: number, value: number) => (value - wall) / Math.max(1e-3, hair - wall)

/** What each offset of the line costs that leaves hair outside, or background inside. */
function offsetCosts(strip: Strip, hair: Float32Array, wall: Float32Array, reach: number): Float32Array {
  const span = 2 * reach + 1
  const costs = new Float32Array(strip.length * span)
  for (let k = 0; k < strip.length; k++) {
    let cost = 0
    for (let step = 0; step < span; step++) {
      costs[k * span + step] = cost
      const value = strip.texture[k * strip.cells + strip.middle - reach + step] ?? -1
      const way = value < 0 ? HALFWAY : wayTo(hair[k] ?? 0, wall[k] ?? 0, value)
      cost += PRICE * (Math.min(1, Math.max(0, way)) - HALFWAY)
    }
  }
  return costs
}

/**
 * Short hair in focus before a background out of focus ends where its texture does, whatever the colours: a window's bars
 * behind it are as dark as hair, and its panes as pale as grey hair. There its outline is drawn.
 * @param detail see `fineDetail`; half size, as everything else
 */
export function hairLines(detail: Plane, body: Uint8Array, head: HeadGeometry): FirmLine[] {
  const unit = head.faceHeight / 2
  const { rays } = crownRays(body, detail, head, FROM_LEVEL)
  const [near, far, reach] = [NEAR, FAR, REACH].map((length) => Math.round(length * unit)) as [
    number,
    number,
    number,
  ]
  const strip = stripOf(blur(detail, GRAIN * unit), rays, reach + far + 1)
  let path: Float32Array = new Float32Array(rays.length)
  const sidesOf = () =>
    [
      textureBeside(strip, path, near, far, Math.round(ALONG * unit)),
      textureBeside(strip, path, -far, -near, Math.round(ALONG * unit)),
    ] as const
  let found = path
  for (let round = 0; round < ROUNDS; round++) {
    found = cheapest(offsetCosts(strip, ...sidesOf(), reach), rays.length, reach)
    path = smoothed(found, Math.max(1, ROUGHNESS * unit))
  }
  const share = shareOf(strip, path, ...sidesOf(), unit)
  const counts = mean(share.length, (k) => share[k] ?? 0)
  const jumps = mean(share.length, (k) => (share[k] ?? 0) * ((found[k] ?? 0) - (path[k] ?? 0)) ** 2)
  if (counts < LEAST_SHARE || jumps > counts * (JUMPS * unit) ** 2) return []
  return [
    {
      rays: rays.map((ray, k) => moved(ray, (path[k] ?? 0) + INSET * unit)),
      share,
      beyond: new Float32Array(rays.length).fill(reach),
      firm: CURLS * unit,
    },
  ]
}

/** How far the line counts, 0..1. */
function shareOf(
  strip: Strip,
  path: Float32Array,
  hair: Float32Array,
  wall: Float32Array,
  unit: number,
): Float32Array {
  const { length } = strip
  const [from, to, along] = [BESIDE_FROM, BESIDE_TO, BESIDE_ALONG].map((part) => Math.round(part * unit)) as [
    number,
    number,
    number,
  ]
  const inner = textureBeside(strip, path, from, to, along)
  const outer = textureBeside(strip, path, -to, -from, along)
  const holds = Float32Array.from({ length }, (_, k) => {
    const sides = [hair[k] ?? -1, wall[k] ?? -1] as const
    const [inside, outside] = [inner[k] ?? -1, outer[k] ?? -1]
    if (Math.min(...sides, inside, outside) < 0) return 0
    const ratio = (sides[0] + NOISE) / (sides[1] + NOISE)
    const sets =
      smoothstep(...INSIDE, wayTo(...sides, inside)) * smoothstep(...OUTSIDE, wayTo(...sides, outside))
    return smoothstep(...SHARPER, ratio) * sets
  })
  const held = blur({ width: length, height: 1, data: holds }, unit * HOLDS_ALONG).data
  return held.map(
    (value, k) => smoothstep(...HOLDS, value) * smoothstep(0, unit * END, Math.min(k, length - 1 - k)),
  )
}
