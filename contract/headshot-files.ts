import { z } from 'zod'
import { UserImageKey } from './bundles.ts'
import { defineEndpoint } from './endpoint.ts'

/** The formats a headshot can be had in, in the order in which they are offered. */
export const ExportPreset = z.enum([
  'original',
  'linkedin-400',
  'xing-1024',
  'cv-germany-switzerland',
  'cv-france',
  'cv-spain-italy',
  'email-signature',
  'round-avatar',
  'print-sheet-a6',
])
export type ExportPreset = z.infer<typeof ExportPreset>

/** How many times larger each way. */
export const UpscaleFormat = z.enum(['upscale-2x', 'upscale-4x'])
export type UpscaleFormat = z.infer<typeof UpscaleFormat>

/** All that can be made of a finished headshot. */
export const HeadshotFormat = z.enum([...ExportPreset.options, ...UpscaleFormat.options])
export type HeadshotFormat = z.infer<typeof HeadshotFormat>

/** A part of a picture, in its pixels. */
const Box = z
  .object({
    left: z.int().nonnegative(),
    top: z.int().nonnegative(),
    width: z.int().positive(),
    height: z.int().positive(),
  })
  .meta({ id: 'Box' })

/** The part of a headshot that a format shows. */
export const HeadshotCut = z
  .object({
    preset: ExportPreset,
    box: Box,
    widthPx: z.int().positive().meta({ description: 'Of the file; on a sheet of each copy' }),
    heightPx: z.int().positive(),
    printMm: z
      .object({ width: z.int().positive(), height: z.int().positive() })
      .nullable()
      .meta({ description: 'The size on paper; null for what is shown on screens' }),
    isRound: z.boolean().meta({ description: 'Made to be cut to the circle inscribed' }),
    sheet: z
      .object({ columns: z.int().positive(), rows: z.int().positive() })
      .nullable()
      .meta({ description: 'How often it is repeated on a sheet; null where it is not' }),
  })
  .meta({ id: 'HeadshotCut' })
export type HeadshotCut = z.infer<typeof HeadshotCut>

/** How each format cuts a headshot, and its source selfie aligned with the headshot. */
export const HeadshotFraming = z
  .object({
    userImageKey: UserImageKey,
    isMeasured: z.boolean().meta({ description: 'False while it is measured: then nothing is known yet' }),
    cuts: z.array(HeadshotCut).meta({ description: 'In the order in which the formats are offered' }),
    before: z
      .object({
        url: z.url().meta({ description: 'Signed JPEG; ends within two hours' }),
        widthPx: z.int().positive(),
        heightPx: z.int().positive(),
        box: Box.meta({ description: 'The part that shows the head as the headshot does, in its shape' }),
      })
      .nullable()
      .meta({ description: 'Null where the engine names no selfie, or it was deleted' }),
  })
  .meta({ id: 'HeadshotFraming' })
export type HeadshotFraming = z.infer<typeof HeadshotFraming>
/** The measured part, computed once. */
export interface MeasuredFraming extends Pick<HeadshotFraming, 'cuts'> {
  before: Omit<NonNullable<HeadshotFraming['before']>, 'url'> | null
}

/**
 * making -> ready
 * failed; making again on a new request
 */
export const MadeFileState = z.enum(['making', 'ready', 'failed'])
export type MadeFileState = z.infer<typeof MadeFileState>

const download = {
  url: z.url().meta({ description: 'Signed, short-lived, to be saved under `fileName`' }),
  fileName: z.string(),
  sizeBytes: z.int().positive(),
}

/** One headshot in one format. */
export const HeadshotFile = z
  .object({
    userImageKey: UserImageKey,
    format: HeadshotFormat,
    state: MadeFileState,
    progress: z.int().min(0).max(100).meta({ description: 'Percent' }),
    file: z
      .object({
        ...download,
        mediaType: z.enum(['image/jpeg', 'application/pdf']),
        widthPx: z.int().positive().meta({ description: 'Of the picture; on a sheet of each copy' }),
        heightPx: z.int().positive(),
        sha256: z.hex().length(64),
      })
      .nullable()
      .meta({ description: 'Null until it is ready' }),
  })
  .meta({ id: 'HeadshotFile' })
export type HeadshotFile = z.infer<typeof HeadshotFile>

/** All headshots of a bundle in one format, as one ZIP. */
export const BundleArchive = z
  .object({
    bundleId: z.uuid(),
    preset: ExportPreset,
    state: MadeFileState,
    madeCount: z.int().nonnegative(),
    totalCount: z.int().nonnegative(),
    file: z.object(download).nullable().meta({ description: 'Null until it is ready' }),
  })
  .meta({ id: 'BundleArchive' })
export type BundleArchive = z.infer<typeof BundleArchive>

export const headshotFileEndpoints = {
  makeHeadshotFile: defineEndpoint({
    method: 'POST',
    path: '/persons/bundle/make_headshot_file',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Has a headshot made in a format, or enlarged; what was made before is answered as it is',
    body: z.object({ userImageKey: UserImageKey, format: HeadshotFormat }),
    response: HeadshotFile,
    errors: ['headshot_not_found', 'upscale_busy'],
  }),
  getHeadshotFile: defineEndpoint({
    method: 'GET',
    path: '/persons/bundle/headshot_file',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'How far a format of a headshot is, and where it is loaded from',
    query: z.object({ userImageKey: UserImageKey, format: HeadshotFormat }),
    response: HeadshotFile,
    errors: ['headshot_not_found', 'file_not_found'],
  }),
  getHeadshotFiles: defineEndpoint({
    method: 'GET',
    path: '/persons/bundle/headshot_files',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'Every format of a headshot that was asked for, and the original',
    query: z.object({ userImageKey: UserImageKey }),
    response: z.object({ files: z.array(HeadshotFile) }),
    errors: ['headshot_not_found'],
  }),
  getHeadshotFraming: defineEndpoint({
    method: 'GET',
    path: '/persons/bundle/headshot_framing',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'How each format cuts a headshot, and its selfie beside it; measured when first asked for',
    query: z.object({ userImageKey: UserImageKey }),
    response: HeadshotFraming,
    errors: ['headshot_not_found'],
  }),
  makeBundleArchive: defineEndpoint({
    method: 'POST',
    path: '/persons/bundle/make_archive',
    aliases: [],
    auth: 'verified',
    rate: 'write',
    summary: 'Has all headshots of a bundle that passed the gate put into one ZIP, in a format',
    body: z.object({ bundleid: z.uuid(), preset: ExportPreset }),
    response: BundleArchive,
    errors: ['bundle_not_found', 'bundle_not_ready'],
  }),
  getBundleArchive: defineEndpoint({
    method: 'GET',
    path: '/persons/bundle/archive',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'How far a ZIP of a bundle is, and where it is loaded from',
    query: z.object({ bundleid: z.uuid(), preset: ExportPreset }),
    response: BundleArchive,
    errors: ['bundle_not_found', 'file_not_found'],
  }),
  getBundleArchives: defineEndpoint({
    method: 'GET',
    path: '/persons/bundle/archives',
    aliases: [],
    auth: 'verified',
    rate: 'read',
    summary: 'Every ZIP of a bundle that was asked for and is kept',
    query: z.object({ bundleid: z.uuid() }),
    response: z.object({ archives: z.array(BundleArchive) }),
    errors: ['bundle_not_found'],
  }),
}
