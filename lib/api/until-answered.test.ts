import { test } from 'node:test'
import { expect } from 'expect'
import { CallError } from './call-error.ts'
import { untilAnswered } from './until-answered.ts'

function setUp(answers: (CallError | 'answer')[]) {
  const waiting = new AbortController()
  const shown: unknown[] = []
  const pauses: number[] = []
  const call = () => {
    const next = answers.shift()
    return next === 'answer' ? Promise.resolve(next) : Promise.reject(next ?? new Error('asked too often'))
  }
  const asking = {
    signal: waiting.signal,
    onAway: (error: unknown) => shown.push(error),
    wait: (ms: number): Promise<void> => {
      pauses.push(ms)
      return Promise.resolve()
    },
  }
  return { waiting, shown, pauses, asked: () => untilAnswered(call, asking), asking }
}

test('a service that is away is asked until it is back, after its own pause, and `onAway` is called each time', async () => {
  const away = new CallError('unavailable', { requestId: 'abcdefgh', retryAfterMs: 5000 })
  const { asked, shown, pauses } = setUp([away, new CallError('network'), away, away, 'answer'])
  expect(await asked()).toBe('answer')
  expect(shown).toMatchObject([
    { code: 'unavailable', isAskedAgain: true, requestId: 'abcdefgh' },
    { code: 'network', isAskedAgain: true },
    { code: 'unavailable' },
    { code: 'unavailable' },
  ])
  expect(pauses[0]).toBe(5000)
  expect(pauses).toHaveLength(4)
})

test('a refusal is an answer', async () => {
  const { asked, shown } = setUp([new CallError('selfies_insufficient')])
  await expect(asked()).rejects.toMatchObject({ code: 'selfies_insufficient' })
  expect(shown).toEqual([])
})

test('an aborted signal ends the repeats with `canceled`', async () => {
  const { asked, waiting, asking } = setUp([new CallError('unavailable')])
  asking.wait = () => {
    waiting.abort()
    return Promise.resolve()
  }
  await expect(asked()).rejects.toMatchObject({ code: 'canceled' })
})
