import { test } from 'node:test'
import { expect } from 'expect'
import { fn } from 'jest-mock'
import type { JobHandlers } from '#backend/jobs/handlers.ts'
import { handlersOf, workOf, type Feature, type WorkDeps } from './feature.ts'

const failed = fn()
// The cast: these features use only the log of what a feature is given.
const parts = { log: { debug() {}, info() {}, error: failed } } as unknown as WorkDeps
const deps = { ...parts, now: () => Promise.resolve(new Date()), refundsPaused: () => Promise.resolve(false) }
const NEVER = new AbortController().signal

const voting = {
  handlers: { getPersons: () => Promise.resolve({ persons: [] }) },
  work: () => ({
    jobs: { 'summarize-votes': { run: () => Promise.resolve(), giveUp: () => Promise.resolve() } },
    reconcile: {
      shares({ onFailed }) {
        onFailed({ rows: 'shares', id: 'one' }, new Error('away'))
        return Promise.resolve()
      },
    },
  }),
  schedule: { 'summarize-votes': '5 17 * * *' },
} satisfies Feature
const sweeping = {
  work: () => ({
    jobs: { 'sweep-files': { run: () => Promise.resolve(), giveUp: () => Promise.resolve() } },
  }),
  schedule: { 'sweep-files': '*/10 * * * *' },
} satisfies Feature

test('calls, jobs and schedules of all features are merged', () => {
  expect(Object.keys(handlersOf([voting, sweeping]))).toEqual(['getPersons'])
  const { handlers, reconciliations, schedule } = workOf([voting, sweeping], deps)
  expect(Object.keys(handlers)).toEqual(['summarize-votes', 'sweep-files'])
  expect(Object.keys(reconciliations)).toEqual(['shares'])
  expect(schedule).toEqual({ 'summarize-votes': '5 17 * * *', 'sweep-files': '*/10 * * * *' })
})

test('a list without one of the jobs does not compile', () => {
  const { handlers } = workOf([voting, sweeping], deps)
  // @ts-expect-error all but two are missing
  const all: JobHandlers = handlers
  expect(all['summarize-votes']).toBeDefined()
})

test('a name in two features is refused, and named', () => {
  expect(() => handlersOf([voting, { handlers: voting.handlers }])).toThrow('two features have getPersons')
  expect(() => workOf([sweeping, { work: sweeping.work }], deps)).toThrow('two features have sweep-files')
})

test('a row that a reconciliation could not settle is logged', async () => {
  await workOf([voting], deps).reconciliations.shares?.run({}, NEVER)
  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({ rows: 'shares', id: 'one' }),
    'could not be reconciled',
  )
})
