import { describe, test } from 'node:test'
import { expect } from 'expect'
import { getTableName, is } from 'drizzle-orm'
import { PgTable, getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { JOB_NAMES, jobs } from '#backend/jobs/catalogue.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { FILE_KEY_COLUMNS, newKey } from './file-keys.ts'
import { SWEEP_MIN_AGE_MS } from './files-service.ts'

/** Keys that open no file: handles, tokens, names of sources. A column that is neither here nor named loses its files to the sweep. */
const OTHER_KEYS = [
  'flaw_reports.user_image_key',
  'headshot_files.user_image_key',
  'rerolls.new_user_image_key',
  'rerolls.request_key',
  'rerolls.user_image_key',
  'credit_entries.entry_key',
  'headshots.source_key',
  'headshots.user_image_key',
  'payments.order_key',
  'persons.creation_key',
  'recipients.creation_key',
  'selfies.upload_key',
  'upload_grants.object_key',
  'usage_events.user_image_key',
]

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`
const allTables = Object.values(tables).filter((table) => is(table, PgTable))

describe('the columns that name files', () => {
  test('every schema column whose name ends in _key is listed', () => {
    const found = allTables
      .flatMap((table) => getTableConfig(table).columns)
      .filter(({ name }) => /(^|_)keys?$/.test(name))
      .map(nameOf)
    expect([...FILE_KEY_COLUMNS.map(nameOf), ...OTHER_KEYS].sort()).toEqual(found.sort())
  })

  test('each has a unique index, so that no two rows name one file', () => {
    const indexed = allTables.flatMap((table) =>
      getTableConfig(table).indexes.flatMap(({ config }) => {
        const [first, ...others] = config.columns
        const isWhole = config.unique && config.where === undefined && others.length === 0
        return isWhole && first !== undefined && 'name' in first
          ? [`${getTableName(table)}.${String(first.name)}`]
          : []
      }),
    )
    expect(indexed).toEqual(expect.arrayContaining(FILE_KEY_COLUMNS.map(nameOf)))
  })
})

test('a key is never repeated', () => {
  const keys = Array.from({ length: 100 }, () => newKey('persons/a', '0', 'jpg'))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys[0]).toMatch(/^persons\/a\/0-[0-9a-f]{24}\.jpg$/)
  expect(newKey('persons/a', '0')).toMatch(/^persons\/a\/0-[0-9a-f]{24}$/)
})

test('a file is swept later than any job with all its attempts could end', () => {
  for (const name of JOB_NAMES) {
    const { retryLimit, deadlineSeconds, retryDelaySeconds } = jobs[name]
    const attemptsSeconds = (retryLimit + 1) * deadlineSeconds + 2 * retryDelaySeconds * 2 ** retryLimit
    expect(attemptsSeconds * 1000).toBeLessThan(SWEEP_MIN_AGE_MS)
  }
})
