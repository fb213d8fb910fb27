import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { createB2bCode, findDiscount } from '#backend/features/discounts/discounts-service.ts'
import type { PgliteDatabase } from '#backend/providers/database/pglite.ts'
import { openPreparedDatabase } from '#tests/support/prepared-database.ts'
import { USAGE, UsageError, runDiscounts } from '#scripts/discounts/commands.ts'
import { testEach } from '#tests/support/each.ts'

let database: PgliteDatabase
before(async () => {
  database = await openPreparedDatabase()
})
after(() => database.close())

const run = (command: string | undefined, options: object = {}) => runDiscounts(database, command, options)

test('a code is made, listed, withdrawn', async () => {
  expect(await run('list')).toEqual(['There is no code.'])
  const options = { code: 'Summer-20', percent: '20', uses: '100', 'per-user': '1', until: '2027-01-31' }
  const line = 'Summer-20: 20 % off, used 0 of 100, 1 for each user, until 2027-01-31T23:59:59.999Z'
  expect(await run('create', options)).toEqual([line])
  expect(
    await run('create', { code: 'MINUS250', euros: '2.50', minimum: '9', 'first-bundle': true }),
  ).toEqual(['MINUS250: 2.50 EUR off, used 0, from 9.00, first bundles'])
  expect(await run('list')).toHaveLength(2)
  await expect(run('create', { code: 'SUMMER20', percent: '5' })).rejects.toThrow('SUMMER20 is taken')
  expect(await run('disable', { code: 'summer20' })).toEqual(['summer20 is withdrawn.'])
  expect((await run('list')).find((listed) => listed.startsWith(line))).toContain('withdrawn')
  await expect(run('disable', { code: 'unknown' })).rejects.toThrow('there is no code unknown')
})

test('a company whose mail was lost gets a new code, and the old code becomes invalid', async () => {
  const old = await database.transaction((tx) => createB2bCode(tx, { uses: 5, orderReference: 'order-1' }))
  const [line = ''] = await run('renew', { order: 'order-1' })
  const [code = ''] = line.split(' ')
  expect(await findDiscount(database.queries, old)).toBeUndefined()
  expect(await findDiscount(database.queries, code.toLowerCase())).toMatchObject({ usesMax: 5, percent: 100 })
  // Codes are worth money, so none is stored in plain text.
  expect((await run('list')).join()).not.toContain(code)
  await expect(run('renew', { order: 'order-2' })).rejects.toThrow('there is no order order-2')
})

testEach([
  [undefined, {}, USAGE],
  ['create', { percent: '20' }, '--code is missing'],
  ['create', { code: 'AB', percent: '20' }, '--code is none of 3 to 32 letters, digits and dashes'],
  ['create', { code: 'ABC' }, 'takes one of --percent and --euros'],
  ['create', { code: 'ABC', percent: '20', euros: '1' }, 'takes one of --percent and --euros'],
  ['create', { code: 'ABC', percent: '101' }, '--percent is more than 100'],
  ['create', { code: 'ABC', percent: '2.5' }, '--percent is no whole number'],
  ['create', { code: 'ABC', euros: '2.5' }, '--euros is no amount such as 2.50'],
  ['create', { code: 'ABC', euros: '0.00' }, '--euros is nothing'],
  ['create', { code: 'ABC', percent: '5', uses: '0' }, '--uses is less than 1'],
  ['create', { code: 'ABC', percent: '5', until: 'soon' }, '--until is no day such as 2027-01-31'],
  ['renew', {}, '--order is missing'],
])('%s %j is refused with a message', async (command, options, message) => {
  await expect(run(command, options)).rejects.toThrow(new UsageError(message))
})
