import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CrashView } from './crash-view.tsx'

test('speaks the language of the address, retries, and shows the number of a server error', async () => {
  const retry = jest.fn()
  render(<CrashView locale="de" retry={retry} error={Object.assign(new Error('x'), { digest: '4711' })} />)
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/de')
  expect(document.body.textContent).toContain('4711')
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
  expect(retry).toHaveBeenCalledTimes(1)
})

test.each([[undefined], ['xx'], [7]])('falls back to English for %p', (locale) => {
  render(<CrashView locale={locale} retry={() => undefined} error="not even an error" />)
  expect(screen.getByRole('link', { name: 'To the home page' }).getAttribute('href')).toBe('/en')
})
