import { z } from 'zod'
import {
  bytesOf,
  isUnchanged,
  openBlobFile,
  PersonModelError,
  versionOf,
  writeBlobFile,
} from './blob-file.ts'
import { MODEL_VERSION } from './model.ts'
import type { PersonModel } from './model.ts'
import { LabFields, packSelfie, SelfieFields, unpackSelfie } from './selfie-file.ts'

const KIND = { magic: 'ALPM', version: MODEL_VERSION } as const

const SpreadFields = z.object({ median: z.number(), least: z.number() })
const ModelFields = z.object({
  skin: LabFields,
  cohesion: z.array(z.number()),
  spread: SpreadFields,
  secondSpread: SpreadFields,
  ranks: z.array(z.number()),
  centroidValues: z.tuple([z.number(), z.number()]),
  selfies: z.array(SelfieFields),
})

/** One file per person; the same model gives the same bytes. */
export async function encodeModel(model: PersonModel): Promise<Uint8Array> {
  const packed = await Promise.all(model.selfies.map(packSelfie))
  const header = {
    skin: model.skin,
    cohesion: model.cohesion,
    spread: model.spread,
    secondSpread: model.second.spread,
    ranks: model.selfies.map(({ rank }) => rank),
    centroidValues: [model.centroid.length, model.second.centroid.length],
    selfies: packed.map((selfie) => selfie.header),
  }
  const centroids = [model.centroid, model.second.centroid].map(bytesOf)
  return writeBlobFile(KIND, header, [...centroids, ...packed.flatMap(({ blobs }) => blobs)])
}

/** Whether this version wrote the model and nobody changed it since; any other is made anew from the selfies. */
export function isCurrentModel(bytes: Uint8Array): boolean {
  return versionOf(KIND.magic, bytes) === KIND.version && isUnchanged(bytes)
}

/**
 * Selfies come back with their pixels as views on `bytes`.
 * @throws PersonModelError for anything but what this version's `encodeModel` wrote
 */
export function decodeModel(bytes: Uint8Array): PersonModel {
  const { header, ...file } = openBlobFile(KIND, bytes, ModelFields)
  const { cohesion, ranks, skin, spread, secondSpread } = header
  const [centroid, secondCentroid] = header.centroidValues.map(file.floats) as [Float32Array, Float32Array]
  if (header.selfies.length === 0 || [ranks, cohesion].some(({ length }) => length !== header.selfies.length))
    throw new PersonModelError('header: selfies, ranks and cohesion differ in number')
  const selfies = header.selfies.map((fields, index) => ({
    ...unpackSelfie(fields, file),
    rank: ranks[index] ?? 0,
  }))
  file.end()
  const second = { centroid: secondCentroid, spread: secondSpread }
  return { version: MODEL_VERSION, centroid, cohesion, spread, second, skin, selfies }
}
