import { z } from 'zod'
import { bytesOf, floatsOf, openBlobFile, PersonModelError, readable, writeBlobFile } from './blob-file.ts'
import { encodePixels } from './pixels.ts'
import type { SelfiePixels } from './pixels.ts'

/**
 * The version grows whenever preparing gives other pixels or figures: selfies kept from earlier versions are prepared
 * again.
 */
const KIND = { magic: 'ALPS', version: 13 } as const

/** A frame is 1152x1440; a far larger side does not come from this module. */
const Side = z.int().min(1).max(8192)

export const LabFields = z.object({ l: z.number(), a: z.number(), b: z.number() })

/** A framed, cut-out and measured selfie: the header of its file. */
export const SelfieFields = z.object({
  id: z.string(),
  width: Side,
  height: Side,
  yawDeg: z.number(),
  pitchDeg: z.number(),
  /** See `measureSkin`. */
  skin: z.object({ lab: LabFields, luminance: z.number() }),
  /** The light of the selfie: see `measureLight`. */
  light: z.object({ leftToRight: z.number() }),
  /** Round the hands. */
  hands: z.array(z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() })),
  /** Mean linear luminance of the background just behind the hair, 0..1. */
  surroundLuminance: z.number(),
  /** Source pixels per frame pixel: below 1 the source was enlarged. */
  sourceScale: z.number(),
})

/** A selfie without its descriptors: all that rendering needs. */
export interface SelfieRecord extends z.infer<typeof SelfieFields> {
  /** The person's own colours, also behind soft edges, and their alpha. */
  pixels: SelfiePixels
  /** FaceMesh in the frame's pixels: 468 vertices, 478 with irises. */
  mesh: Float32Array
}

export interface PreparedSelfie extends SelfieRecord {
  descriptor: Float32Array
  secondDescriptor: Float32Array
}

/** Blobs of a selfie. */
export const SELFIE_BLOBS = 3

export async function blobsOf(selfie: SelfieRecord): Promise<Uint8Array[]> {
  const { foreground, alpha } = await encodePixels(selfie)
  return [foreground, alpha, bytesOf(selfie.mesh)]
}

/** Counterpart of `blobsOf`. @throws PersonModelError */
export function fromBlobs([foreground, alpha, mesh]: readonly Uint8Array[]): Pick<
  SelfieRecord,
  'pixels' | 'mesh'
> {
  if (!foreground || !alpha || !mesh) throw new PersonModelError('a selfie has lost its pixels')
  return { pixels: { kind: 'encoded', foreground, alpha }, mesh: floatsOf(mesh) }
}

const KeptFields = z.object({ selfie: SelfieFields, warnings: z.array(z.string()) })

export interface KeptSelfie {
  prepared: PreparedSelfie
  /** The checks' warnings at the time of preparing: ranking counts them. */
  warnings: readonly string[]
}

/** One prepared selfie as bytes to keep, so that an interrupted training resumes where it stopped. */
export async function encodePrepared({ prepared, warnings }: KeptSelfie): Promise<Uint8Array> {
  const { descriptor, secondDescriptor } = prepared
  const blobs = [bytesOf(descriptor), bytesOf(secondDescriptor), ...(await blobsOf(prepared))]
  return writeBlobFile(KIND, { selfie: SelfieFields.parse(prepared), warnings }, blobs)
}

/**
 * Pixels stay encoded: a model built from kept selfies is byte for byte that of fresh ones.
 * @throws PersonModelError for bytes that this version's `encodePrepared` did not write
 */
export function decodePrepared(bytes: Uint8Array): KeptSelfie {
  const { header, blobs } = openBlobFile(KIND, bytes, KeptFields)
  const [descriptor, secondDescriptor, ...pictures] = blobs
  if (!descriptor || !secondDescriptor) throw new PersonModelError('a selfie has lost its descriptors')
  const descriptors = { descriptor: floatsOf(descriptor), secondDescriptor: floatsOf(secondDescriptor) }
  return { prepared: { ...header.selfie, ...fromBlobs(pictures), ...descriptors }, warnings: header.warnings }
}

/** Whether the bytes are this selfie, prepared by this version. */
export function isKept(bytes: Uint8Array, id: string): boolean {
  return readable(() => decodePrepared(bytes))?.prepared.id === id
}
