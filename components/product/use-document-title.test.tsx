import { expect, test } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { useDocumentTitle } from './use-document-title.ts'

const observed = () => new Promise((resolve) => setTimeout(resolve, 0))

test('holds against a title that the page sets late, and gives way to the one of the next page', async () => {
  document.title = 'Person'
  const { rerender, unmount } = renderHook(({ title }: { title: string }) => useDocumentTitle(title), {
    initialProps: { title: 'Anna' },
  })
  expect(document.title).toBe('Anna')
  document.title = 'Person, late'
  await observed()
  expect(document.title).toBe('Anna')
  rerender({ title: 'Ready: Anna' })
  expect(document.title).toBe('Ready: Anna')

  // The next page's title may come before this page goes.
  document.title = 'Your persons'
  await observed()
  unmount()
  expect(document.title).toBe('Your persons')
})

test('a title that the framework sets after the hook does not replace it', () => {
  document.title = 'Person'
  const { unmount } = renderHook(() => useDocumentTitle('Anna'))
  document.title = 'Your persons'
  unmount()
  expect(document.title).toBe('Your persons')
})
