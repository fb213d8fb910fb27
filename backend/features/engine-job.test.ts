import { expect } from 'expect'
import type { EngineJob } from '#backend/providers/engine/engine-port.ts'
import { testEach } from '#tests/support/each.ts'
import { finishEngineJob } from './engine-job.ts'

const RUNNING: EngineJob<string> = { state: 'running', stage: 'measuring', fraction: 0.5 }
const DONE: EngineJob<string> = { state: 'succeeded', output: 'done' }
const LOST: EngineJob<string> = { state: 'lost' }
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
    { nextChange: () => note('wait', undefined) },
    {
      storedId,
      submit: () => note('submit', 'new'),
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
    'stored before it is waited on',
    null,
    [RUNNING, DONE],
    ['submit', 'store new', 'poll new', 'wait', 'poll new', 'done'],
  ],
  ['one stored before is only polled', 'old', [RUNNING, DONE], ['poll old', 'wait', 'poll old', 'done']],
  [
    'one that was lost is submitted anew',
    'old',
    [LOST, DONE],
    ['poll old', 'submit', 'store new', 'poll new', 'done'],
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
    ['submit', 'store new', 'poll new', 'store null', "EngineJobError: the engine's job new was lost"],
  ],
])('%s', async (_name, storedId, polls, expected) => {
  expect(await run(storedId, ...polls)).toEqual(expected)
})
