import { bytesOf, openBlobFile, PersonModelError, writeBlobFile } from './blob-file.ts'
import type { BlobFile, Fields } from './blob-file.ts'
import { encodePixels } from './pixels.ts'
import type { PreparedSelfie } from './prepare.ts'
import type { SkinStatistics } from './skin.ts'

/** Grows whenever preparing gives other pixels or figures: what was kept from before is prepared anew. */
export const PREPARATION_VERSION = 9
const KIND = { magic: 'ALPS', version: PREPARATION_VERSION } as const

/** FaceMesh has 468 vertices, 478 with irises, three coordinates each. */
const MESH_VALUES: readonly number[] = [468 * 3, 478 * 3]
/** A frame is 1152x1440; anything far larger is no selfie of ours. */
const LARGEST_SIDE = 8192

/** What is known of a selfie beside its descriptors. */
export type SelfieRecord = Omit<PreparedSelfie, 'descriptor' | 'secondDescriptor'>

/** A selfie's part of a header, and its blobs in order. */
export async function packSelfie(selfie: SelfieRecord): Promise<{ header: unknown; blobs: Uint8Array[] }> {
  const { foreground, alpha } = await encodePixels(selfie)
  const { id, width, height, yawDeg, pitchDeg, skin, light, sourceScale, mesh } = selfie
  const { surroundLuminance, skinBeside } = selfie
  const header = {
    id,
    width,
    height,
    yawDeg,
    pitchDeg,
    skin,
    light,
    skinBeside,
    surroundLuminance,
    sourceScale,
    foregroundBytes: foreground.length,
    alphaBytes: alpha.length,
    meshValues: mesh.length,
  }
  return { header, blobs: [foreground, alpha, bytesOf(mesh)] }
}

/** Counterpart of `packSelfie`; takes the selfie's blobs off the file. */
export function unpackSelfie(fields: Fields, file: BlobFile): SelfieRecord {
  const meshValues = fields.number('meshValues')
  if (!MESH_VALUES.includes(meshValues)) throw new PersonModelError('header: meshValues')
  return {
    id: fields.text('id'),
    width: side(fields, 'width'),
    height: side(fields, 'height'),
    pixels: {
      kind: 'encoded',
      foreground: file.take(fields.number('foregroundBytes')),
      alpha: file.take(fields.number('alphaBytes')),
    },
    mesh: file.floats(meshValues),
    yawDeg: fields.number('yawDeg'),
    pitchDeg: fields.number('pitchDeg'),
    skin: unpackSkin(fields.fields('skin')),
    light: { leftToRight: fields.fields('light').number('leftToRight') },
    skinBeside: fields.number('skinBeside'),
    surroundLuminance: fields.number('surroundLuminance'),
    sourceScale: fields.number('sourceScale'),
  }
}

function side(fields: Fields, key: string): number {
  const value = fields.number(key)
  if (!Number.isInteger(value) || value < 1 || value > LARGEST_SIDE)
    throw new PersonModelError(`header: ${key}`)
  return value
}

function unpackSkin(fields: Fields): SkinStatistics {
  const [red, green, blue, ...more] = fields.numbers('linear')
  if (red === undefined || green === undefined || blue === undefined || more.length > 0)
    throw new PersonModelError('header: linear')
  return {
    lab: unpackLab(fields.fields('lab')),
    linear: [red, green, blue],
    luminance: fields.number('luminance'),
  }
}

export function unpackLab(fields: Fields): SkinStatistics['lab'] {
  return { l: fields.number('l'), a: fields.number('a'), b: fields.number('b') }
}

export interface KeptSelfie {
  prepared: PreparedSelfie
  /** What the checks noted when it was prepared: ranking counts them. */
  warnings: string[]
}

/** One prepared selfie as bytes to keep, so that a training that was broken off goes on where it stopped. */
export async function encodePrepared({
  prepared,
  warnings,
}: {
  prepared: PreparedSelfie
  warnings: readonly string[]
}): Promise<Uint8Array> {
  const { header, blobs } = await packSelfie(prepared)
  const { descriptor, secondDescriptor } = prepared
  const descriptorValues = [descriptor.length, secondDescriptor.length]
  return writeBlobFile(KIND, { selfie: header, descriptorValues, warnings }, [
    ...blobs,
    bytesOf(descriptor),
    bytesOf(secondDescriptor),
  ])
}

/**
 * Its pixels stay encoded: a model built from kept selfies is byte for byte that of fresh ones.
 * @throws PersonModelError for anything but what this version's `encodePrepared` wrote
 */
export function decodePrepared(bytes: Uint8Array): KeptSelfie {
  const file = openBlobFile(KIND, bytes)
  const record = unpackSelfie(file.header.fields('selfie'), file)
  const [values = 0, secondValues = 0] = file.header.numbers('descriptorValues')
  const descriptor = file.floats(values)
  const secondDescriptor = file.floats(secondValues)
  file.end()
  return { prepared: { ...record, descriptor, secondDescriptor }, warnings: file.header.texts('warnings') }
}

/** Whether the bytes are this selfie, prepared by this version. */
export function isKept(bytes: Uint8Array, id: string): boolean {
  try {
    return decodePrepared(bytes).prepared.id === id
  } catch (error) {
    if (error instanceof PersonModelError) return false
    throw error
  }
}
