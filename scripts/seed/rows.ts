import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { StudioStyleId } from '#contract/styles.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { FEATURES, STYLE_ARRAY } from './features.ts'

/** Of a batch, so that no statement takes long, and no table between is large. */
const USERS_AT_ONCE = 2_000
/** Mean headshots per user: the number of users still to add is computed from it. */
const HEADSHOTS_PER_USER = 14
/** Each n-th user, the first among them, is a company's: of so many persons, each with one bundle. */
const TEAM = { every: 500, persons: 20 }

export interface Seeded {
  users: number
  headshots: number
}

export class NotEmptyError extends Error {
  constructor() {
    super('The database holds users: only an empty one is seeded.')
  }
}

/** The uid of the n-th user, from 1; the first one has twenty persons with a bundle each. */
export const seededUid = (n: number) => `seed-${n}`

/**
 * Adds users to an empty database until it has at least so many headshots, the same rows each time. The rows have no
 * files, and no token opens their shares.
 * @throws NotEmptyError
 */
export async function seed(
  database: Database,
  headshotCount: number,
  onBatch: (soFar: Seeded) => void = () => undefined,
): Promise<Seeded> {
  const [anyone] = await database.queries.select().from(tables.users).limit(1)
  if (anyone) throw new NotEmptyError()
  const made = { users: 0, headshots: 0 }
  while (made.headshots < headshotCount) {
    const missing = Math.ceil((headshotCount - made.headshots) / HEADSHOTS_PER_USER)
    const last = made.users + Math.min(USERS_AT_ONCE, missing)
    made.headshots += await database.transaction((tx) => seedUsers(tx, made.users + 1, last))
    made.users = last
    onBatch(made)
  }
  await database.queries.execute(sql`analyze`)
  return made
}

const Counted = z.object({ rows: z.tuple([z.object({ count: z.coerce.number().int() })]) })

async function seedUsers(tx: Queries, first: number, last: number): Promise<number> {
  for (const statement of [...batch(first, last), ...OWNED, ...FEATURES]) await tx.execute(statement)
  const counted = await tx.execute(sql`select count(*) from batch_headshots`)
  return Counted.parse(counted).rows[0].count
}

const START = `timestamptz '2026-01-01 00:00:00+00'`

/**
 * The batch as tables of its transaction. An id is a hash of its subject; most users have one person, some two or
 * three; of ten persons three never bought, five bought one style, two bought two. Written out, because a table
 * definition takes no parameters.
 */
function batch(first: number, last: number): SQL[] {
  return [
    `create or replace function pg_temp.id_of(text) returns uuid language sql immutable
      return overlay(overlay(md5($1) placing '4' from 13) placing '8' from 17)::uuid`,
    `create temp table batch_users on commit drop as
      select n, 'seed-' || n as uid, ${START} + n * interval '1 second' as at
      from generate_series(${first}, ${last}) n`,
    `create temp table batch_persons on commit drop as
      select pg_temp.id_of('person:' || n || ':' || p) as id, uid, n, p, at + p * interval '1 hour' as at,
        case when n % ${TEAM.every} = 1 then 1
          else (array[0, 0, 0, 1, 1, 1, 1, 1, 2, 2])[1 + (n * 7 + p * 3) % 10] end as bundle_count
      from batch_users cross join lateral generate_series(1, case
        when n % ${TEAM.every} = 1 then ${TEAM.persons} when n % 10 = 0 then 3 when n % 5 = 0 then 2 else 1 end) p`,
    `create temp table batch_bundles on commit drop as
      select pg_temp.id_of('bundle:' || id || ':' || b) as id, id as person_id, uid, n, b,
        (${STYLE_ARRAY})[1 + (n + b) % ${StudioStyleId.options.length}] as style_id, at + b * interval '1 day' as at
      from batch_persons cross join lateral generate_series(1, bundle_count) b`,
    `create temp table batch_headshots on commit drop as
      select ${tokenOf(`'headshot:' || id || ':' || shot`)} as key, id as bundle_id, person_id, uid, n, shot,
        md5('picture:' || id || ':' || shot) as md5, at + shot * interval '1 minute' as at
      from batch_bundles cross join lateral generate_series(0, ${HEADSHOTS_PER_BUNDLE - 1}) shot`,
    ...['users', 'persons', 'bundles', 'headshots'].map((name) => `analyze batch_${name}`),
  ].map((statement) => sql.raw(statement))
}

/** 128 bits in base64url, of the hash of a text. */
const tokenOf = (text: string) =>
  `substr(translate(encode(decode(md5(${text}), 'hex'), 'base64'), '+/', '-_'), 1, 22)`

const OWNED: readonly SQL[] = [
  sql`insert into users (uid, locale, currency, created_at)
    select uid, (array['de', 'en', 'fr', null])[1 + n % 4], (array['EUR', null])[1 + n % 2], at from batch_users`,
  sql`insert into persons (id, uid, name, gender, state, consent_version, consented_at, created_at, updated_at)
    select id, uid, 'Person ' || p, (array['female', 'male', 'diverse'])[1 + (n + p) % 3],
      case when bundle_count > 0 then 'trained' else 'ready' end, '2026-01', at, at, at from batch_persons`,
  sql`insert into consent_events (id, person_id, kind, version, created_at)
    select pg_temp.id_of('consent:' || id), id, 'granted', '2026-01', at from batch_persons`,
  sql`insert into retentions (person_id, deletes_at) select id, at + interval '100 years' from batch_persons`,
  sql`insert into selfies (id, person_id, file_name, state, reasons, image_key, thumbnail_key, size_bytes, ordinal,
      created_at, updated_at)
    select pg_temp.id_of('selfie:' || id || ':' || s), id, 'IMG_' || s || '.jpg',
      case when s = 7 then 'rejected' else 'accepted' end, case when s = 7 then array['blurred'] else '{}' end,
      'persons/' || id || '/selfies/' || s || '.jpg', 'persons/' || id || '/selfies/' || s || '.webp', 3000000, s, at, at
    from batch_persons cross join generate_series(0, 8) s`,
  sql`insert into trainings (id, person_id, state, progress, model_key, deadline_at, started_at, finished_at,
      created_at, updated_at)
    select pg_temp.id_of('training:' || id), id, 'succeeded', 100, 'persons/' || id || '/model.bin', at, at, at, at, at
    from batch_persons where bundle_count > 0`,
  sql`insert into bundles (id, person_id, style_id, state, generated_count, total_count, plan, deadline_at, created_at,
      updated_at)
    select id, person_id, style_id, 'ready', ${HEADSHOTS_PER_BUNDLE}::int, ${HEADSHOTS_PER_BUNDLE}::int, '[]', at, at, at
    from batch_bundles`,
  sql`insert into headshots (user_image_key, bundle_id, shot_index, image_key, thumbnail_key, width, height, size_bytes,
      sha256, likeness, passed, reasons, rating, is_favourite, fingerprint, appeal, source_key, created_at)
    select key, bundle_id, shot, 'bundles/' || bundle_id || '/' || key || '.jpg',
      'bundles/' || bundle_id || '/' || key || '.webp', 1600, 2000, 900000, md5 || md5,
      0.8 + (('x' || substr(md5, 1, 4))::bit(16)::int) / 400000.0, shot % 6 <> 5,
      case when shot % 6 = 5 then array['soft'] else '{}' end,
      (array['none', 'none', 'liked', 'loved'])[1 + (n + shot) % 4], shot = 3, '',
      (('x' || substr(md5, 5, 4))::bit(16)::int) / 65536.0, 'source-' || shot % 5, at
    from batch_headshots`,
]
