import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { EngineJob } from '#backend/providers/engine/engine-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { backwardIn, follow, persist, wayOf, type Pace, type Seen } from './following.ts'

const { signal } = new AbortController()
const pace: Pace = {
  pollMs: 1,
  startMs: 10_000,
  trainingMs: 0,
  renderMs: 0,
  hookMs: 0,
  endMs: 0,
  pause: () => new Promise(setImmediate),
}
const at = (state: Seen[number]['state'], fraction = 0, stage: string | null = null) => ({
  state,
  stage,
  fraction,
})

describe('the way of a job', () => {
  for (const [seen, back] of [
    [[at('queued'), at('running', 0.1), at('running', 0.1), at('running', 0.9), at('succeeded')], null],
    [[at('running', 0.9, 'measuring'), at('running', 0, 'storing'), at('succeeded')], null],
    [[at('unknown'), at('queued'), at('unknown'), at('running')], null],
    [[at('running', 0.5), at('queued')], 'running 50 %, then queued'],
    [[at('running', 0.5), at('unknown'), at('running', 0.4)], 'running 50 %, then running 40 %'],
    [[at('succeeded'), at('running', 1)], 'succeeded, then running 100 %'],
  ] as const) {
    test(`${wayOf([...seen])} ${back === null ? 'goes forward' : 'goes back'}`, () => {
      expect(backwardIn([...seen])).toBe(back)
    })
  }
})

test('an unavailable endpoint is asked again until it answers; another error is thrown at once', async () => {
  let calls = 0
  const work = () => {
    calls += 1
    return calls < 3
      ? Promise.reject(new UnavailableError('engine'))
      : Promise.resolve(calls < 5 ? false : 'done')
  }
  expect(await persist(work, { ms: 10_000, pace, signal })).toBe('done')
  await expect(persist(() => Promise.reject(new Error('no')), { ms: 10_000, pace, signal })).rejects.toThrow(
    'no',
  )
  const away = () => Promise.reject(new UnavailableError('engine', { reason: 'the key' }))
  await expect(persist(away, { ms: 0, pace, signal })).rejects.toThrow('the key')
  await expect(persist(() => Promise.resolve(false), { ms: 0, pace, signal })).rejects.toThrow(
    'not so within',
  )
})

test('a job that does not end in time is named with its last state', async () => {
  const job: EngineJob<string> = { state: 'running', stage: null, fraction: 0 }
  const engine = {
    nextChange: (_id: string, call: { signal: AbortSignal }) =>
      new Promise<void>((_resolve, reject) =>
        call.signal.addEventListener('abort', () => reject(new Error('over')), { once: true }),
      ),
  }
  const order = { id: 'a', submit: () => Promise.resolve(), poll: () => Promise.resolve(job) }
  const limits = { ms: 50, pace, signal, isUnheard: () => false }
  await expect(follow(engine, order, limits)).rejects.toThrow('no end within 0.1 s; last seen running')
  await expect(follow(engine, order, { ...limits, ms: 60_000, isUnheard: () => true })).rejects.toThrow(
    'nothing was heard of it',
  )
})
