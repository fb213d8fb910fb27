import { z } from 'zod'
import { bytesOf, openBlobFile, PersonModelError, writeBlobFile } from './blob-file.ts'
import type { BlobFile } from './blob-file.ts'
import { encodePixels } from './pixels.ts'
import type { PreparedSelfie } from './prepare.ts'

/** Grows whenever preparing gives other pixels or figures: what was kept from before is prepared anew. */
export const PREPARATION_VERSION = 9
const KIND = { magic: 'ALPS', version: PREPARATION_VERSION } as const

/** A frame is 1152x1440; anything far larger is no selfie of ours. */
const Side = z.int().min(1).max(8192)

export const LabFields = z.object({ l: z.number(), a: z.number(), b: z.number() })

/** A selfie's part of a header. FaceMesh has 468 vertices, 478 with irises, three coordinates each. */
export const SelfieFields = z.object({
  id: z.string(),
  width: Side,
  height: Side,
  yawDeg: z.number(),
  pitchDeg: z.number(),
  skin: z.object({
    lab: LabFields,
    linear: z.tuple([z.number(), z.number(), z.number()]),
    luminance: z.number(),
  }),
  light: z.object({ leftToRight: z.number() }),
  skinBeside: z.number(),
  surroundLuminance: z.number(),
  sourceScale: z.number(),
  foregroundBytes: z.number(),
  alphaBytes: z.number(),
  meshValues: z.literal([468 * 3, 478 * 3]),
})
type SelfieFields = z.infer<typeof SelfieFields>

const KeptFields = z.object({
  selfie: SelfieFields,
  descriptorValues: z.tuple([z.number(), z.number()]),
  warnings: z.array(z.string()),
})

/** What is known of a selfie beside its descriptors. */
export type SelfieRecord = Omit<PreparedSelfie, 'descriptor' | 'secondDescriptor'>

/** A selfie's part of a header, and its blobs in order. */
export async function packSelfie(
  selfie: SelfieRecord,
): Promise<{ header: SelfieFields; blobs: Uint8Array[] }> {
  const { foreground, alpha } = await encodePixels(selfie)
  const { mesh, pixels: _pixels, ...known } = selfie
  const sizes = {
    foregroundBytes: foreground.length,
    alphaBytes: alpha.length,
    meshValues: SelfieFields.shape.meshValues.parse(mesh.length),
  }
  return { header: SelfieFields.parse({ ...known, ...sizes }), blobs: [foreground, alpha, bytesOf(mesh)] }
}

/** Counterpart of `packSelfie`; takes the selfie's blobs off the file. */
export function unpackSelfie(
  { foregroundBytes, alphaBytes, meshValues, ...known }: SelfieFields,
  { take, floats }: Pick<BlobFile, 'take' | 'floats'>,
): SelfieRecord {
  const pixels = { kind: 'encoded' as const, foreground: take(foregroundBytes), alpha: take(alphaBytes) }
  return { ...known, pixels, mesh: floats(meshValues) }
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
  const { header, ...file } = openBlobFile(KIND, bytes, KeptFields)
  const record = unpackSelfie(header.selfie, file)
  const [descriptor, secondDescriptor] = header.descriptorValues.map(file.floats) as [
    Float32Array,
    Float32Array,
  ]
  file.end()
  return { prepared: { ...record, descriptor, secondDescriptor }, warnings: header.warnings }
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
