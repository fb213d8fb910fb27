import type { Plane } from '#studio/picture/raster.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { above, both, inverse } from '#studio/planes/mask.ts'
import { connectedTo } from '#studio/planes/parts.ts'
import type { HeadGeometry } from './segmentation.ts'

/** Unknown bands as fractions of the face height: inside and outside the net's outline. */
const HAIR_BAND = { inside: 0.05, outside: 0.085 } as const
const SHOULDER_BAND = { inside: 0.022, outside: 0.028 } as const
/** Beside cheek and jaw the face mesh knows the edge better than the net: all in between is unknown. */
const CHEEK_BAND = 0.085
const CHEEK_REACH = 0.1
/** A turned head's mesh may lie beside the far cheek by this much: only what is deeper is certain. */
const MESH_SLACK = 0.055
/** The net may be wrong by this much outside its outline: ears and strands it cut off are won back. */
export const NET_SLACK = 0.028
/** How far the net's doubt along the seam between two people reaches. */
const SEAM = 0.012
/** Where the other one stands cut off at the picture's side, the seam may be grown together: it is sought ever deeper. */
const SEAMS_AT_SIDE = [0.06, 0.09, 0.12, 0.15] as const
/** What counts as the picture's side, as a fraction of its width. */
const SIDE = 0.04
/** Between two people, the own one gets this share of the doubt: the colours win back an ear. */
const OWN_SHARE = 0.6

/** A picture in three: surely the person, surely background, and the unknown that alpha is solved for. Half size. */
export interface Trimap {
  /** Alpha as the net has it: 1 or 0. */
  wanted: Float32Array
  /** 1 where that is certain. */
  known: Uint8Array
  /** Pixels from the net's outline, within its side. */
  fromOutline: Float32Array
  /** 1 beside cheek and jaw, fading out with the distance to the face. */
  besideFace: Float32Array
}

/**
 * The net's person without people standing behind. Cores are what the net is sure of, away from its
 * doubts; a core beside the head that does not hang together with the face is somebody else's, and
 * pixels nearer to it than to the own core go with it. They are taken out of the plane.
 * Returns the outline that is left.
 * @param strands 1 on what is known to be the person's also where a seam of doubt parts it from the head
 */
export function isolate(
  person: Plane,
  head: HeadGeometry,
  face: Float32Array,
  strands: Uint8Array,
): Uint8Array {
  const { width, height, data } = person
  const size = width * height
  const known = new Float32Array(face)
  for (let i = 0; i < size; i++) if (strands[i] ?? 0) known[i] = 1
  const unit = head.faceHeight / 2
  const raw = new Uint8Array(size)
  const doubtful = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    raw[i] = (data[i] ?? 0) > 0.5 || (known[i] ?? 0) > 0.5 ? 1 : 0
    doubtful[i] = (data[i] ?? 0) > 0.97 || (known[i] ?? 0) > 0.5 ? 0 : 1
  }
  const fromDoubt = distanceTo(doubtful, width, height)
  const lowest = Math.min(height, Math.round(head.chinY / 2))
  const apart = (seam: number, margin: number) => {
    const sure = above(fromDoubt, unit * seam)
    const own = connectedTo(sure, known, width)
    const rest = both(sure, inverse(own))
    const seeds = new Float32Array(size)
    for (let i = 0; i < lowest * width; i++) {
      const x = i % width
      if (x < margin || x >= width - margin) seeds[i] = rest[i] ?? 0
    }
    return { own, foreign: connectedTo(rest, seeds, width) }
  }
  const behind = apart(SEAM, width)
  const reachesSide = raw.some((value, i) => {
    const x = i % width
    return value > 0 && i < lowest * width && (x < width * SIDE || x >= width * (1 - SIDE))
  })
  let [own, foreign, eroded] = [behind.own, behind.foreign, 0]
  for (const seam of reachesSide ? SEAMS_AT_SIDE : []) {
    const found = apart(seam, width * SIDE)
    if (!found.foreign.includes(1)) continue
    ;[own, eroded] = [found.own, unit * seam]
    foreign = foreign.map((value, i) => value | (found.foreign[i] ?? 0))
    break
  }
  // Nobody else: all of it is the own person's.
  const isMine = foreign.includes(1) ? nearerTo(own, foreign, width, height, eroded) : null
  const mine = isMine ? both(raw, isMine) : raw
  const body = connectedTo(mine, known, width)
  const toBody = distanceTo(body, width, height)
  const margin = unit * (HAIR_BAND.outside + NET_SLACK)
  for (let i = 0; i < size; i++)
    if (!(body[i] ?? 0) && ((isMine?.[i] ?? 1) === 0 || (toBody[i] ?? 0) > margin)) data[i] = 0
  return body
}

/**
 * 1 where a pixel is the own core's rather than the other's. Cores sought deep are small: what was taken off all round,
 * `eroded` pixels, belongs to them, and doubt begins beyond it.
 */
function nearerTo(
  own: Uint8Array,
  other: Uint8Array,
  width: number,
  height: number,
  eroded: number,
): Uint8Array {
  const [toOwn, toOther] = [distanceTo(own, width, height), distanceTo(other, width, height)]
  const mask = new Uint8Array(own.length)
  for (let i = 0; i < mask.length; i++) {
    const mine = toOwn[i] ?? 0
    const theirs = toOther[i] ?? 0
    const past = OWN_SHARE * Math.max(0, theirs - eroded)
    const isMine = Math.max(mine, theirs) <= eroded ? mine <= theirs : mine - eroded <= past
    mask[i] = isMine ? 1 : 0
  }
  return mask
}

export function trimapOf(person: Plane, body: Uint8Array, head: HeadGeometry, face: Float32Array): Trimap {
  const { width, height, data } = person
  const unit = head.faceHeight / 2
  const distance = (mask: Uint8Array) => distanceTo(mask, width, height)
  const oval = above(face, 0.5)
  const [toOutside, toBody] = [distance(inverse(body)), distance(body)]
  const [toFace, intoFace] = [distance(oval), distance(inverse(oval))]
  const plane = () => new Float32Array(data.length)
  const [wanted, fromOutline, besideFace] = [plane(), plane(), plane()]
  const known = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    const cheek =
      smoothstep(head.eyeY / 2 + 0.08 * unit, head.eyeY / 2 + 0.22 * unit, y) *
      (1 - smoothstep(head.chinY / 2 - 0.05 * unit, head.chinY / 2 + 0.03 * unit, y))
    const below = smoothstep(head.chinY / 2 - 0.12 * unit, head.chinY / 2 + 0.28 * unit, y)
    const band = (side: 'inside' | 'outside') =>
      unit * (HAIR_BAND[side] + (SHOULDER_BAND[side] - HAIR_BAND[side]) * below)
    const [inside, outside] = [band('inside'), band('outside')]
    for (let i = y * width; i < (y + 1) * width; i++) {
      const isBody = (body[i] ?? 0) > 0
      const isFace = (intoFace[i] ?? 0) > unit * MESH_SLACK
      // Most rows are none of cheek and jaw.
      const beside =
        cheek > 0 ? cheek * (1 - smoothstep(unit * CHEEK_REACH * 0.6, unit * CHEEK_REACH, toFace[i] ?? 0)) : 0
      const from = (isBody ? toOutside[i] : toBody[i]) ?? 0
      // The net's own doubt widens the band: hair it half sees is left to the colours.
      const doubt = 1 + 0.6 * (1 - Math.abs(2 * (data[i] ?? 0) - 1))
      const wide = isBody ? Math.max(inside, unit * CHEEK_BAND * beside) : outside
      besideFace[i] = beside
      fromOutline[i] = from
      wanted[i] = isBody || isFace ? 1 : 0
      known[i] = isFace || from > wide * doubt ? 1 : 0
    }
  }
  return { wanted, known, fromOutline, besideFace }
}
