import { z } from 'zod'
import { RejectReason } from '#contract/selfies.ts'
import type { KnownFace } from '#studio/face.ts'
import { noMeasures } from '#studio/intake/measure.ts'
import { MEASURES, WARNINGS } from '#studio/intake/reasons.ts'
import type { Measures } from '#studio/intake/reasons.ts'
import type { SelfieReading } from '#studio/intake/reading.ts'

/** Null where nothing could be measured: JSON has no NaN. */
const StoredMeasure = z.number().nullable()

/** The hash in hexadecimal, the descriptor as base64 of its floats. */
const shared = {
  reasons: z.array(RejectReason),
  hash: z.string(),
  contentHash: z.string(),
  descriptor: z.string().nullable(),
}

const measured = {
  warnings: z.array(z.enum(WARNINGS)),
  measures: z.partialRecord(z.enum(MEASURES), StoredMeasure),
}

/**
 * What of a reading judging, coaching and training need. Rows of the first version are judged as before and cover nothing;
 * only those of the third hold where the face is, its mesh as base64 of its floats in pixels of the kept picture.
 */
const StoredReading = z.discriminatedUnion('version', [
  z.object({
    ...shared,
    version: z.literal(1),
    faceHeightPx: StoredMeasure,
    sharpness: StoredMeasure,
  }),
  z.object({ ...shared, ...measured, version: z.literal(2) }),
  z.object({
    ...shared,
    ...measured,
    version: z.literal(3),
    width: z.number(),
    height: z.number(),
    face: z.object({ mesh: z.string(), yawDeg: z.number(), pitchDeg: z.number() }).nullable(),
    // Readings kept before the camera was asked lack it.
    focalLength35Mm: z.number().nullable().default(null),
  }),
])
type StoredReading = z.infer<typeof StoredReading>

export interface StoredSelfie extends Pick<
  SelfieReading,
  | 'width'
  | 'height'
  | 'reasons'
  | 'warnings'
  | 'hash'
  | 'contentHash'
  | 'descriptor'
  | 'measures'
  | 'focalLength35Mm'
> {
  /** Null too where an earlier version did not keep it. */
  face: KnownFace | null
}

export function encodeReading(reading: StoredSelfie): string {
  const { width, height, face, reasons, warnings, hash, contentHash, descriptor, measures, focalLength35Mm } =
    reading
  const stored: z.input<typeof StoredReading> = {
    version: 3,
    width,
    height,
    face: face && { mesh: toBase64(face.mesh), yawDeg: face.yawDeg, pitchDeg: face.pitchDeg },
    focalLength35Mm,
    reasons,
    warnings,
    hash: hash.toString(16),
    contentHash,
    descriptor: descriptor && toBase64(descriptor),
    measures,
  }
  return JSON.stringify(stored)
}

/** @throws ZodError when the text was not written by `encodeReading` of this or an earlier version. */
export function decodeReading(text: string): StoredSelfie {
  const stored = StoredReading.parse(JSON.parse(text))
  const { reasons, hash, contentHash } = stored
  const known =
    stored.version === 1
      ? { faceHeightPx: stored.faceHeightPx, sharpness: stored.sharpness }
      : stored.measures
  const descriptor = stored.descriptor === null ? null : fromBase64(stored.descriptor)
  return {
    width: stored.version === 3 ? stored.width : 0,
    height: stored.version === 3 ? stored.height : 0,
    face: faceOf(stored, descriptor),
    focalLength35Mm: stored.version === 3 ? stored.focalLength35Mm : null,
    reasons,
    warnings: stored.version === 1 ? [] : stored.warnings,
    hash: BigInt(`0x${hash}`),
    contentHash,
    descriptor,
    measures: withNaN(known),
  }
}

function faceOf(stored: StoredReading, descriptor: Float32Array | null): KnownFace | null {
  if (stored.version !== 3 || !stored.face || !descriptor) return null
  const { mesh, yawDeg, pitchDeg } = stored.face
  return { mesh: fromBase64(mesh), yawDeg, pitchDeg, descriptor }
}

function toBase64(values: Float32Array): string {
  return Buffer.from(new Float32Array(values).buffer).toString('base64')
}

function fromBase64(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}

function withNaN(known: Partial<Record<keyof Measures, number | null>>): Measures {
  const measures = noMeasures()
  for (const name of MEASURES) measures[name] = known[name] ?? NaN
  return measures
}
