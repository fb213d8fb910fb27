import { test } from 'node:test'
import { expect } from 'expect'
import { getTableName, is } from 'drizzle-orm'
import { PgTable, getTableConfig } from 'drizzle-orm/pg-core'
import { FILE_KEY_COLUMNS } from '#backend/features/files/files-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { columnsOf, LEFT_OUT, SUBJECTS } from './export-contents.ts'

const allTables = Object.values(tables).filter((table) => is(table, PgTable))
/** A text column of such a name identifies a person. */
const NAMES_USER = /^(uid|email|address|person_id|.*_uid)$/

/** Tables that identify a user or a person, directly or by a foreign key. */
function personalTables(): Set<string> {
  const found = new Set(['users'])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const table of allTables) {
      const { name, columns, foreignKeys } = getTableConfig(table)
      const refersToSome = foreignKeys.some((key) => found.has(getTableName(key.reference().foreignTable)))
      if (refersToSome || columns.some((column) => NAMES_USER.test(column.name))) found.add(name)
    }
  }
  return found
}

test('every table that identifies a user or a person is in the export, or omitted for a reason', () => {
  const known = [...SUBJECTS.map(({ name }) => name), ...Object.keys(LEFT_OUT)]
  expect(known.sort()).toEqual([...personalTables()].sort())
})

test('every file of a user is named by a table of the export, or is a copy', () => {
  const exported = SUBJECTS.map(({ name }) => name)
  const others = FILE_KEY_COLUMNS.map(({ table }) => getTableName(table)).filter(
    (name) => !exported.includes(name),
  )
  expect(new Set(others)).toEqual(new Set(['archives', 'data_exports']))
})

test('the export has no idempotency key: its columns named `_key` are keys of pictures', () => {
  const keys = SUBJECTS.flatMap(({ table }) => Object.values(columnsOf(table)))
    .filter((column) => column.name.endsWith('_key') && !FILE_KEY_COLUMNS.includes(column))
    .map(({ name }) => name)
  expect(new Set(keys)).toEqual(new Set(['user_image_key', 'new_user_image_key', 'source_key']))
})
