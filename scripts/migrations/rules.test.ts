import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { readMigrations, type Migration } from './migration-files.ts'
import { mistakesIn, splitOnline } from './rules.ts'

/** From here on processes of the release before run while a migration is made; there was no release before. */
const FIRST_BESIDE_ANOTHER_RELEASE = 16

const BEFORE: Migration[] = [
  {
    tag: '0000_start',
    statements: [
      `CREATE TABLE "mails" (\n\t"state" text,\n\tCONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('queued', 'sent'))\n);`,
    ],
  },
]
const mistakes = (...statements: string[]) => mistakesIn({ tag: '0001_next', statements }, BEFORE)
const DROP_STATES = 'ALTER TABLE "mails" DROP CONSTRAINT "mails_state_known";'
const states = (...values: string[]) =>
  `ALTER TABLE "mails" ADD CONSTRAINT "mails_state_known" CHECK ("mails"."state" in (${values.map((v) => `'${v}'`).join(', ')}))`

test('the release before goes on working on the tables of this one', () => {
  const all = readMigrations()
  const found = all
    .slice(FIRST_BESIDE_ANOTHER_RELEASE)
    .flatMap((migration, at) => mistakesIn(migration, all.slice(0, FIRST_BESIDE_ANOTHER_RELEASE + at)))
  expect(found).toEqual([])
})

describe('a migration may', () => {
  testEach([
    [
      'add a table with its index',
      ['CREATE TABLE "a" ("id" uuid);', 'CREATE INDEX "a_i" ON "a" USING btree ("id");'],
    ],
    ['add a column that may be empty', ['ALTER TABLE "mails" ADD COLUMN "note" text;']],
    ['add a column that fills itself', [`ALTER TABLE "mails" ADD COLUMN "note" text DEFAULT '' NOT NULL;`]],
    ['widen an enumeration', [DROP_STATES, `${states('queued', 'sent', 'given_up')} NOT VALID;`]],
    ['look at all rows beside calls', ['ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_state_known";']],
    [
      'make an index beside calls',
      [
        'DROP INDEX CONCURRENTLY IF EXISTS "i";',
        'CREATE INDEX CONCURRENTLY "i" ON "mails" USING btree ("state");',
      ],
    ],
    [
      'take away what an earlier release used last',
      ['-- unused since 0000_start\nALTER TABLE "mails" DROP COLUMN "state";'],
    ],
  ])('%s', (_what, statements) => {
    expect(mistakes(...statements)).toEqual([])
  })
})

describe('a migration may not', () => {
  testEach([
    ['take away a column', ['ALTER TABLE "mails" DROP COLUMN "state";'], 'may need it'],
    ['rename one', ['ALTER TABLE "mails" RENAME COLUMN "state" TO "phase";'], 'may need it'],
    ['change its type', ['ALTER TABLE "mails" ALTER COLUMN "state" SET DATA TYPE integer;'], 'may need it'],
    ['write all rows', [`UPDATE "mails" SET "state" = 'sent';`], 'may need it'],
    [
      'require a column that the earlier release does not fill',
      ['ALTER TABLE "mails" ADD COLUMN "note" text NOT NULL;'],
      'does not fill',
    ],
    ['narrow an enumeration', [DROP_STATES, `${states('queued')} NOT VALID;`], 'no longer takes'],
    ['drop one', [DROP_STATES], 'not made again'],
    ['hold up writes to look at all rows', [DROP_STATES, `${states('queued', 'sent')};`], 'NOT VALID'],
    ['hold up writes for an index', ['CREATE INDEX "i" ON "mails" USING btree ("state");'], 'CONCURRENTLY'],
    ['leave an invalid index', ['CREATE INDEX CONCURRENTLY "i" ON "mails" ("state");'], 'drop it first'],
    [
      'mix what needs a transaction with what must have none',
      [
        'ALTER TABLE "mails" ADD COLUMN "n" text;',
        'ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_state_known";',
      ],
      'of its own',
    ],
    ['invent a release', ['-- unused since 0009_never\nDROP TABLE "mails";'], 'no earlier migration'],
  ])('%s', (_what, statements, said) => {
    expect(mistakes(...statements).join()).toContain(said)
  })
})

test('what drizzle-kit makes is taken apart into what such a migration may do', () => {
  const { first, online } = splitOnline([
    DROP_STATES,
    'DROP INDEX "old";',
    'ALTER TABLE "mails" ADD COLUMN "note" text;',
    'CREATE UNIQUE INDEX "i" ON "mails" USING btree ("note");',
    `${states('queued', 'sent', 'given_up')};`,
  ])
  expect(mistakes(...first)).toEqual([])
  expect(mistakes(...online)).toEqual([])
  expect(online).toEqual([
    'DROP INDEX CONCURRENTLY IF EXISTS "old";',
    'DROP INDEX CONCURRENTLY IF EXISTS "i";',
    'CREATE UNIQUE INDEX CONCURRENTLY "i" ON "mails" USING btree ("note");',
    'ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_state_known";',
  ])
})
