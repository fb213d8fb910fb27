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

test('a page that failed because its browser translated it is drawn anew by itself, once', () => {
  document.body.insertAdjacentHTML('beforeend', '<font></font>')
  const retry = jest.fn()
  const error = Object.assign(new Error('not a child of this node'), { name: 'NotFoundError' })
  const { unmount } = render(<CrashView locale="de" retry={retry} error={error} />)
  expect(retry).toHaveBeenCalledTimes(1)
  unmount()
  render(<CrashView locale="de" retry={retry} error={error} />)
  expect(retry).toHaveBeenCalledTimes(1)
})

test('another error waits for the user', () => {
  const retry = jest.fn()
  render(<CrashView locale="de" retry={retry} error={new Error('NotFoundError')} />)
  expect(retry).not.toHaveBeenCalled()
})
