import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Preview } from '#contract/previews.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { PersonPreview } from './person-preview.tsx'
import { person } from './person.fixture.ts'

const image = {
  url: 'https://pictures.test/preview.jpg',
  selfieId: '0a0c8f5e-3d0f-4c7e-9a58-5d6d7c8b9a01',
  width: 512,
  height: 640,
}

function show(preview: Pick<Preview, 'state' | 'image'>, acceptedCount = SELFIE_MIN_ACCEPTED) {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <PersonPreview
        person={person}
        preview={{ styleId: 'studio-grey', ...preview }}
        acceptedCount={acceptedCount}
      />
    </NextIntlClientProvider>,
  )
  return {
    picture: () => screen.queryByRole('img', { name: 'Preview of a headshot of Anna, with a watermark' }),
    status: () => screen.queryByRole('status')?.textContent,
    next: () => screen.queryByRole('link', { name: 'Choose a style' }),
  }
}

test('says what the picture is, and leads on to the styles', () => {
  const { picture, status, next } = show({ state: 'ready', image })
  expect(picture()?.getAttribute('src')).toBe(image.url)
  expect(screen.getByText(/in the style Studio Gray: small and with a watermark/)).not.toBeNull()
  expect([status(), next()?.getAttribute('href')]).toEqual(['', '#styles'])
})

test('while the preview is made it says so, and makes no promise about the missing picture', () => {
  const { picture, status } = show({ state: 'making', image: null })
  expect([picture(), status()]).toEqual([null, 'Your preview is developing.'])
  expect(screen.queryByText(/watermark/)).toBeNull()
})

test('before a selfie is good the preview keeps its place, and says what will come', () => {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <PersonPreview person={person} preview={null} acceptedCount={0} />
    </NextIntlClientProvider>,
  )
  expect(screen.getByText(messages.persons.preview.awaited)).not.toBeNull()
  expect(screen.queryByRole('img')).toBeNull()
})

test('the picture before stays while a better one is made', () => {
  const { picture, status } = show({ state: 'making', image })
  expect(picture()).not.toBeNull()
  expect(status()).toBe('Your preview is developing.')
})

test('with too few selfies it gives the missing number instead of a link to the styles', () => {
  const { next } = show({ state: 'ready', image }, 1)
  expect(next()).toBeNull()
  expect(screen.getByText('3 more good selfies, then you can choose.')).not.toBeNull()
})

test('a failed preview keeps its place, says so, and offers a next step', () => {
  const { picture, status, next } = show({ state: 'failed', image: null })
  expect(picture()).toBeNull()
  expect(status()).toMatch(/No preview could be made this time/)
  expect(screen.getByRole('region', { name: messages.persons.preview.title })).not.toBeNull()
  expect(next()).not.toBeNull()
})

test('a picture from before outlives a failure', () => {
  expect(show({ state: 'failed', image }).picture()).not.toBeNull()
})
