import { z } from 'zod'
import { bytesOf, floatsOf, openBlobFile, PersonModelError, readable, writeBlobFile } from './blob-file.ts'
import type { PersonModel } from './model.ts'
import { blobsOf, fromBlobs, LabFields, SELFIE_BLOBS, SelfieFields } from './selfie-file.ts'

/** The version grows when the file's content or meaning changes; a model of another version is built again. */
const KIND = { magic: 'ALPM', version: 7 } as const

const SpreadFields = z.object({ median: z.number(), least: z.number() })
const ModelFields = z.object({
  skin: LabFields,
  spread: SpreadFields,
  secondSpread: SpreadFields,
  selfies: z.array(SelfieFields.extend({ rank: z.number() })).min(1),
})

/** One file per person; the same model gives the same bytes. */
export async function encodeModel({ skin, selfies, ...model }: PersonModel): Promise<Uint8Array> {
  const header = ModelFields.parse({ skin, spread: model.spread, secondSpread: model.second.spread, selfies })
  const centroids = [model.centroid, model.second.centroid].map(bytesOf)
  const pictures = await Promise.all(selfies.map(blobsOf))
  return writeBlobFile(KIND, header, [...centroids, ...pictures.flat()])
}

/**
 * Whether this version wrote the model and no one changed it since; any other model is built again from the selfies.
 */
export function isCurrentModel(bytes: Uint8Array): boolean {
  return readable(() => decodeModel(bytes)) !== null
}

/**
 * Selfies come back with their pixels as views on `bytes`.
 * @throws PersonModelError for bytes that this version's `encodeModel` did not write
 */
export function decodeModel(bytes: Uint8Array): PersonModel {
  const { header, blobs } = openBlobFile(KIND, bytes, ModelFields)
  const { skin, spread, secondSpread } = header
  const [first, second, ...pictures] = blobs
  if (!first || !second || pictures.length !== SELFIE_BLOBS * header.selfies.length)
    throw new PersonModelError('a model has lost a part')
  const selfies = header.selfies.map((fields, index) => ({
    ...fields,
    ...fromBlobs(pictures.slice(SELFIE_BLOBS * index)),
  }))
  const opinion = { centroid: floatsOf(second), spread: secondSpread }
  return { centroid: floatsOf(first), spread, second: opinion, skin, selfies }
}
