import { test } from 'node:test'
import { expect } from 'expect'
import { UnavailableError } from '../outage/unavailable-error.ts'
import { createJobTable } from './job-table.ts'

const failureOf = (error: unknown) =>
  ({ state: 'failed', code: 'engine_failed', message: String(error) }) as const
const signal = new AbortController().signal

type Working = Parameters<ReturnType<typeof createJobTable<string>>['submit']>[1]
interface Work {
  resolve: (output: string) => void
  reject: (error: Error) => void
  report: Parameters<Working>[1]
  signal: AbortSignal
}

/** A table and a running job: its reports, and functions that end it. */
function open() {
  const table = createJobTable<string>(failureOf)
  const started: Work[] = []
  const submit = (id: string) =>
    table.submit(
      id,
      (workSignal, report) =>
        new Promise<string>((resolve, reject) => {
          started.push({ resolve, reject, report, signal: workSignal })
        }),
    )
  return { table, started, submit }
}

test('a job reports its progress, and a waiter is notified of every change', async () => {
  const { table, started, submit } = open()
  submit('a')
  expect(await table.poll('a')).toEqual({ state: 'queued' })
  const progressed = table.nextChange('a', signal)
  started[0]?.report({ stage: 'measuring', fraction: 0.5 })
  await progressed
  expect(await table.poll('a')).toEqual({ state: 'running', stage: 'measuring', fraction: 0.5 })
  const ended = table.nextChange('a', signal)
  started[0]?.resolve('done')
  await ended
  expect(await table.poll('a')).toEqual({ state: 'succeeded', output: 'done' })
  await table.nextChange('a', signal)
})

test('a repeat returns a running or succeeded job, and restarts a failed or canceled one', async () => {
  const { table, started, submit } = open()
  submit('a')
  submit('a')
  expect(started).toHaveLength(1)
  started[0]?.reject(new Error('broken'))
  await table.nextChange('a', signal)
  expect(await table.poll('a')).toEqual({ state: 'failed', code: 'engine_failed', message: 'Error: broken' })
  submit('a')
  table.cancel('a')
  expect([await table.poll('a'), started[1]?.signal.aborted]).toEqual([{ state: 'canceled' }, true])
  submit('a')
  started[2]?.resolve('done')
  await table.nextChange('a', signal)
  submit('a')
  expect([(await table.poll('a')).state, started.length]).toEqual(['succeeded', 3])
})

test('a canceled job stays canceled, even when its work ends later', async () => {
  const { table, started, submit } = open()
  submit('a')
  table.cancel('a')
  started[0]?.resolve('late')
  await Promise.resolve()
  expect(await table.poll('a')).toEqual({ state: 'canceled' })
})

test('aborting a waiter leaves the job running', async () => {
  const { table, started, submit } = open()
  const off = new AbortController()
  submit('a')
  const waiting = table.nextChange('a', off.signal)
  off.abort(new Error('called off'))
  await expect(waiting).rejects.toThrow('called off')
  expect([(await table.poll('a')).state, started[0]?.signal.aborted]).toEqual(['queued', false])
})

test('a job of another process, and one that ended long ago, are lost', async () => {
  const { table, started, submit } = open()
  expect(await table.poll('a')).toEqual({ state: 'lost' })
  for (let n = 0; n < 40; n++) {
    submit(`job ${n}`)
    started[n]?.resolve('done')
    await table.nextChange(`job ${n}`, signal)
  }
  expect([(await table.poll('job 0')).state, (await table.poll('job 39')).state]).toEqual([
    'lost',
    'succeeded',
  ])
})

test('work that meets a service which is away has not failed: the next poll throws UnavailableError, and the job is lost', async () => {
  const { table, started, submit } = open()
  submit('a')
  const away = new UnavailableError('storage')
  started[0]?.reject(away)
  await table.nextChange('a', signal)
  await expect(table.poll('a')).rejects.toBe(away)
  expect(await table.poll('a')).toEqual({ state: 'lost' })
})
