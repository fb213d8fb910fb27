import { expect } from 'expect'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { z } from 'zod'
import { MIGRATIONS_FOLDER } from '#backend/providers/database/migrations.ts'

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

let client: PGlite
let folder: string
beforeEach(async () => {
  client = await PGlite.create()
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await client.close()
  await rm(folder, { recursive: true, force: true })
})

/** Applies the first `count` migrations, as a release of that time did. */
async function migrateTo(count: number): Promise<void> {
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = Journal.parse(JSON.parse(await readFile(path, 'utf8')))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  await migrate(drizzle({ client }), { migrationsFolder: folder })
}

const rowsOf = async (query: string) => (await client.query(query)).rows

const PERSON = '0c4dfb0e-0a53-4d5a-8a3f-1a7f0e5f0001'
const BUNDLE = '0c4dfb0e-0a53-4d5a-8a3f-1a7f0e5f0002'
const SEED = `
  insert into users (uid) values ('anna');
  insert into persons (id, uid, name, gender, state, consent_version, consented_at)
    values ('${PERSON}', 'anna', 'Anna', 'female', 'trained', '2026-09-01', '2026-09-30');
  insert into bundles (id, person_id, style_id, state, total_count, deadline_at)
    values ('${BUNDLE}', '${PERSON}', 'library', 'ready', 12, '2026-10-02');`
const id = (ordinal: number) => `0c4dfb0e-0a53-4d5a-8a3f-1a7f0e5f001${ordinal}`
const payment = (ordinal: number, styleId: string, state: string, bundleId?: string) => `
  insert into payments (id, uid, person_id, style_id, includes_training, bundle_id, state, provider, amount_minor,
    regular_amount_minor, currency, expires_at, created_at)
  values ('${id(ordinal)}', 'anna', '${PERSON}', '${styleId}', true, ${bundleId ? `'${bundleId}'` : 'null'}, '${state}',
    'free', 0, 900, 'EUR', '2026-10-02', '2026-10-01T0${ordinal}:00Z')`

describe('from the first tables to those of today', () => {
  test('existing rows stay, and fit the newer tables', async () => {
    await migrateTo(1)
    await client.exec(`
      ${SEED}
      insert into headshots (user_image_key, bundle_id, shot_index, image_key, thumbnail_key, width, height, size_bytes,
          sha256, likeness, passed, fingerprint, appeal, source_key, created_at)
        values ('handle', '${BUNDLE}', 0, 'a', 'b', 1024, 1280, 1, 'abc', 0.9, true, '', 0.5, 's', '2026-10-01T12:00Z');
      ${payment(1, 'library', 'paid', BUNDLE)};
      ${payment(2, 'city-dusk', 'created')};
      ${payment(3, 'swiss-alps', 'pending')};`)

    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })

    expect(await rowsOf('select user_image_key, is_favourite from headshots')).toEqual([
      { user_image_key: 'handle', is_favourite: false },
    ])
    // One purchase with training may be open for a person.
    expect(await rowsOf('select state from payments order by created_at')).toEqual([
      { state: 'paid' },
      { state: 'expired' },
      { state: 'pending' },
    ])
    expect(await rowsOf('select count(distinct order_reference)::int as references from payments')).toEqual([
      { references: 3 },
    ])
    expect(await rowsOf('select sha256, kind, made_on::text from generated_files')).toEqual([
      { sha256: 'abc', kind: 'headshot', made_on: '2026-10-01' },
    ])
    expect(await rowsOf('select kind, version from consent_events')).toEqual([
      { kind: 'granted', version: '2026-09-01' },
    ])
  })

  test('crops stored with pixels are measured again, others stay', async () => {
    await migrateTo(8)
    const headshot = (handle: string, shot: number, framing: string) => `
      insert into headshots (user_image_key, bundle_id, shot_index, image_key, thumbnail_key, width, height, size_bytes,
          sha256, likeness, passed, fingerprint, appeal, source_key, framing)
        values ('${handle}', '${BUNDLE}', ${shot}, '${handle}', '${handle}-small', 1024, 1280, 1, 'abc', 0.9, true, '', 0.5, 's', ${framing});`
    // Random numbers, because repetitive data would compress well.
    const pixels = `jsonb_build_object('data', (select jsonb_agg(random()) from generate_series(1, 20000)))`
    await client.exec(`
      ${SEED}
      ${headshot('fat', 0, pixels)} ${headshot('slim', 1, `'{"left": 0}'`)}`)
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    expect(await rowsOf('select user_image_key, framing from headshots order by 1')).toEqual([
      { user_image_key: 'fat', framing: null },
      { user_image_key: 'slim', framing: { left: 0 } },
    ])
  })

  test('a second run changes nothing', async () => {
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    expect(await rowsOf('select count(*)::int as applied from drizzle.__drizzle_migrations')).toEqual([
      {
        applied: Journal.parse(
          JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')),
        ).entries.length,
      },
    ])
  })
})
