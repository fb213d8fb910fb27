import { cropped } from '#studio/box.ts'
import type { Plane } from '#studio/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { distanceTo } from '#studio/planes/distance.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { binsOf, histogram } from './histogram.ts'
import type { Guide } from './laplacian.ts'
import { above, between, inverse } from '#studio/planes/mask.ts'
import type { HeadGeometry } from './segmentation.ts'
import type { Judge } from './skin-or-hair.ts'
import { connectedTo } from './trimap.ts'

/** A colour counts as skin when it is this many times likelier on the face than round the head. */
const LIKELIER = 6
const LEAST_SHARE = 0.003
/** Lengths as fractions of the face height. Ears reach from the brows to below the nose, */
const ABOVE_EYES = 0.14
const BELOW_EYES = 0.42
/** lie beside the face, */
const FROM_FACE = 0.02
const TO_FACE = 0.24
/** and the net, which sees 256 pixels across, misses no more of them than this. */
const MISSED = 0.1
/** An ear's rim is of the colour of what of it the net sees, this near, to within this distance of code values 0..1. */
const NEAR = 0.05
const UNLIKE = 0.22
/** Light from behind shines through an ear: redder than any face, red above green by this, and orange rather than pink. */
const GLOW = 0.25
const BLUEST_GLOW = 0.9
/** So unlike what the net sees a glowing rim may be, and so much of its colour the surroundings may hold. */
const GLOW_UNLIKE = 0.65
const GLOW_ON_WALL = 0.004
/** As wide may what glows between an ear's rim and the head be, where the wall is as red. */
const GLOW_WIDTH = 0.06
/** What the surroundings hold is seen this far from the net's outline. */
const WALL_FROM = 0.12
const WALL_TO = 0.45
const ASIDE = 1
/** The net is sure of skin this far inside its outline, where it says so and nearly all near it is skin, this near. */
const SURE = 0.97
const SURE_DEPTH = 0.012
const SKIN_NEAR = 0.012
const SKIN_SHARE = 0.75
/** Small gaps, an ear's own lights and shadows, are closed. */
const CLOSED = 0.012
/** "Person" probability that the net's outline lies at, and that of a found ear. */
const SEEN = 0.5
const FOUND = 0.97

/**
 * Ears that stand off, before a bright background, are half missed by the net. What beside the face has the face's
 * colours, which the surroundings lack, and hangs together with the head is entered in `person`.
 * @param guide half size, as everything else
 */
export function addEars(guide: Guide, person: Plane, head: HeadGeometry, face: Float32Array): void {
  const unit = head.faceHeight / 2
  const left = Math.max(0, Math.floor(head.centreX / 2 - unit * ASIDE))
  const right = Math.min(person.width, Math.ceil(head.centreX / 2 + unit * ASIDE))
  const top = Math.max(0, Math.floor(head.eyeY / 2 - unit * ABOVE_EYES))
  const bottom = Math.min(person.height, Math.ceil(head.chinY / 2))
  const window = { left, top, width: right - left, height: bottom - top }
  if (window.width < 1 || window.height < 1) return
  const [r, g, b] = guide.planes
  const part = (data: Float32Array) => cropped({ ...person, data }, window).data
  const ears = earsWithin(
    { width: window.width, height: window.height, planes: [part(r), part(g), part(b)] },
    part(person.data),
    part(face),
    { unit, centre: head.centreX / 2 - left, lobes: head.eyeY / 2 + unit * BELOW_EYES - top },
  )
  for (let i = 0; i < ears.length; i++) {
    const to = (top + Math.floor(i / window.width)) * person.width + left + (i % window.width)
    person.data[to] = Math.max(person.data[to] ?? 0, ears[i] ?? 0)
  }
}

/** Probability of an ear, 0 where none was found. */
function earsWithin(
  guide: Guide,
  person: Float32Array,
  face: Float32Array,
  { unit, centre, lobes }: { unit: number; centre: number; lobes: number },
): Float32Array {
  const { width, height } = guide
  const ears = new Float32Array(person.length)
  const body = above(person, SEEN)
  const toBody = distanceTo(body, width, height)
  const toFace = distanceTo(above(face, 0.5), width, height)
  const colours = binsOf(guide)
  const skin = histogram(colours, above(face, 0.5))
  const isLeft = (i: number) => i % width < centre
  const end = Math.min(person.length, Math.floor(lobes) * width)
  // What lies beside one ear says nothing of the other's background.
  const wallOf = (left: boolean) => {
    const wall = between(toBody, unit * WALL_FROM, unit * WALL_TO)
    for (let i = 0; i < wall.length; i++) if (i >= end || isLeft(i) !== left) wall[i] = 0
    return histogram(colours, wall)
  }
  const [leftWall, rightWall] = [wallOf(true), wallOf(false)]
  if (!skin) return ears
  const near = meansNear(guide, body, unit * NEAR)
  const alike = new Float32Array(person.length)
  for (let i = 0; i < end; i++) {
    const aside = (toFace[i] ?? 0) / unit
    if (aside < FROM_FACE || aside > TO_FACE || (toBody[i] ?? 0) > unit * MISSED) continue
    const wall = isLeft(i) ? leftWall : rightWall
    if (!wall) continue
    const unlike = Math.hypot(...near.map((mean, c) => (guide.planes[c]?.[i] ?? 0) - (mean[i] ?? 0)))
    const bin = colours[i] ?? 0
    const onWall = wall[bin] ?? 0
    if (isGlowing(guide, i) && unlike < GLOW_UNLIKE && onWall < GLOW_ON_WALL) alike[i] = 1
    if (unlike < UNLIKE && (skin[bin] ?? 0) > Math.max(LEAST_SHARE, LIKELIER * onWall)) alike[i] = 1
  }
  joinRims(guide, alike, body, { end, centre, reach: unit * GLOW_WIDTH })
  const dense = blur({ width, height, data: alike }, unit * CLOSED).data
  const mask = above(dense, 0.4)
  const joined = mask.map((value, i) => value | (body[i] ?? 0))
  const linked = connectedTo(joined, face, width, height)
  for (let i = 0; i < ears.length; i++)
    if ((mask[i] ?? 0) && (linked[i] ?? 0)) ears[i] = FOUND * smoothstep(0.35, 0.55, dense[i] ?? 0)
  return ears
}

/** Between an ear's rim and the head, whatever glows is the ear. */
function joinRims(
  guide: Guide,
  alike: Float32Array,
  body: Uint8Array,
  { end, centre, reach }: { end: number; centre: number; reach: number },
): void {
  const { width } = guide
  const rims = alike.slice(0, end)
  rims.forEach((found, i) => {
    if (!found) return
    const inwards = i % width < centre ? 1 : -1
    let steps = 1
    while (steps < reach && !rims[i + steps * inwards] && isGlowing(guide, i + steps * inwards)) steps++
    const last = i + steps * inwards
    if (!rims[last] && !body[last]) return
    for (let step = 1; step < steps; step++) alike[i + step * inwards] = 1
  })
}

/** Skin with light coming through it. */
function isGlowing({ planes: [r, g, b] }: Guide, i: number): boolean {
  return (r[i] ?? 0) - (g[i] ?? 0) > GLOW && (b[i] ?? 0) < (g[i] ?? 0) * BLUEST_GLOW
}

/** Mean colours of the body near each pixel. */
function meansNear({ width, height, planes }: Guide, body: Uint8Array, sigma: number): Float32Array[] {
  const weight = blur({ width, height, data: Float32Array.from(body) }, sigma).data
  return planes.map((plane) => {
    const own = plane.map((value, i) => ((body[i] ?? 0) ? value : 0))
    const { data } = blur({ width, height, data: own }, sigma)
    return data.map((value, i) => value / Math.max(1e-3, weight[i] ?? 0))
  })
}

/**
 * 1 on the skin of ears that the net is sure of: before a wall of the skin's colour, nothing but the net tells an ear.
 * @param body of `person`'s size, as everything else
 */
export function sureEars(
  person: Plane,
  body: Uint8Array,
  head: HeadGeometry,
  face: Float32Array,
  judge: Judge,
): Uint8Array {
  const { width, height } = person
  const unit = head.faceHeight / 2
  const depth = distanceTo(inverse(body), width, height)
  const toFace = distanceTo(above(face, 0.5), width, height)
  const top = Math.max(0, Math.floor(head.eyeY / 2 - unit * ABOVE_EYES))
  const bottom = Math.min(height, Math.ceil(head.eyeY / 2 + unit * BELOW_EYES))
  const skin = new Float32Array(body.length)
  const isEar = (i: number) => (toFace[i] ?? 0) > unit * FROM_FACE && (toFace[i] ?? 0) < unit * TO_FACE
  for (let i = top * width; i < bottom * width; i++)
    if (isEar(i) && (body[i] ?? 0)) skin[i] = judge(i % width, Math.floor(i / width)) > 0 ? 1 : 0
  const near = blur({ width, height, data: skin }, unit * SKIN_NEAR).data
  const sure = new Uint8Array(body.length)
  for (let i = top * width; i < bottom * width; i++)
    if (
      isEar(i) &&
      (person.data[i] ?? 0) > SURE &&
      (depth[i] ?? 0) > unit * SURE_DEPTH &&
      (near[i] ?? 0) > SKIN_SHARE
    )
      sure[i] = 1
  return sure
}
