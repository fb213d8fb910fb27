import { ahead, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { CHIN, faceHeight, LEFT_EYE, outline, RIGHT_EYE, scaled, vertex } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import { cellsAbove } from '#studio/planes/mask.ts'
import { dilation, opening } from '#studio/planes/opening.ts'
import { quantile } from '#studio/planes/rank.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Care } from './cares.ts'
import { clearLens, LENSES } from './lenses.ts'
import type { Picture, Placed } from './light.ts'
import { withoutLint } from './lint.ts'
import { lumaAt, onPatch } from './patch.ts'
import type { Patch } from './patch.ts'
import { SKIN_CELL } from './skin-map.ts'

/** Largest share removed of the yellow of teeth, and of their distance to white. */
const YELLOW = 0.65
const WHITER = 0.12

/**
 * Makes teeth less yellow, in place: the bright pixels between the lips that are not as red as gums.
 * @param mouth 0..1, the area between the lips
 */
export function whitenTeeth(patch: Patch, mouth: Float32Array, degree: number): void {
  const { r, g, b } = patch
  const brightest = quantile(
    cellsAbove(mouth, 0.5).map((i) => lumaAt(patch, i)),
    0.9,
  )
  if (!(brightest > DIMMEST)) return
  for (let i = 0; i < mouth.length; i++) {
    if (!mouth[i]) continue
    const [red, green, blue, luma] = [r[i] ?? 0, g[i] ?? 0, b[i] ?? 0, lumaAt(patch, i)]
    const gum = smoothstep(0.16, 0.32, (red - green) / Math.max(0.05, luma))
    const tooth = degree * (mouth[i] ?? 0) * smoothstep(0.45, 0.7, luma / brightest) * (1 - gum)
    const yellow = Math.max(0, (red + green) / 2 - blue)
    const lift = WHITER * (1 - luma) * smoothstep(0.1, 0.4, luma)
    r[i] = red + tooth * lift
    g[i] = green + tooth * lift
    b[i] = blue + tooth * (lift + YELLOW * yellow)
  }
}

/** A mouth without brighter pixels shows no teeth. */
const DIMMEST = 0.25

/** Largest share removed of the redness beyond the usual. */
const REDNESS = 0.75
/** Red beyond luma, over luma, that the white of an eye has at most. */
const WHITE_RED = 0.03

/**
 * Eyes with less red, in place: lids come towards the skin about them, whites towards white. Iris, lashes and lines are darker
 * than that and stay.
 * @param lids 0..1, about an eye; @param whites 0..1, between its lids
 */
export function calmEyes(
  patch: Patch,
  { lids, whites }: { lids: Float32Array; whites: Float32Array },
  degree: number,
): void {
  const { r, g, b } = patch
  const redness = (i: number) => ((r[i] ?? 0) - lumaAt(patch, i)) / Math.max(0.05, lumaAt(patch, i))
  const beside = Array.from(lids.keys()).filter((i) => (lids[i] ?? 0) === 0 && (whites[i] ?? 0) === 0)
  const light = quantile(
    beside.map((i) => lumaAt(patch, i)),
    0.5,
  )
  const usual = quantile(beside.map(redness), 0.5)
  if (Number.isNaN(light)) return
  for (let i = 0; i < lids.length; i++) {
    const [lid, white] = [lids[i] ?? 0, whites[i] ?? 0]
    if (lid === 0 && white === 0) continue
    const luma = lumaAt(patch, i)
    const lit = smoothstep(0.35, 0.6, luma / Math.max(0.05, light))
    const own = redness(i)
    const overOf = (most: number) => degree * REDNESS * lit * Math.max(0, own - most)
    // Lids change their red alone, and luma stays; whites are bled of their colour, or they would turn green.
    const change = (1 - white) * lid * overOf(usual) * luma
    const kept = 1 - (white * overOf(WHITE_RED)) / Math.max(WHITE_RED, own)
    r[i] = luma + ((r[i] ?? 0) - change - luma) * kept
    g[i] = luma + ((g[i] ?? 0) + (change * 0.299) / 0.587 - luma) * kept
    b[i] = luma + ((b[i] ?? 0) - luma) * kept
  }
}

/** Half the width below which a detail counts as a single hair, face heights. */
const HAIR = 0.009
/**
 * Face heights above the chin between which the removal of stray hairs grows from none to full: thin details below
 * are cloth or jewellery.
 */
const ABOVE_CHIN = { from: 0, to: 0.25 } as const

/**
 * Coverage without single hairs that stand off the head.
 * @param chin its row; @param unit upper forehead to chin, pixels
 */
export function withoutStrays(
  alpha: Plane,
  { chin, unit }: { chin: number; unit: number },
  degree: number,
): Plane {
  const { width, height, data } = alpha
  const radius = Math.max(1, Math.round(HAIR * unit))
  const opened = blur(opening(alpha, radius), radius / 2).data
  const tidied = data.map((value, i) => {
    const up = (chin - Math.floor(i / width)) / unit
    const share = degree * smoothstep(ABOVE_CHIN.from, ABOVE_CHIN.to, up)
    return value - share * Math.max(0, value - (opened[i] ?? 0))
  })
  return { width, height, data: tidied }
}

/** FaceMesh's vertices along the inner edge of the lips. */
const INNER_LIPS = [
  78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
] as const

/** Times an eye's outline: as far as its lids go, and as far as is looked at. */
const LIDS = 1.7
const ABOUT = 2.4

/** Times an eye's outline: within it the white of an eye is no reflection, wherever the mesh is a little off. */
const EYE_ROOM = 1.4

/** Applies the care to the cut-out before it is composed: changes the subject's coverage in place. */
export function tidyOutline(room: Room, cut: Placed, { strays }: Care): void {
  if (strays === 0) return
  const { width, height, alpha, mesh } = cut
  const plane = { width, height, data: room.takeFloats(alpha, width * height) }
  const head = { chin: vertex(mesh, CHIN).y, unit: faceHeight(mesh) }
  room.write(alpha, withoutStrays(plane, head, strays).data)
}

/** What cares need to know of a cut-out: its face, see `mapSkin`, and its coverage, 0..1. */
interface Whereabouts {
  mesh: Float32Array
  skin: Plane
  alpha: Pointer
}

/** Takes care of glasses, teeth, eyes and cloth, in the picture's planes. */
export function careFor(
  picture: Picture,
  { mesh, skin, alpha }: Whereabouts,
  { glare, teeth, eyes, lint }: Care,
): void {
  const unit = faceHeight(mesh)
  if (glare > 0)
    for (const { eye, lens, cheek } of LENSES) {
      const [glass, lids, below] = [outline(mesh, lens), outline(mesh, eye), outline(mesh, cheek)]
      onPatch(picture, [...glass, ...below], (patch, masked) => {
        const parts = {
          lens: masked(glass, unit * 0.01),
          eye: masked(scaled(lids, EYE_ROOM), unit * 0.006),
          cheek: masked(below, 1),
        }
        clearLens(patch, parts, unit, glare)
      })
    }
  if (teeth > 0) {
    const lips = outline(mesh, INNER_LIPS)
    onPatch(picture, lips, (patch, masked) => whitenTeeth(patch, masked(lips, unit * 0.004), teeth))
  }
  if (lint > 0) takeLint(picture, { mesh, skin, alpha }, lint)
  if (eyes === 0) return
  for (const eye of [RIGHT_EYE, LEFT_EYE]) {
    const whites = outline(mesh, eye)
    const lids = scaled(whites, LIDS)
    onPatch(picture, scaled(whites, ABOUT), (patch, masked) =>
      calmEyes(patch, { lids: masked(lids, unit * 0.012), whites: masked(whites, unit * 0.003) }, eyes),
    )
  }
}

/** Cells about skin in which nothing is cloth beyond doubt, and the coverage of cloth beyond doubt. */
const OFF_SKIN = 3
const COVERED = 0.98

/** Takes lint off what is worn below the chin. */
function takeLint(picture: Picture, { mesh, skin, alpha }: Whereabouts, degree: number): void {
  const { width, height } = picture
  const top = vertex(mesh, CHIN).y
  const below = [0, width].flatMap((x) => [top, height].map((y) => ({ x, y })))
  const bare = dilation(skin, OFF_SKIN)
  onPatch(picture, below, (patch, _, corner) => {
    const cover = withRoom((room) =>
      room.takeFloats(ahead(alpha, corner.y * width), patch.width * patch.height),
    )
    const cloth = Uint8Array.from(cover, (value, i) => {
      const [x, y] = [i % width, corner.y + Math.floor(i / width)]
      const cell = Math.floor(y / SKIN_CELL) * bare.width + Math.floor(x / SKIN_CELL)
      return value > COVERED && (bare.data[cell] ?? 0) < 0.1 ? 1 : 0
    })
    withoutLint(patch, cloth, faceHeight(mesh), degree)
  })
}
