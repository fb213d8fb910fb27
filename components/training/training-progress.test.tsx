import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { Training } from '#contract/training.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { roundRemaining } from './remaining.ts'
import { TrainingProgress } from './training-progress.tsx'

const running: Training = {
  state: 'running',
  stage: 'measuring',
  progress: 62,
  remainingSeconds: 23,
  failure: null,
  queuedAt: '2026-01-01T10:00:00Z',
  finishedAt: null,
}

const show = (training: Training) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <TrainingProgress training={training} />
    </NextIntlClientProvider>,
  )

test('says stage, percent, time left and the promise', () => {
  show(running)
  const bar = screen.getByRole('progressbar', { name: 'Measuring light and face' })
  expect(bar.getAttribute('aria-valuenow')).toBe('62')
  expect(bar.getAttribute('aria-valuetext')).toBe('62%')
  expect(screen.getByText('About 25 seconds left')).toBeTruthy()
  expect(screen.getByText(/At the latest by 12:00/)).toBeTruthy()
})

test('marks the step that is under way', () => {
  show(running)
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
    null,
    null,
    'step',
    null,
  ])
})

test('claims no percent while waiting for its turn', () => {
  show({ ...running, state: 'queued', stage: null, progress: 0, remainingSeconds: null })
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
  expect(screen.getByText('Estimating the time left')).toBeTruthy()
})

test.each([
  [null, { unit: 'unknown' }],
  [0, { unit: 'seconds', seconds: 5 }],
  [12, { unit: 'seconds', seconds: 15 }],
  [54, { unit: 'seconds', seconds: 55 }],
  [55, { unit: 'minutes', minutes: 1 }],
  [61, { unit: 'minutes', minutes: 2 }],
  [5400, { unit: 'hours', hours: 2 }],
])('%s seconds are told as %j', (seconds, expected) => {
  expect(roundRemaining(seconds)).toEqual(expected)
})
