import { CHARACTERS } from '#tests/cast/cast.ts'
import { drawnSelfie } from '#tests/cast/drawn-selfies.ts'
import type { DrawnId } from '#tests/cast/everybody.ts'
import { isNewcomer, NEWCOMER_IDS } from '#tests/cast/newcomers.ts'
import { GOOD_TAKES, HOME_TAKES } from '#tests/cast/takes.ts'
import type { Take } from '#tests/cast/takes.ts'
import { findFace } from '#studio/intake/selfie.ts'
import { buildModel } from '#studio/model/model.ts'
import type { PersonModel } from '#studio/model/model.ts'
import { prepareSelfie } from '#studio/model/prepare.ts'
import type { PreparedSelfie } from '#studio/model/selfie-file.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { cutOfShot, renderShot } from '#studio/render/headshot.ts'
import { planBundle } from '#studio/render/plan.ts'
import type { Shot } from '#studio/render/plan.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { VIEW_SIZE } from '#studio/gate/view.ts'
import type { KnownCut } from '#studio/gate/view.ts'

/** No limit was set on these. */
export const ASIDE: readonly DrawnId[] = ['ines', 'ruth']
/** Faults are drawn on the first eight people, sound pictures are made of all. */
export const SOUND_PEOPLE: readonly DrawnId[] = [...CHARACTERS, ...NEWCOMER_IDS]
const SELFIES_MAX = 3
const WIDTH_PX = 1000

/** A drawn person as the studio knows them. */
export interface DrawnPerson {
  name: DrawnId
  model: PersonModel
  prepared: readonly PreparedSelfie[]
}

/** A picture as it leaves the engine, with the engine's own matte and colours. */
export interface Finished {
  raster: Raster
  cut: KnownCut
  styleId: StyleId
  person: PersonModel
}

export function modelOf(prepared: readonly PreparedSelfie[]): PersonModel {
  return buildModel(
    prepared,
    prepared.map(() => ({ warnings: [] })),
  )
}

/** Of the newcomers one selfie is from home; in a mirror the phone would be in the picture, which is not sound. */
const AT_HOME = HOME_TAKES.filter(({ mirror }) => !mirror)

/** Selfies, others for each person. */
function takesOf(name: DrawnId, count: number): readonly Take[] {
  const first = SOUND_PEOPLE.indexOf(name)
  const good = GOOD_TAKES.filter((_, index) => index % 4 === first % 4)
  return [...(isNewcomer(name) ? AT_HOME : []), ...good].slice(0, count)
}

/** @param selfies how many the studio knows them by */
export async function drawnPerson(name: DrawnId, selfies = SELFIES_MAX): Promise<DrawnPerson> {
  const prepared: PreparedSelfie[] = []
  for (const take of takesOf(name, selfies))
    prepared.push(await prepare(`${name}-${take.id}`, await drawnSelfie(name, take, { widthPx: WIDTH_PX })))
  return { name, model: modelOf(prepared), prepared }
}

async function prepare(id: string, bytes: Uint8Array): Promise<PreparedSelfie> {
  const found = await findFace(bytes, null)
  if (!found) throw new Error(`no face in the drawing ${id}`)
  const { warnings: _warnings, ...source } = found
  return prepareSelfie({ id, ...source })
}

/** The `index`th picture of a person in a style. */
export async function finishedOf(
  { model }: Pick<DrawnPerson, 'model'>,
  styleId: StyleId,
  index: number,
): Promise<Finished> {
  const plan = planBundle(model, styleId, index + 1)
  const shot: Shot | undefined = plan[index % plan.length]
  if (!shot) throw new Error('the plan is empty')
  const cut = await cutOfShot(model, styleId, shot, VIEW_SIZE)
  return { raster: await renderShot(model, styleId, shot), cut, styleId, person: model }
}
