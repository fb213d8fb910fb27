import { expect } from 'expect'
import type { EngineJob } from '#backend/providers/engine/engine-port.ts'
import { testEach } from '#tests/support/each.ts'
import { finishEngineJob } from './engine-job.ts'

const RUNNING: EngineJob<string> = { state: 'running', stage: 'measuring', fraction: 0.5 }
const DONE: EngineJob<string> = { state: 'succeeded', output: 'done' }
const LOST: EngineJob<string> = { state: 'lost' }
const UNKNOWN: EngineJob<string> = { state: 'unknown', isOverdue: false }
const OVERDUE: EngineJob<string> = { state: 'unknown', isOverdue: true }
const FAILED: EngineJob<string> = { state: 'failed', code: 'engine_failed', message: 'broken' }

/** What happens, in order, when the polls answer one after the other. */
async function run(storedId: string | null, ...polls: EngineJob<string>[]): Promise<string[]> {
  const log: string[] = []
  const note = <T>(entry: string, answer: T): Promise<T> => {
    log.push(entry)
    return Promise.resolve(answer)
  }
  const answers = polls.values()
  const ended = finishEngineJob(
    {
      nextChange: () => note('wait', undefined),
      abandon: (jobId) => note(`abandon ${jobId}`, undefined),
    },
    {
      id: 'new',
      storedId,
      submit: () => note('submit', undefined),
      poll: (jobId) => note(`poll ${jobId}`, answers.next().value ?? DONE),
      store: (jobId) => note(`store ${jobId}`, undefined),
      signal: new AbortController().signal,
    },
  )
  log.push(await ended.catch(String))
  return log
}

testEach<[string, string | null, EngineJob<string>[], string[]]>([
  [
    'stored before it is submitted',
    null,
    [RUNNING, DONE],
    ['store new', 'submit', 'poll new', 'wait', 'poll new', 'done'],
  ],
  ['one stored before is only polled', 'old', [RUNNING, DONE], ['poll old', 'wait', 'poll old', 'done']],
  [
    'one that was lost is submitted anew',
    'old',
    [LOST, DONE],
    ['poll old', 'store new', 'submit', 'poll new', 'done'],
  ],
  [
    'one whose answer was lost is waited for, not submitted again',
    'old',
    [UNKNOWN, UNKNOWN, DONE],
    ['poll old', 'wait', 'poll old', 'wait', 'poll old', 'done'],
  ],
  [
    'one that is unknown and overdue is abandoned, and submitted again once',
    'old',
    [OVERDUE, OVERDUE],
    [
      ...['poll old', 'abandon old', 'store new', 'submit'],
      ...['poll new', 'store null', "EngineJobError: the engine's job new was unknown"],
    ],
  ],
  [
    'one that was refused is not tried again',
    'old',
    [{ state: 'refused', message: 'not allowed' }],
    ['poll old', 'store null', 'EngineJobError: not allowed'],
  ],
  ['one that failed is forgotten', 'old', [FAILED], ['poll old', 'store null', 'EngineJobError: broken']],
  [
    'one canceled at the engine is a failure',
    'old',
    [{ state: 'canceled' }],
    ['poll old', 'store null', "EngineJobError: the engine's job old was canceled"],
  ],
  [
    'an engine that loses at once is not paid again and again',
    null,
    [LOST, LOST],
    ['store new', 'submit', 'poll new', 'store null', "EngineJobError: the engine's job new was lost"],
  ],
])('%s', async (_name, storedId, polls, expected) => {
  expect(await run(storedId, ...polls)).toEqual(expected)
})
