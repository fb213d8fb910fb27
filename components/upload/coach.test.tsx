import { describe, expect, test } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { LOCALES } from '#contract/locales.ts'
import { AdviceCode, type SelfieCoach } from '#contract/selfies.ts'
import { MESSAGES } from '#tests/support/messages.ts'
import { Coach, nextAdvice } from './coach.tsx'
import { CoverageMap } from './coverage-map.tsx'
import { coverageRows } from './coverage-rows.ts'
import { tile } from './tile.fixture.ts'
import type { Tile } from './tiles.ts'

const COACH: SelfieCoach = {
  missingCount: 2,
  advisedCount: 6,
  advice: [
    { code: 'turn_other_way', pose: 'left' },
    { code: 'smile', pose: 'front' },
    { code: 'change_scene', pose: null },
  ],
  coverage: [
    { pose: 'front', light: 'even', level: 'bright', expression: 'smile', count: 1 },
    { pose: 'front', light: 'even', level: 'bright', expression: 'neutral', count: 1 },
    { pose: 'right', light: 'left', level: 'bright', expression: 'neutral', count: 1 },
    { pose: 'left', light: 'even', level: 'dim', expression: 'neutral', count: 1 },
  ],
}

function show(coach: SelfieCoach | undefined, tiles: Tile[] = [], locale: keyof typeof MESSAGES = 'en') {
  return render(
    <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
      <Coach coach={coach} tiles={tiles} />
      {coach && <CoverageMap coach={coach} />}
    </NextIntlClientProvider>,
  )
}

describe('the coach', () => {
  test('gives the most useful advice', () => {
    show(COACH)
    expect(screen.queryByText('Now turn slightly to the other side, in daylight.')).not.toBeNull()
  })

  test.each(LOCALES)('has a sentence for every advice in %s', (locale) => {
    for (const code of AdviceCode.options) {
      const { unmount } = show({ ...COACH, advice: [{ code, pose: null }] }, [], locale)
      const sentence = MESSAGES[locale].upload.coach.advice[code]
      // French has no-break spaces, which the default matcher collapses on the page alone.
      expect(screen.queryByText(sentence, { collapseWhitespace: false })).not.toBeNull()
      unmount()
    }
  })

  test('points to the reasons once everything was checked and too little is good', () => {
    show(COACH, [tile('a', 'rejected'), tile('b', 'accepted')])
    expect(screen.queryByText(MESSAGES.en.upload.coach.fixed)).not.toBeNull()
  })

  test('does not while a picture is under way', () => {
    show(COACH, [tile('a', 'rejected'), tile('b', 'checking')])
    expect(screen.queryByText(MESSAGES.en.upload.coach.fixed)).toBeNull()
  })

  test('leads on when there are enough', () => {
    show(
      COACH,
      ['a', 'b', 'c', 'd'].map((id) => tile(id, 'accepted')),
    )
    expect(screen.getByRole('link', { name: 'Choose a style' }).getAttribute('href')).toBe('#styles')
  })

  test.each([
    ['another scene, too few', 'change_scene', 1, 'change_scene'],
    ['another scene, plenty', 'change_scene', 0, null],
    ['no smile yet, plenty', 'smile', 0, 'smile'],
  ] as const)('%s', (_name, code, advisedCount, expected) => {
    expect(nextAdvice({ ...COACH, advisedCount, advice: [{ code, pose: null }] })).toBe(expected)
  })
})

describe('the map', () => {
  test('counts light and smiles by pose; a dim picture fills no row of light', () => {
    const counts = coverageRows(COACH).map(({ row, cells }) => [row, ...cells.map(({ count }) => count)])
    expect(counts).toEqual([
      ['even', 0, 2, 0],
      ['side', 0, 0, 1],
      ['smile', 0, 1, 0],
    ])
  })

  test('marks the advised cell, also for screen readers', () => {
    show(COACH)
    const row = screen.getByRole('row', { name: /Light in front/ })
    const words = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(words).toEqual(['next', '22 selfies', 'not yet'])
  })

  test('marks no cell when the advice concerns none', () => {
    const rows = coverageRows({ ...COACH, advice: [{ code: 'hold_steady', pose: null }] })
    expect(rows.flatMap(({ cells }) => cells).some(({ isNext }) => isNext)).toBe(false)
  })
})
