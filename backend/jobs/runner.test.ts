import { test } from 'node:test'
import { expect } from 'expect'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Delivery, Queue } from '#backend/providers/queue/queue-port.ts'
import { JOB_NAMES, WORK_ROLES, jobs, type WorkRole } from './catalogue.ts'
import type { JobHandlers } from './handlers.ts'
import { createRunner } from './runner.ts'

const SILENT = { debug() {}, info() {}, error() {} }

/** A runner on a queue whose deliveries the test makes. */
function openRunner(
  reconciliations: Parameters<typeof createRunner>[0]['reconciliations'],
  handlers: Partial<JobHandlers> = {},
  {
    paused,
    roles = WORK_ROLES,
    concurrencyFactor = 1,
  }: { paused?: string; roles?: readonly WorkRole[]; concurrencyFactor?: number } = {},
) {
  const workers = new Map<string, (delivery: Delivery) => Promise<void>>()
  const postponed: [string, number][] = []
  const concurrencies = new Map<string, number>()
  let crons: Readonly<Record<string, string>> = {}
  const queue: Queue = {
    start: () => Promise.resolve(),
    enqueue: () => Promise.resolve(true),
    work(name, concurrency, handle) {
      concurrencies.set(name, concurrency)
      workers.set(name, handle)
      return Promise.resolve()
    },
    schedule(wanted) {
      crons = wanted
      return Promise.resolve()
    },
    depths: () => Promise.resolve([]),
    find: () => Promise.resolve([]),
    rerun: () => Promise.resolve(true),
    hasten: () => Promise.resolve(),
    postpone({ id }, seconds) {
      postponed.push([id, seconds])
      return Promise.resolve()
    },
    stop: () => Promise.resolve(),
  }
  const runner = createRunner({
    queue,
    // No other is delivered here.
    handlers: handlers as JobHandlers,
    reconciliations,
    schedule: { 'sweep-files': '*/10 * * * *' },
    isPaused: (name) => Promise.resolve(name === paused),
    roles: new Set(roles),
    concurrencyFactor,
    log: SILENT,
    metrics: { jobEnded: () => undefined, failed: () => undefined },
  })
  const deliver = (name: string, payload: object = {}, ageSeconds = 0) =>
    workers.get(name)?.({
      id: 'a',
      payload,
      traceparent: undefined,
      retryCount: 0,
      ageSeconds,
      isLastAttempt: true,
      signal: new AbortController().signal,
    })
  return { runner, deliver, postponed, concurrencies, crons: () => crons }
}

const hanging = { run: () => new Promise<void>(() => undefined), giveUp: () => Promise.resolve() }

test('a reconciliation that hangs, or fails, delays no other', async () => {
  const settled: string[] = []
  const { runner, deliver } = openRunner({
    refunds: hanging,
    trainings: { run: () => Promise.reject(new Error('away')), giveUp: () => Promise.resolve() },
    mails: {
      run() {
        settled.push('mails')
        return Promise.resolve()
      },
      giveUp: () => Promise.resolve(),
    },
  })
  await runner.start()
  void deliver('reconcile-refunds')
  await expect(deliver('reconcile-trainings')).rejects.toThrow('away')
  await deliver('reconcile-mails')
  expect(settled).toEqual(['mails'])
})

test('each reconciliation has a queue and runs every minute; the jobs keep their schedule', async () => {
  const { runner, crons } = openRunner({ refunds: hanging, mails: hanging })
  await runner.start()
  expect(runner.queues.map(({ name }) => name)).toEqual(['reconcile-refunds', 'reconcile-mails'])
  expect(crons()).toEqual({
    'sweep-files': '*/10 * * * *',
    'reconcile-refunds': '* * * * *',
    'reconcile-mails': '* * * * *',
  })
})

test('a job whose payload another version wrote is given up like any other that fails, with its error', async () => {
  const givenUp: unknown[] = []
  const { runner, deliver } = openRunner(
    {},
    {
      'send-mail': {
        run: () => Promise.reject(new Error('it ran')),
        giveUp: (payload, error) => Promise.resolve(void givenUp.push(payload, error)),
      },
    },
  )
  await runner.start()
  await expect(deliver('send-mail', { id: 'of-older-shape' })).rejects.toThrow('mailId')
  expect(givenUp).toEqual([{ id: 'of-older-shape' }, expect.objectContaining({ name: 'ZodError' })])
})

test('a job of a paused queue is put back, and runs no attempt', async () => {
  const mailed: string[] = []
  const handlers = {
    'send-mail': {
      run({ mailId }: { mailId: string }) {
        mailed.push(mailId)
        return Promise.resolve()
      },
      giveUp: () => Promise.resolve(),
    },
  }
  const { runner, deliver, postponed } = openRunner({}, handlers, { paused: 'send-mail' })
  await runner.start()
  await deliver('send-mail', { mailId: '7d0e8e0e-2f6a-4f57-9f27-0f2c54f1e6a1' })
  expect({ mailed, postponed }).toEqual({ mailed: [], postponed: [['a', 15]] })
})

test('a job that meets a service which is away is put back without an attempt, as long as paid work may wait', async () => {
  const givenUp: string[] = []
  const away = (name: string) => ({
    run: () => Promise.reject(new UnavailableError('storage')),
    giveUp: () => Promise.resolve(void givenUp.push(name)),
  })
  const handlers = { 'train-person': away('train-person'), 'send-mail': away('send-mail') }
  const { runner, deliver, postponed } = openRunner({}, handlers)
  await runner.start()
  const training = { trainingId: '7d0e8e0e-2f6a-4f57-9f27-0f2c54f1e6a1' }
  for (const ageSeconds of [0, 1200, 23 * 3600]) await deliver('train-person', training, ageSeconds)
  const waited = [5, 60, 300].map((seconds) => ['a', seconds])
  expect({ givenUp, postponed }).toEqual({ givenUp: [], postponed: waited })
  await expect(deliver('send-mail', { mailId: '7d0e8e0e-2f6a-4f57-9f27-0f2c54f1e6a1' })).rejects.toThrow(
    'storage is unavailable',
  )
  await expect(deliver('train-person', training, 25 * 3600)).rejects.toThrow('storage is unavailable')
  expect({ givenUp, postponed }).toEqual({ givenUp: ['send-mail', 'train-person'], postponed: waited })
})

test('each job is run by the processes of its role, and every job by some', async () => {
  const run = await Promise.all(
    WORK_ROLES.map(async (role) => {
      const { runner, concurrencies } = openRunner({ refunds: hanging }, {}, { roles: [role] })
      await runner.start()
      return [...concurrencies.keys()]
    }),
  )
  expect(run.flat().sort()).toEqual([...JOB_NAMES, 'reconcile-refunds'].sort())
  for (const [index, names] of run.entries()) {
    for (const name of JOB_NAMES.filter((each) => names.includes(each)))
      expect(jobs[name].role).toBe(WORK_ROLES[index])
  }
})

test('the clock alone keeps the schedule: another role would take it away', async () => {
  const others = openRunner({ refunds: hanging }, {}, { roles: ['checks', 'studio', 'engine', 'mail'] })
  await others.runner.start()
  expect(others.crons()).toEqual({})
  const clock = openRunner({ refunds: hanging }, {}, { roles: ['clock'] })
  await clock.runner.start()
  expect(Object.keys(clock.crons())).toEqual(['sweep-files', 'reconcile-refunds'])
})

test('a larger machine runs more of each at a time, but no more by the clock', async () => {
  const { runner, concurrencies } = openRunner({ refunds: hanging }, {}, { concurrencyFactor: 8 })
  await runner.start()
  expect(concurrencies.get('check-selfie')).toBe(8 * jobs['check-selfie'].concurrency)
  expect(concurrencies.get('sweep-files')).toBe(jobs['sweep-files'].concurrency)
  expect(concurrencies.get('reconcile-refunds')).toBe(1)
})
