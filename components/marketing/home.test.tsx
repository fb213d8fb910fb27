import { LOCALES } from '#contract/locales.ts'
import { PublicHeader } from '#components/shell/public-header.tsx'
import messagesOfEnglish from '#messages/en.json' with { type: 'json' }
import { expect, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Closing } from './closing.tsx'
import { Facts } from './facts.tsx'
import { Finish } from './finish.tsx'
import { Hero } from './hero.tsx'
import { How } from './how.tsx'
import { Questions } from './questions.tsx'
import { Styles } from './styles.tsx'

function renderHome(locale: (typeof LOCALES)[number]) {
  return render(
    <NextIntlClientProvider locale={locale} messages={messagesOfEnglish} timeZone="Europe/Zurich">
      <PublicHeader />
      <Hero />
      <Facts />
      <How />
      <Finish />
      <Styles />
      <Questions />
      <Closing />
    </NextIntlClientProvider>,
  ).container
}

test('links lead to sections of the page, to another language, or to a page of the product', () => {
  const home = renderHome('de')
  const product = ['/de/persons', '/de/persons/new', '/de/auth/login']
  const pages = ['/de', '/de/pricing', ...LOCALES.map((locale) => `/${locale}`), ...product]
  const links = [...home.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    const [path, fragment] = link.split('#')
    if (path !== '') expect(pages).toContain(path)
    if (fragment !== undefined && fragment !== 'main')
      expect(home.querySelector(`#${fragment}`)).not.toBeNull()
  }
})

test('every picture is described, has its size and exists in every width and format', () => {
  const home = renderHome('en')
  const images = [...home.querySelectorAll('img')]
  expect(images.length).toBeGreaterThan(8)
  for (const image of images) {
    expect(image.alt).not.toBe('')
    expect(image.getAttribute('width')).not.toBeNull()
  }
  const files = [...home.querySelectorAll('source')].flatMap((source) =>
    source.srcset.split(', ').map((candidate) => candidate.split(' ')[0] ?? ''),
  )
  const missing = [...files, ...images.map((image) => image.getAttribute('src') ?? '')].filter(
    (file) => !existsSync(join('public', file)),
  )
  expect(missing).toEqual([])
})

test('the page has one h1, and headings that skip no level', () => {
  const levels = [...renderHome('en').querySelectorAll('h1, h2, h3, h4')].map((h) =>
    Number(h.tagName.slice(1)),
  )
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.reduce((before, level) => {
    expect(level - before).toBeLessThanOrEqual(1)
    return level
  }, 0)
})
