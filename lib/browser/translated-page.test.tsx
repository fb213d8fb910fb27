import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { act, render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { followTranslations } from './translated-page.ts'

/** What Chrome's translation does with every text below an element, and keeps doing. */
function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node instanceof Text && node.parentElement?.nodeName !== 'FONT') found.push(node)
  for (const text of found) {
    const place = document.createElement('template')
    place.innerHTML = '<font><font></font></font>'
    const outer = place.content.firstElementChild
    if (!outer?.firstElementChild) continue
    outer.firstElementChild.textContent = text.data.toUpperCase()
    text.before(outer)
    text.remove()
  }
}

/** Resolves after the page's observer has seen the translation. */
function translated(root: Element): Promise<void> {
  translate(root)
  return Promise.resolve()
}

let change: (state: { count: number; isDone: boolean; isNew: boolean }) => void

function Page() {
  const [{ count, isDone, isNew }, setState] = useState({ count: 1, isDone: false, isNew: false })
  useEffect(() => {
    change = setState
  }, [])
  return (
    <p>
      {isNew && <b>new</b>}
      {isDone ? 'ready' : 'being checked: '}
      {!isDone && count}
      {isDone && <b>go on</b>}
    </p>
  )
}

const { removeChild, insertBefore } = Node.prototype
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}
beforeAll(() => followTranslations(document))
afterAll(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
  Object.defineProperty(Node.prototype, 'nodeValue', nodeValue)
})

test('a translated page goes on: words change, go, and come, each once', async () => {
  const { container, unmount } = render(<Page />)
  const show = async (state: Parameters<typeof change>[0]) => {
    act(() => change(state))
    // The observer sees the translation after this turn.
    await act(() => translated(container))
    return container.textContent
  }
  await act(() => translated(container))
  expect(container.textContent).toBe('BEING CHECKED: 1')
  expect(await show({ count: 2, isDone: false, isNew: false })).toMatch(/^being checked: 2$/i)
  expect(await show({ count: 2, isDone: false, isNew: true })).toMatch(/^newbeing checked: 2$/i)
  expect(await show({ count: 2, isDone: true, isNew: true })).toMatch(/^newreadygo on$/i)
  expect(await show({ count: 3, isDone: false, isNew: false })).toMatch(/^being checked: 3$/i)
  unmount()
  expect(container.textContent).toBe('')
})
