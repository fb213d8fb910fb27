import { index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ExportPreset, HeadshotFormat, MadeFileState } from '#contract/headshot-files.ts'
import { createdAt, instant, isAnyOf, isAtLeast, knownValues, oneOf, updatedAt } from '../columns.ts'
import { bundles, headshots } from './bundles.ts'

/** Files derived from a headshot: one for each format, deleted with it. */
export const headshotFiles = pgTable(
  'headshot_files',
  {
    id: uuid('id').primaryKey(),
    userImageKey: text('user_image_key')
      .notNull()
      .references(() => headshots.userImageKey, { onDelete: 'cascade' }),
    format: oneOf('format', HeadshotFormat).notNull(),
    state: oneOf('state', MadeFileState).notNull(),
    /** Percent. */
    progress: integer('progress').notNull().default(0),
    /** All set with `ready`, else null. */
    fileKey: text('file_key'),
    sizeBytes: integer('size_bytes'),
    widthPx: integer('width_px'),
    heightPx: integer('height_px'),
    sha256: text('sha256'),
    wantedAt: instant('wanted_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.progress, 0),
    unique('headshot_file_once').on(t.userImageKey, t.format),
    uniqueIndex('headshot_files_by_file_key').on(t.fileKey),
    index('headshot_files_open')
      .on(t.wantedAt)
      .where(isAnyOf(t.state, ['making'])),
  ],
)

/** ZIPs of the headshots of a bundle, kept for a day. */
export const archives = pgTable(
  'archives',
  {
    id: uuid('id').primaryKey(),
    bundleId: uuid('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    preset: oneOf('preset', ExportPreset).notNull(),
    state: oneOf('state', MadeFileState).notNull(),
    /** A hash of the headshots, their order and names: in another state of the gallery the archive is outdated. */
    contents: text('contents').notNull(),
    madeCount: integer('made_count').notNull().default(0),
    totalCount: integer('total_count').notNull(),
    /** Both set with `ready`, else null. */
    fileKey: text('file_key'),
    sizeBytes: integer('size_bytes'),
    wantedAt: instant('wanted_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    unique('archive_once').on(t.bundleId, t.preset),
    uniqueIndex('archives_by_file_key').on(t.fileKey),
    index('archives_by_age').on(t.wantedAt),
  ],
)
