import { expect } from 'expect'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import {
  MIGRATIONS_FOLDER,
  applyMigrations,
  countMissingMigrations,
} from '#backend/providers/database/migrations.ts'

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
  await applyMigrations(client, folder)
}

async function addMigration(tag: string, text: string): Promise<void> {
  const path = join(folder, 'meta/_journal.json')
  const journal = Journal.parse(JSON.parse(await readFile(path, 'utf8')))
  const entry = { ...journal.entries.at(-1), tag, when: Date.now() }
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  await writeFile(join(folder, `${tag}.sql`), text)
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

    await applyMigrations(client)

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
    await applyMigrations(client)
    expect(await rowsOf('select user_image_key, framing from headshots order by 1')).toEqual([
      { user_image_key: 'fat', framing: null },
      { user_image_key: 'slim', framing: { left: 0 } },
    ])
  })

  test('a second run changes nothing', async () => {
    await applyMigrations(client)
    await applyMigrations(client)
    expect(await rowsOf('select count(*)::int as applied from drizzle.__drizzle_migrations')).toEqual([
      {
        applied: Journal.parse(
          JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')),
        ).entries.length,
      },
    ])
  })

  test('statements that take no lock run outside a transaction, and again after they were cut short', async () => {
    await migrateTo(1)
    await client.exec('create index users_by_name on users (uid)')
    await addMigration('9998_failing', 'create table half (id int);--> statement-breakpoint\nselect nothing')
    await expect(applyMigrations(client, folder)).rejects.toThrow('nothing')
    expect(await rowsOf("select to_regclass('half') as half")).toEqual([{ half: null }])
    await writeFile(
      join(folder, '9998_failing.sql'),
      'drop index concurrently if exists users_by_name;--> statement-breakpoint\n' +
        'create index concurrently users_by_name on users (uid, created_at);',
    )
    expect(await countMissingMigrations(client, folder)).toBe(1)
    await applyMigrations(client, folder)
    expect(await countMissingMigrations(client, folder)).toBe(0)
    expect(await rowsOf("select indexdef from pg_indexes where indexname = 'users_by_name'")).toEqual([
      { indexdef: 'CREATE INDEX users_by_name ON public.users USING btree (uid, created_at)' },
    ])
  })
})
