import { z } from 'zod'
import type { KnownFace } from '#studio/nets/face.ts'
import { MEASURES, noMeasures, REJECT_REASONS, WARNINGS } from '#studio/intake/reasons.ts'
import type { Measures } from '#studio/intake/reasons.ts'
import type { SelfieReading } from '#studio/intake/reading.ts'

/** The fields of a reading that judging, coaching, training and the gate need; floats as base64, the hash in hexadecimal. */
const StoredReading = z.object({
  version: z.literal(4),
  width: z.number(),
  height: z.number(),
  /** The mesh in pixels of the kept picture. */
  face: z
    .object({
      mesh: z.string(),
      yawDeg: z.number(),
      pitchDeg: z.number(),
      /** Readings of before have none. */
      secondDescriptor: z.string().optional(),
    })
    .nullable(),
  focalLength35Mm: z.number().nullable(),
  /** Words we no longer have are left out. */
  reasons: z
    .array(z.string())
    .transform((words) => REJECT_REASONS.filter((reason) => words.includes(reason))),
  warnings: z.array(z.string()).transform((words) => WARNINGS.filter((warning) => words.includes(warning))),
  hash: z.string(),
  /** Readings that were stored before there was a print have none. */
  facePrint: z.string().nullable().default(null),
  contentHash: z.string(),
  descriptor: z.string().nullable(),
  /** Readings that were stored before ages were compared have none. */
  ageYears: z.number().nullable().default(null),
  skin: z
    .object({
      lab: z.object({ l: z.number(), a: z.number(), b: z.number() }),
      luminance: z.number(),
    })
    .nullable(),
  /** Null where a measure could not be taken: JSON has no NaN. Measures of earlier versions are dropped. */
  measures: z.record(z.string(), z.number().nullable()),
})

export interface StoredSelfie extends Pick<
  SelfieReading,
  | 'width'
  | 'height'
  | 'reasons'
  | 'warnings'
  | 'hash'
  | 'facePrint'
  | 'contentHash'
  | 'descriptor'
  | 'ageYears'
  | 'skin'
  | 'measures'
  | 'focalLength35Mm'
> {
  face: KnownFace | null
}

export function encodeReading(reading: StoredSelfie): string {
  const { width, height, face, reasons, warnings, hash, facePrint, contentHash } = reading
  const { descriptor, ageYears, skin, measures, focalLength35Mm } = reading
  const stored: z.input<typeof StoredReading> = {
    version: 4,
    width,
    height,
    face: face && encodeFace(face),
    focalLength35Mm,
    reasons,
    warnings,
    hash: hash.toString(16),
    facePrint: facePrint && Buffer.from(facePrint).toString('base64'),
    contentHash,
    descriptor: descriptor && toBase64(descriptor),
    ageYears,
    skin,
    measures,
  }
  return JSON.stringify(stored)
}

/** @throws ZodError when the text was not written by `encodeReading` of this version. */
export function decodeReading(text: string): StoredSelfie {
  const {
    version: _version,
    face,
    hash,
    facePrint,
    descriptor,
    measures,
    ...plain
  } = StoredReading.parse(JSON.parse(text))
  const floats = descriptor === null ? null : fromBase64(descriptor)
  return {
    ...plain,
    face: face && floats && { ...decodeFace(face), descriptor: floats },
    hash: BigInt(`0x${hash}`),
    facePrint: facePrint === null ? null : new Int8Array(Buffer.from(facePrint, 'base64')),
    descriptor: floats,
    measures: withNaN(measures),
  }
}

function encodeFace({ mesh, yawDeg, pitchDeg, secondDescriptor }: KnownFace) {
  const second = secondDescriptor && { secondDescriptor: toBase64(secondDescriptor) }
  return { mesh: toBase64(mesh), yawDeg, pitchDeg, ...second }
}

function decodeFace({
  mesh,
  secondDescriptor,
  ...angles
}: NonNullable<z.output<typeof StoredReading>['face']>): Omit<KnownFace, 'descriptor'> {
  const second = secondDescriptor !== undefined && { secondDescriptor: fromBase64(secondDescriptor) }
  return { ...angles, mesh: fromBase64(mesh), ...second }
}

function toBase64(values: Float32Array): string {
  return Buffer.from(new Float32Array(values).buffer).toString('base64')
}

function fromBase64(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}

function withNaN(known: Readonly<Record<string, number | null>>): Measures {
  const measures = noMeasures()
  for (const name of MEASURES) measures[name] = known[name] ?? NaN
  return measures
}
