import type { Lab } from '#studio/picture/color.ts'
import { drawnFaceTone, drawnSelfie } from '#studio/model/drawn-person.fixture.ts'
import { buildModel } from '#studio/model/model.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { StyleId } from '#studio/scene/styles.ts'
import { renderShot } from './headshot.ts'

export interface DrawnJob {
  tone: Lab
  styleIds: readonly StyleId[]
  variations: number[]
  scale?: number
}

export interface DrawnResult {
  /** Style after style, variation after variation. */
  rasters: Raster[]
  /** The drawn skin, and the middle of the face in the first raster. */
  before: Lab
  after: Lab
}

/** Headshots of the drawn person, who is drawn once for all of them. */
export async function renderDrawn({ tone, styleIds, variations, scale = 1 }: DrawnJob): Promise<DrawnResult> {
  const selfie = drawnSelfie('a', tone, 1, scale)
  const model = buildModel([selfie], [])
  const rasters: Raster[] = []
  for (const styleId of styleIds) {
    for (const variation of variations) {
      const shot = { selfieId: 'a', variation, seed: 77 + variation }
      rasters.push(await renderShot(model, styleId, shot, { scale }))
    }
  }
  const [first] = rasters
  if (!first) throw new Error('a job needs a variation')
  return { rasters, before: selfie.skin.lab, after: drawnFaceTone(first) }
}
