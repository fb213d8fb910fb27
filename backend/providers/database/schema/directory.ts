import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { DirectorySource, PhotographerKind, Wheelchair } from '#contract/directory.ts'
import { Locale } from '#contract/locales.ts'
import { foldedName } from '../folded-name.ts'
import { instant, isAtLeast, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'

/** Names by locale, where the source has one. Parse it when read. */
const names = jsonb('names')
  .notNull()
  .default(sql`'{}'`)
const position = () => ({
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  /** Its square of the grid, by which neighbours are found; see features/directory/grid.ts. */
  cell: integer('cell').notNull(),
})

/** A country's id is its ISO code. */
export const directoryCountries = pgTable(
  'directory_countries',
  {
    id: text('id').primaryKey(),
    /** Given once and never changed. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    names,
    isSample: boolean('is_sample').notNull(),
    population: bigint('population', { mode: 'number' }).notNull(),
    /** Counted after each import and each removal. */
    cityCount: integer('city_count').notNull().default(0),
    listedCityCount: integer('listed_city_count').notNull().default(0),
    listingCount: integer('listing_count').notNull().default(0),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [isAtLeast(t.population, 0), isAtLeast(t.listingCount, 0)],
)

/** Towns and cities. A place that left its source is withdrawn, and keeps its slug in case it returns. */
export const directoryPlaces = pgTable(
  'directory_places',
  {
    /** The source and its number: `geonames-2657896`. */
    id: text('id').primaryKey(),
    source: oneOf('source', DirectorySource.extract(['geonames', 'sample'])).notNull(),
    countryId: text('country_id')
      .notNull()
      .references(() => directoryCountries.id),
    region: text('region'),
    name: text('name').notNull(),
    names,
    ...position(),
    population: bigint('population', { mode: 'number' }).notNull(),
    /** The base of the slug, and the slug: null until assigned at the end of the import, then never changed. */
    slugBase: text('slug_base').notNull(),
    slug: text('slug'),
    /** Counted after each import and each removal. */
    listingCount: integer('listing_count').notNull().default(0),
    changedAt: instant('changed_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.population, 0),
    isAtLeast(t.listingCount, 0),
    unique('directory_place_slug').on(t.countryId, t.slug),
    index('directory_places_by_size')
      .on(t.countryId, t.population.desc(), t.id)
      .where(sql`${t.withdrawnAt} is null`),
    index('directory_places_listed_by_size')
      .on(t.countryId, t.population.desc(), t.id)
      .where(sql`${t.withdrawnAt} is null and ${t.listingCount} > 0`),
    index('directory_places_of_country')
      .on(t.countryId, t.id)
      .where(sql`${t.withdrawnAt} is null`),
    index('directory_places_listed')
      .on(t.id)
      .where(sql`${t.withdrawnAt} is null and ${t.listingCount} > 0`),
    index('directory_places_by_cell')
      .on(t.cell)
      .where(sql`${t.withdrawnAt} is null`),
    index('directory_places_listed_by_cell')
      .on(t.cell)
      .where(sql`${t.withdrawnAt} is null and ${t.listingCount} > 0`),
    // Searches are the beginning of a name in one of the languages, or of the slug.
    index('directory_places_by_slug')
      .on(t.slug.op('text_pattern_ops'))
      .where(sql`${t.withdrawnAt} is null`),
    ...Locale.options.map((locale) =>
      index(`directory_places_by_folded_name_${locale}`)
        .on(sql`(${foldedName(t.names, locale)}) text_pattern_ops`)
        .where(sql`${t.withdrawnAt} is null`),
    ),
    index('directory_places_without_slug')
      .on(t.countryId, t.population.desc(), t.id)
      .where(sql`${t.slug} is null`),
  ],
)

const listing = () => ({
  kind: oneOf('kind', PhotographerKind).notNull(),
  name: text('name').notNull(),
  ...position(),
  /** The nearest place; null when none is near. */
  placeId: text('place_id').references(() => directoryPlaces.id),
  street: text('street'),
  houseNumber: text('house_number'),
  postcode: text('postcode'),
  locality: text('locality'),
  website: text('website'),
  phone: text('phone'),
  email: text('email'),
  openingHours: text('opening_hours'),
  wheelchair: oneOf('wheelchair', Wheelchair),
  changedAt: instant('changed_at').notNull(),
})

/**
 * OpenStreetMap's, in a table of their own: together they are a database under the ODbL, handed out whole as an
 * extract. What OpenStreetMap no longer has is deleted.
 */
export const osmPhotographers = pgTable(
  'osm_photographers',
  {
    /** `osm-node-1`, `osm-way-1`, `osm-relation-1`. */
    id: text('id').primaryKey(),
    ...listing(),
  },
  (t) => [
    ...knownValues(t.id),
    index('osm_photographers_by_cell').on(t.cell),
    index('osm_photographers_of_place').on(t.placeId),
  ],
)

/** The operator's own, and the sample's. */
export const operatorPhotographers = pgTable(
  'operator_photographers',
  {
    /** `own-…` with the id of the file, `sample-1`. */
    id: text('id').primaryKey(),
    source: oneOf('source', DirectorySource.extract(['operator', 'sample'])).notNull(),
    ...listing(),
  },
  (t) => [
    ...knownValues(t.id),
    index('operator_photographers_by_cell').on(t.cell),
    index('operator_photographers_of_place').on(t.placeId),
    index('operator_photographers_of_source').on(t.source, t.id),
  ],
)

/** Runs of the importer. At most one is active; the process named by `owner` may continue it. */
export const directoryImports = pgTable(
  'directory_imports',
  {
    id: uuid('id').primaryKey(),
    state: text('state', { enum: ['running', 'finished', 'abandoned'] }).notNull(),
    owner: uuid('owner').notNull(),
    /** Digest of the files; the same files continue where they stopped. */
    digest: text('digest').notNull(),
    /** The current step, and how many of its records are committed. */
    step: text('step').notNull(),
    position: integer('position').notNull(),
    /** Counts so far: read, added, changed, removed. Parse it when read. */
    counts: jsonb('counts').notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    uniqueIndex('directory_import_running')
      .on(t.state)
      .where(isAnyOf(t.state, ['running'])),
    index('directory_imports_by_start').on(t.startedAt.desc()),
  ],
)

/** Lines an import did not take, with the reason. */
export const directoryRejects = pgTable(
  'directory_rejects',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => directoryImports.id, { onDelete: 'cascade' }),
    file: text('file').notNull(),
    /** Counted from 1; the element of a JSON file, the line of a file in an archive. */
    line: integer('line').notNull(),
    reason: text('reason').notNull(),
    excerpt: text('excerpt').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.file, t.line] })],
)

/** Ids seen by the running import: rows not among them have left their source. Empty between imports. */
export const directorySeen = pgTable(
  'directory_seen',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => directoryImports.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.id] })],
)

/** Best name of each place in each locale among those the import under way has read. Empty between imports. */
export const directoryStagedNames = pgTable(
  'directory_staged_names',
  {
    placeId: text('place_id').notNull(),
    locale: oneOf('locale', Locale).notNull(),
    name: text('name').notNull(),
    /** Lower is better; of equal ones the earlier number. */
    rank: integer('rank').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.placeId, t.locale] }),
    ...knownValues(t.placeId),
    check('directory_staged_names_name_min', sql`${t.name} <> ''`),
  ],
)
