import {
  bytesOf,
  isUnchanged,
  openBlobFile,
  PersonModelError,
  versionOf,
  writeBlobFile,
} from './blob-file.ts'
import type { Fields } from './blob-file.ts'
import { MODEL_VERSION } from './model.ts'
import type { PersonModel, Spread } from './model.ts'
import { packSelfie, unpackLab, unpackSelfie } from './selfie-file.ts'

const KIND = { magic: 'ALPM', version: MODEL_VERSION } as const

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
  const file = openBlobFile(KIND, bytes)
  const { header } = file
  const [values = 0, secondValues = 0] = header.numbers('centroidValues')
  const centroid = file.floats(values)
  const secondCentroid = file.floats(secondValues)
  const ranks = header.numbers('ranks')
  const cohesion = header.numbers('cohesion')
  const selfies = header.list('selfies').map((fields, index) => {
    const rank = ranks[index]
    if (rank === undefined) throw new PersonModelError('header: ranks')
    return { ...unpackSelfie(fields, file), rank }
  })
  file.end()
  if (selfies.length === 0 || ranks.length !== selfies.length || cohesion.length !== selfies.length)
    throw new PersonModelError('header: selfies, ranks and cohesion differ in number')
  return {
    version: MODEL_VERSION,
    centroid,
    cohesion,
    spread: unpackSpread(header.fields('spread')),
    second: { centroid: secondCentroid, spread: unpackSpread(header.fields('secondSpread')) },
    skin: unpackLab(header.fields('skin')),
    selfies,
  }
}

function unpackSpread(fields: Fields): Spread {
  return { median: fields.number('median'), least: fields.number('least') }
}
