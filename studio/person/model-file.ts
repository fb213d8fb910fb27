import { bytesOf, openBlobFile, PersonModelError, versionOf, writeBlobFile } from './blob-file.ts'
import { MODEL_VERSION } from './model.ts'
import type { PersonModel } from './model.ts'
import { packSelfie, unpackLab, unpackSelfie } from './selfie-file.ts'

const KIND = { magic: 'ALPM', version: MODEL_VERSION } as const

/** One file per person; the same model gives the same bytes. */
export async function encodeModel(model: PersonModel): Promise<Uint8Array> {
  const packed = await Promise.all(model.selfies.map(packSelfie))
  const header = {
    skin: model.skin,
    cohesion: model.cohesion,
    spread: model.spread,
    ranks: model.selfies.map(({ rank }) => rank),
    centroidValues: model.centroid.length,
    selfies: packed.map((selfie) => selfie.header),
  }
  return writeBlobFile(KIND, header, [bytesOf(model.centroid), ...packed.flatMap(({ blobs }) => blobs)])
}

/** Whether this version wrote the model; one of another version is made anew from the selfies. */
export function isCurrentModel(bytes: Uint8Array): boolean {
  return versionOf(KIND.magic, bytes) === KIND.version
}

/**
 * Selfies come back with their pixels as views on `bytes`.
 * @throws PersonModelError for anything but what this version's `encodeModel` wrote
 */
export function decodeModel(bytes: Uint8Array): PersonModel {
  const file = openBlobFile(KIND, bytes)
  const { header } = file
  const centroid = file.floats(header.number('centroidValues'))
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
  const spread = header.fields('spread')
  return {
    version: MODEL_VERSION,
    centroid,
    cohesion,
    spread: { median: spread.number('median'), least: spread.number('least') },
    skin: unpackLab(header.fields('skin')),
    selfies,
  }
}
