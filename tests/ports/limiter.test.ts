import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { createMemoryLimiter } from '#backend/providers/limiter/memory.ts'
import type { Limiter } from '#backend/providers/limiter/limiter-port.ts'
import { createPostgresLimiter } from '#backend/providers/limiter/postgres.ts'
import { eventually } from '#tests/api/support/backend.ts'
import { describeEach } from '#tests/support/each.ts'
import { DATABASES, type OpenDatabase } from './support/databases.ts'

const RULES = {
  few: { limit: 3, windowSeconds: 60 },
  many: { limit: 40, windowSeconds: 60 },
  /** So many that a process takes several at once. */
  busy: { limit: 300, windowSeconds: 60 },
  short: { limit: 1, windowSeconds: 1 },
}
type Rule = keyof typeof RULES

describeEach(DATABASES)('the limiter port on %s', (_name, openDatabase) => {
  let opened: OpenDatabase
  /** Two processes' worth where there can be two. */
  let here: Limiter<Rule>
  let there: Limiter<Rule>
  const errors: unknown[] = []

  before(async () => {
    opened = await openDatabase()
    const { connection } = opened
    const open = () =>
      connection.kind === 'postgres'
        ? createPostgresLimiter({ url: connection.url, rules: RULES, onError: (error) => errors.push(error) })
        : undefined
    const [first, second] = await Promise.all([open(), open()])
    here = first ?? createMemoryLimiter(RULES)
    there = second ?? here
  })
  after(async () => {
    await Promise.all([here.close(), there.close()])
    await opened.close()
  })

  test('counts the calls of several processes together, and says how long to wait', async () => {
    expect(await here.count('few', 'anna')).toBeNull()
    expect(await there.count('few', 'anna')).toBeNull()
    expect(await here.count('few', 'anna')).toBeNull()
    const waits = [await there.count('few', 'anna'), await here.count('few', 'anna')]
    for (const seconds of waits) {
      expect(seconds).toBeGreaterThan(50)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    expect(await here.look('few', 'anna')).toBeGreaterThan(50)
  })

  test('counts each caller and rule separately', async () => {
    for (let i = 0; i < 4; i++) await here.count('few', 'ben')
    expect(await here.count('few', 'carl')).toBeNull()
    expect(await here.count('many', 'ben')).toBeNull()
    expect(await here.look('few', 'carl')).toBeNull()
    expect(await here.look('many', 'ben')).toBeNull()
  })

  test('counts each of many simultaneous calls', async () => {
    const counted = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 ? here : there).count('many', 'dora')),
    )
    expect(counted.filter((refused) => refused === null)).toHaveLength(40)
  })

  test('a busy caller gets at most the limit, and hardly less, at any process', async () => {
    let passed = 0
    for (let i = 0; i < 320; i++) {
      const process = i % 3 ? here : there
      if ((await process.count('busy', 'greta')) === null) passed += 1
    }
    expect(passed).toBeLessThanOrEqual(300)
    expect(passed).toBeGreaterThanOrEqual(290)
    expect(await here.count('busy', 'greta')).toBeGreaterThan(50)
  })

  test('admits calls again when the window is over', async () => {
    expect(await here.count('short', 'emil')).toBeNull()
    expect(await there.count('short', 'emil')).toBe(1)
    await eventually(
      () => there.count('short', 'emil'),
      (refused) => refused === null,
      10_000,
    )
  })

  test('reported no error', () => {
    expect(errors).toEqual([])
  })
})

const [, openPostgres] = DATABASES[1] ?? []
if (openPostgres) {
  test('counts locally, and reports it, when PostgreSQL is gone', async () => {
    const opened = await openPostgres()
    if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
    const errors: unknown[] = []
    const { url } = opened.connection
    const limiter = await createPostgresLimiter({ url, rules: RULES, onError: (error) => errors.push(error) })
    await opened.close()
    const counted = []
    for (let i = 0; i < 4; i++) counted.push(await limiter.count('few', 'anna'))
    expect(counted.map((refused) => refused === null)).toEqual([true, true, true, false])
    expect(await limiter.look('few', 'anna')).not.toBeNull()
    expect(errors.length).toBeGreaterThanOrEqual(4)
    await limiter.close()
  })
}
