import { LOCALES } from '#contract/locales.ts'
import { test } from 'node:test'
import { expect } from 'expect'
import { alternatesOf } from './alternates.ts'

test('every language names the same set of alternates, itself included', () => {
  const all = LOCALES.map((locale) => alternatesOf(locale, '/pricing'))
  for (const { canonical, languages } of all) {
    expect(languages).toEqual(all[0]?.languages)
    expect(Object.values(languages)).toContain(canonical)
  }
  expect(all.map(({ canonical }) => canonical)).toEqual(LOCALES.map((locale) => `/${locale}/pricing`))
  expect(all[0]?.languages['x-default']).toBe('/en/pricing')
})
