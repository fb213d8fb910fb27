import { z } from 'zod'
import { RejectReason } from '#contract/selfies.ts'
import { noMeasures } from '#studio/intake/measure.ts'
import { MEASURES, WARNINGS } from '#studio/intake/reasons.ts'
import type { Measures } from '#studio/intake/reasons.ts'
import type { SelfieReading } from '#studio/intake/selfie.ts'

/** Null where nothing could be measured: JSON has no NaN. */
const StoredMeasure = z.number().nullable()

/** The hash in hexadecimal, the descriptor as base64 of its floats. */
const shared = {
  reasons: z.array(RejectReason),
  hash: z.string(),
  contentHash: z.string(),
  descriptor: z.string().nullable(),
}

/** What of a reading judging and coaching need. Rows of the first version are judged as before and cover nothing. */
const StoredReading = z.discriminatedUnion('version', [
  z.object({
    ...shared,
    version: z.literal(1),
    faceHeightPx: StoredMeasure,
    sharpness: StoredMeasure,
  }),
  z.object({
    ...shared,
    version: z.literal(2),
    warnings: z.array(z.enum(WARNINGS)),
    measures: z.partialRecord(z.enum(MEASURES), StoredMeasure),
  }),
])

export type StoredSelfie = Pick<
  SelfieReading,
  'reasons' | 'warnings' | 'hash' | 'contentHash' | 'descriptor' | 'measures'
>

export function encodeReading(reading: StoredSelfie): string {
  const { reasons, warnings, hash, contentHash, descriptor, measures } = reading
  const stored: z.input<typeof StoredReading> = {
    version: 2,
    reasons,
    warnings,
    hash: hash.toString(16),
    contentHash,
    descriptor: descriptor && Buffer.from(new Float32Array(descriptor).buffer).toString('base64'),
    measures,
  }
  return JSON.stringify(stored)
}

/** @throws ZodError when the text was not written by `encodeReading` of this or an earlier version. */
export function decodeReading(text: string): StoredSelfie {
  const stored = StoredReading.parse(JSON.parse(text))
  const { reasons, hash, contentHash, descriptor } = stored
  const known =
    stored.version === 1
      ? { faceHeightPx: stored.faceHeightPx, sharpness: stored.sharpness }
      : stored.measures
  return {
    reasons,
    warnings: stored.version === 1 ? [] : stored.warnings,
    hash: BigInt(`0x${hash}`),
    contentHash,
    descriptor:
      descriptor === null ? null : new Float32Array(new Uint8Array(Buffer.from(descriptor, 'base64')).buffer),
    measures: withNaN(known),
  }
}

function withNaN(known: Partial<Record<keyof Measures, number | null>>): Measures {
  const measures = noMeasures()
  for (const name of MEASURES) measures[name] = known[name] ?? NaN
  return measures
}
