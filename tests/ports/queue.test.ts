import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import type { Delivery, Queue } from '#backend/providers/queue/queue-port.ts'
import { eventually } from '#tests/api/support/backend.ts'
import { describeEach } from '#tests/support/each.ts'
import { openPreparedDatabase } from '#tests/support/prepared-database.ts'
import { deferred } from './support/deferred.ts'
import { DATABASES, type OpenDatabase } from './support/databases.ts'

const NAMES = [
  ...(['plain', 'rolled-back', 'repeated', 'failing', 'cut-off', 'hourly', 'daily'] as const),
  ...(['postponed', 'lost', 'sought', 'in-turn'] as const),
] as const
const DEFINITIONS = NAMES.map((name) => ({ name, retryLimit: 2, retryDelaySeconds: 1, expireSeconds: 60 }))

const Scheduled = z.object({ rows: z.array(z.object({ name: z.string(), cron: z.string() })) })

describeEach(DATABASES)('the queue port on %s', (_name, open) => {
  let opened: OpenDatabase
  let queue: Queue
  const errors: Error[] = []
  const startQueue = async () => {
    const created = createPgBossQueue({
      connection: opened.connection,
      supervise: true,
      onError: (error) => errors.push(error),
    })
    await created.start(DEFINITIONS)
    return created
  }
  const enqueue = (name: (typeof NAMES)[number], key: string, payload: object = {}) =>
    opened.database.transaction((tx) => queue.enqueue(tx, { name, key, payload }))

  before(async () => {
    opened = await open()
    queue = await startQueue()
  })
  after(async () => {
    await queue.stop(1_000)
    await opened.close()
  })

  test('delivers an enqueued job with its whole payload', async () => {
    const delivered = deferred<Delivery>()
    await queue.work('plain', 1, (delivery) => {
      delivered.resolve(delivery)
      return Promise.resolve()
    })
    expect(await enqueue('plain', 'a', { letters: ['ä', '"'] })).toBe(true)
    expect(await delivered.promise).toMatchObject({
      payload: { letters: ['ä', '"'] },
      retryCount: 0,
      ageSeconds: expect.any(Number),
      isLastAttempt: false,
    })
  })

  test('delivers lower turns first, and of one turn the oldest', async () => {
    const inTurn = (key: string, turn: number) =>
      opened.database.transaction((tx) => queue.enqueue(tx, { name: 'in-turn', key, payload: { key }, turn }))
    // One customer's three, then another's one.
    for (const turn of [1, 2, 3]) await inTurn(`many-${turn}`, turn)
    await inTurn('one', 1)
    const order: unknown[] = []
    const all = deferred()
    await queue.work('in-turn', 1, ({ payload }) => {
      order.push(payload)
      if (order.length === 4) all.resolve()
      return Promise.resolve()
    })
    await all.promise
    expect(order).toEqual(['many-1', 'one', 'many-2', 'many-3'].map((key) => ({ key })))
  })

  test('a rolled back transaction takes its job along', async () => {
    const seen: unknown[] = []
    const last = deferred()
    await queue.work('rolled-back', 1, ({ payload }) => {
      seen.push(payload)
      last.resolve()
      return Promise.resolve()
    })
    const attempt = opened.database.transaction(async (tx) => {
      await queue.enqueue(tx, { name: 'rolled-back', key: 'gone', payload: { gone: true } })
      throw new Error('no')
    })
    await expect(attempt).rejects.toThrow('no')
    await enqueue('rolled-back', 'kept', { kept: true })
    await last.promise
    expect(seen).toEqual([{ kept: true }])
  })

  test('a job that is put back is delivered again, and no attempt is counted', async () => {
    const delivered: Delivery[] = []
    const again = deferred()
    await queue.work('postponed', 1, async (delivery) => {
      delivered.push(delivery)
      if (delivered.length === 1) await queue.postpone({ ...delivery, name: 'postponed' }, 0)
      else again.resolve()
    })
    await enqueue('postponed', 'a')
    await again.promise
    expect(delivered.map(({ id, retryCount }) => ({ id, retryCount }))).toEqual([
      { id: delivered[0]?.id, retryCount: 0 },
      { id: delivered[0]?.id, retryCount: 0 },
    ])
  })

  test('a delivery that lost its job to another worker does not put it back', async () => {
    const left = deferred<unknown>()
    const setAttempt = (attempt: number) =>
      opened.database.queries.execute(
        sql`update pgboss.job set retry_count = ${attempt} where name = 'lost' returning state`,
      )
    await queue.work('lost', 1, async (delivery) => {
      // Another worker has it, as the next attempt.
      await setAttempt(1)
      await queue.postpone({ ...delivery, name: 'lost' }, 3600)
      left.resolve(await setAttempt(0))
    })
    await enqueue('lost', 'a')
    expect(await left.promise).toMatchObject({ rows: [{ state: 'active' }] })
  })

  test('jobs are found by what they are about; a pause before the next is ended, a failed one runs again', async () => {
    const about = 'what-these-jobs-are-about'
    await opened.database.transaction((tx) =>
      queue.enqueue(tx, { name: 'sought', key: about, payload: { subject: about }, startAfterSeconds: 3600 }),
    )
    const [waiting] = await queue.find({ about: ['another', about] })
    expect(waiting).toMatchObject({ name: 'sought', state: 'created', failure: null })
    expect(await queue.find({ about: ['another'] })).toEqual([])
    const rerun = (id: string) => opened.database.transaction((tx) => queue.rerun(tx, { name: 'sought', id }))
    expect(await rerun(waiting?.id ?? '')).toBe(false)
    const ended = deferred()
    let isMended = false
    await queue.work('sought', 1, () => {
      if (!isMended) return Promise.reject(new Error('broken'))
      ended.resolve()
      return Promise.resolve()
    })
    await opened.database.queries.execute(sql`update pgboss.job set retry_limit = 0 where name = 'sought'`)
    await opened.database.transaction((tx) => queue.hasten(tx, [about]))
    const failed = await eventually(
      () => queue.find({ failed: 'sought' }),
      (found) => found.length === 1,
      20_000,
    )
    expect(failed).toMatchObject([{ id: waiting?.id, failure: 'broken' }])
    isMended = true
    expect(await rerun(waiting?.id ?? '')).toBe(true)
    await ended.promise
  })

  test('a new schedule replaces the old one, and no job of the old one is left', async () => {
    const scheduled = async () =>
      Scheduled.parse(
        await opened.database.queries.execute(sql`select name, cron from pgboss.schedule order by name`),
      ).rows
    await queue.schedule({ hourly: '7 * * * *', plain: '9 * * * *' })
    await enqueue('hourly', 'hourly')
    await queue.schedule({ daily: '5 17 * * *', plain: '8 * * * *' })
    expect(await scheduled()).toEqual([
      { name: 'daily', cron: '5 17 * * *' },
      { name: 'plain', cron: '8 * * * *' },
    ])
    expect((await queue.depths()).filter(({ name }) => name === 'hourly')).toEqual([])
  })

  test('a repeat is a no-op while the first waits or runs, and a new job after it', async () => {
    const begun = deferred()
    const release = deferred()
    expect(await enqueue('repeated', 'k')).toBe(true)
    expect(await enqueue('repeated', 'k')).toBe(false)
    expect(await enqueue('repeated', 'other')).toBe(true)
    await queue.work('repeated', 2, async () => {
      begun.resolve()
      await release.promise
    })
    await begun.promise
    expect(await enqueue('repeated', 'k')).toBe(false)
    release.resolve()
    await until(async () => enqueue('repeated', 'k'))
  })

  test('a job that throws is tried again, with a pause, up to its limit', async () => {
    const attempts: [number, boolean][] = []
    const last = deferred()
    await queue.work('failing', 1, ({ retryCount, isLastAttempt }) => {
      attempts.push([retryCount, isLastAttempt])
      if (isLastAttempt) last.resolve()
      return Promise.reject(new Error('not today'))
    })
    await enqueue('failing', 'f')
    await last.promise
    // After the last failed attempt the key is free again, and no further attempt of the first job follows.
    await until(async () => enqueue('failing', 'f'))
    expect(attempts.slice(0, 3)).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ])
  })

  test('a job interrupted by a stopping process continues in the next', async () => {
    const begun = deferred()
    const never = deferred()
    await queue.work('cut-off', 1, async () => {
      begun.resolve()
      await never.promise
    })
    await enqueue('cut-off', 'c', { n: 7 })
    await begun.promise
    await queue.stop(200)
    queue = await startQueue()
    const again = deferred<Delivery>()
    await queue.work('cut-off', 1, (delivery) => {
      again.resolve(delivery)
      return Promise.resolve()
    })
    expect(await again.promise).toMatchObject({ payload: { n: 7 } })
    never.resolve()
  })

  test('reported no error of its own', () => {
    expect(errors).toEqual([])
  })
})

test('queues without work poll nothing, each for itself, while a job waits for its time', async () => {
  const database = await openPreparedDatabase()
  const { client } = database
  let asked = 0
  const counting = <A extends unknown[], R>(ask: (...given: A) => R) => {
    return (...given: A): R => {
      asked++
      return ask(...given)
    }
  }
  const queue = createPgBossQueue({
    connection: {
      kind: 'pglite',
      client: {
        query: counting((text, values) => client.query(text, values)),
        exec: counting((text) => client.exec(text)),
        listen: (channel, onNotification) => client.listen(channel, onNotification),
      },
    },
    supervise: false,
    onError: (error) => {
      throw error
    },
  })
  const idle = Array.from({ length: 12 }, (_, index) => `idle-${index}`)
  const workersOfEach = 2
  const names = ['later', ...idle]
  await queue.start(names.map((name) => ({ name, retryLimit: 0, retryDelaySeconds: 1, expireSeconds: 60 })))
  for (const name of idle) await queue.work(name, workersOfEach, () => Promise.resolve())
  const delivered = deferred()
  await queue.work('later', 1, () => {
    delivered.resolve()
    return Promise.resolve()
  })
  await database.transaction((tx) =>
    queue.enqueue(tx, { name: 'later', key: 'l', payload: {}, startAfterSeconds: 3 }),
  )
  asked = 0
  await delivered.promise
  const askedMeanwhile = asked
  await queue.stop(1_000)
  await database.close()
  // Once at their beginning at most, not each second: that would stand in the way of every call.
  expect(askedMeanwhile).toBeLessThan(2 * workersOfEach * idle.length)
})

async function until(ask: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await ask()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it never happened')
}
