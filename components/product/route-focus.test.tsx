import { expect, test } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js'
import { RouteFocus } from './route-focus.tsx'

function page(pathname: string, heading: string | null, link = 'go') {
  return (
    <PathnameContext value={pathname}>
      <RouteFocus />
      <main>
        {heading !== null && <h1>{heading}</h1>}
        <button key={link} type="button">
          {link}
        </button>
      </main>
    </PathnameContext>
  )
}

test('each move leads the focus to the heading of the page, the opening of the first does not', async () => {
  const { rerender, unmount } = render(page('/de/persons', 'Persons'))
  expect(document.activeElement).toBe(document.body)

  screen.getByText('go').focus()
  rerender(page('/de/persons/new', 'New', 'other'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New' }))

  // A heading that comes with the page's data.
  rerender(page('/de/persons/1', null))
  rerender(page('/de/persons/1', 'Anna'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Anna' })))

  // A user who has moved the focus keeps it.
  rerender(page('/de/persons/2', null))
  screen.getByText('go').focus()
  rerender(page('/de/persons/2', 'Berta'))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(document.activeElement).toBe(screen.getByText('go'))

  // Another layout, the same document.
  unmount()
  render(page('/de/auth/login', 'Sign in'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in' }))
})
