import { fastCode, fastLinear, linearOf } from '#studio/picture/color.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import type { Room } from '#studio/kernels/kernels.ts'
import { eyeLine, faceHeight } from '#studio/person/landmarks.ts'
import type { ModelSelfie, PersonModel } from '#studio/model/model.ts'
import { facialSkin } from '#studio/person/skin.ts'
import type { Raster, Size } from '#studio/picture/raster.ts'
import type { Recipe } from '#studio/scene/recipe.ts'
import type { PlaceLight } from '#studio/plates/plate.ts'
import { drawBackdrop } from '#studio/scene/backdrop.ts'
import { placeLight } from '#studio/scene/location.ts'
import { STYLES, VARIATIONS } from '#studio/scene/styles.ts'
import type { StyleId, Variation } from '#studio/scene/styles.ts'
import { careFor, tidyOutline } from './care.ts'
import { NO_CARE } from './cares.ts'
import type { Care } from './cares.ts'
import { composite } from './composite.ts'
import { cutOut, hairColour } from './crop.ts'
import { HEADSHOT_HEIGHT, HEADSHOT_WIDTH } from './headshot-size.ts'
import type { Cut } from './crop.ts'
import { finish, gradeColours } from './finish.ts'
import type { GradeOrder } from './finish.ts'
import { cellNormals, expose, faceCells, lightOf, placeCut, shouldered, skinSample } from './light.ts'
import type { Picture, Placed } from './light.ts'
import { sideOf } from './plan.ts'
import type { Shot } from './plan.ts'
import { retouch } from './retouch.ts'
import { mapSkin } from './skin-map.ts'
import { sourceOf } from './sources.ts'
import { surroundOf } from './surround.ts'
import type { Surround } from './surround.ts'
import { balanceSkin, lightWanted } from './tone.ts'
import { wornIn } from './worn.ts'

/** The objects that a shot names. */
interface Order {
  model: PersonModel
  selfie: ModelSelfie
  style: Recipe
  variation: Variation
  side: 'left' | 'right'
  grade: GradeOrder
}

function orderOf(model: PersonModel, styleId: StyleId, shot: Shot): Order {
  const selfie = model.selfies.find(({ id }) => id === shot.selfieId)
  const variation = VARIATIONS[shot.variation]
  if (!selfie) throw new RangeError(`the model has no selfie ${shot.selfieId}`)
  if (!variation) throw new RangeError(`no variation ${shot.variation}`)
  const style = STYLES[styleId]
  const grade = {
    contrast: style.grade.contrast + variation.grade.contrast,
    saturation: style.grade.saturation,
    warmth: style.grade.warmth + variation.grade.warmth,
    exposureEv: style.grade.exposureEv + variation.grade.exposureEv,
  }
  return { model, selfie, style, variation, side: sideOf(selfie, shot.variation), grade }
}

/** Linear light → the linear light of the finished picture, triples in place. */
function developSample(grade: GradeOrder, rgb: Float32Array): void {
  shouldered(rgb)
  for (let i = 0; i < rgb.length; i++) rgb[i] = fastCode(rgb[i] ?? 0)
  gradeColours(grade, rgb)
  for (let i = 0; i < rgb.length; i++) rgb[i] = fastLinear(rgb[i] ?? 0)
}

/** The subject in new light and the person's own colour, retouched, and what its place adds to that light. */
function develop(
  room: Room,
  cut: Placed,
  order: Order,
  care: Care,
  place: PlaceLight | null,
): { subject: Picture; surround: Surround | null } {
  const { selfie, model, style, variation, side, grade } = order
  const { cells } = cut
  const facial = facialSkin(cells.mesh, cells.width, cells.height)
  const normals = cellNormals(cells)
  const tone = linearOf(selfie.skin.lab)
  const key = style.light.key * variation.key
  const exposure = lightWanted(selfie.skin.lab, model.skin)
  const light = lightOf(cells, facial, normals, { tone, exposure }, { ...style.light, key, side })
  const balance = balanceSkin(
    skinSample(cells, facial, light),
    (rgb) => developSample(grade, rgb),
    model.skin,
    { usual: Math.exp(exposure), colour: style.grade.saturation > 0 },
  )
  const subject = expose(room, cut, { light, balance, tone })
  const skin = mapSkin(cells, facial)
  retouch(subject, { skin, faceHeight: faceHeight(cut.mesh), glare: care.glare })
  careFor(subject, { mesh: cut.mesh, skin, alpha: cut.alpha }, care)
  const { scene } = style
  const isPlace = place && scene.kind === 'location'
  return { subject, surround: isPlace ? surroundOf(normals, place, faceCells(cells, facial), scene) : null }
}

/** The subject of a shot as cut out, before finishing: the gate compares the picture with it. */
export async function cutOfShot(model: PersonModel, styleId: StyleId, shot: Shot, size: Size): Promise<Cut> {
  const { selfie, style, variation } = orderOf(model, styleId, shot)
  return cutOut({ source: await sourceOf(selfie), selfie }, style, variation, size)
}

export interface RenderOptions {
  /** Of 1024x1280. */
  scale?: number
  care?: Care
}

/**
 * One finished headshot, 1024x1280 or `scale` of it: a preview takes 0.5 and a quarter of the time. The same model, style,
 * shot and scale give the same pixels.
 * @throws RangeError when the model holds no such selfie or the style no such variation
 */
export async function renderShot(
  model: PersonModel,
  styleId: StyleId,
  shot: Shot,
  { scale = 1, care = NO_CARE }: RenderOptions = {},
): Promise<Raster> {
  const order = orderOf(model, styleId, shot)
  const { selfie, style, variation, side } = order
  const width = Math.round(HEADSHOT_WIDTH * scale)
  const height = Math.round(HEADSHOT_HEIGHT * scale)
  const cut = await cutOfShot(model, styleId, shot, { width, height })
  const eyes = eyeLine(cut.mesh)
  const hair = hairColour(cut)
  const level = Math.exp(lightWanted(selfie.skin.lab, model.skin))
  const worn = wornIn(cut, { hair, skin: selfie.skin.lab, level })
  const { scene } = style
  const before = {
    headShare: cut.headShare,
    seed: shot.seed,
    variation: shot.variation,
    width,
    height,
    side,
    light: variation.backdrop,
    headX: eyes.middle.x / width,
    headY: eyes.middle.y / height,
    worn,
    warmth: order.grade.warmth,
  }
  const backdrop = await drawBackdrop({ ...before, set: scene })
  const place = scene.kind === 'location' ? await placeLight({ ...before, set: scene }) : null
  return withRoom((room) => {
    const placed = placeCut(room, cut)
    tidyOutline(room, placed, care)
    const whole = composite({
      ...develop(room, placed, order, care, place),
      alpha: placed.alpha,
      backdrop,
      side,
      wrap: style.light.wrap,
      rim: style.light.rim,
      faceHeight: faceHeight(cut.mesh),
    })
    return finish(whole, {
      ...order.grade,
      vignette: style.grade.vignette,
      grain: style.grade.grain,
      scale,
      seed: shot.seed,
    })
  })
}
