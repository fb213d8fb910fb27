import { parentPort, workerData } from 'node:worker_threads'
import type { Lab } from '#studio/color.ts'
import { drawnFaceTone, drawnSelfie } from '#studio/person/drawn-person.fixture.ts'
import { buildModel } from '#studio/person/model.ts'
import type { Raster } from '#studio/raster.ts'
import type { StyleId } from '#studio/styles.ts'
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

const job = workerData as DrawnJob
const selfie = drawnSelfie('a', job.tone, 1, job.scale ?? 1)
const model = buildModel([selfie], [])
const rasters: Raster[] = []
for (const styleId of job.styleIds) {
  for (const variation of job.variations) {
    const shot = { selfieId: 'a', variation, seed: 77 + variation }
    rasters.push(await renderShot(model, styleId, shot, { scale: job.scale ?? 1 }))
  }
}
const [first] = rasters
if (!first) throw new Error('a job needs a variation')
const result: DrawnResult = { rasters, before: selfie.skin.lab, after: drawnFaceTone(first) }
parentPort?.postMessage(result)
