import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { Training } from '#contract/training.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { roundRemaining, tellRemaining, type Told } from './remaining.ts'
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
  expect(screen.getByText('Less than a minute left')).not.toBeNull()
  expect(screen.getByText(/At the latest by 12:00/)).not.toBeNull()
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
  expect(screen.getByText('Estimating the time left')).not.toBeNull()
})

test.each([
  [null, { unit: 'unknown' }],
  [0, { unit: 'moment' }],
  [9, { unit: 'moment' }],
  [10, { unit: 'underMinute' }],
  [49, { unit: 'underMinute' }],
  [50, { unit: 'minutes', minutes: 1 }],
  [100, { unit: 'minutes', minutes: 2 }],
  [5400, { unit: 'hours', hours: 2 }],
])('%s seconds are told as %j', (seconds, expected) => {
  expect(roundRemaining(seconds)).toEqual(expected)
})

/** The displayed minutes, second by second, for the service's estimates. */
function toldOver(estimates: readonly number[]): number[] {
  let told: Told | null = null
  return estimates.map((estimate, second) => {
    told = tellRemaining(told, estimate, second * 1000)
    return told.seconds
  })
}

test.each([
  ['falls with the clock while the estimate stands still', [120, 120, 120], [120, 119, 118]],
  ['does not go up because of a slow moment', [120, 180, 170], [120, 119, 118]],
  ['goes up when it was clearly wrong', [20, 150, 149], [20, 150, 149]],
  ['never falls below nothing', [1, 5, 5, 5], [1, 0, 0, 0]],
])('the time left %s', (_name, estimates, expected) => {
  expect(toldOver(estimates)).toEqual(expected)
})

test('the time left approaches a much shorter estimate without a jump, and never rises on the way', () => {
  const told = toldOver([120, 180, ...Array.from({ length: 30 }, (_, second) => 40 - second)])
  for (const [index, seconds] of told.slice(1).entries()) {
    const before = told[index] ?? 0
    expect(seconds).toBeLessThanOrEqual(before)
    expect(before - seconds).toBeLessThan(20)
  }
  expect(told.at(-1)).toBeLessThan(15)
})
