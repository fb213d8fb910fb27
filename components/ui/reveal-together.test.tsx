import { expect, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { RevealTogether } from './reveal-together.tsx'
import { Skeleton } from './skeleton.tsx'

const section = (title: string, isThere: boolean) =>
  isThere ? <h2 key={title}>{title}</h2> : <Skeleton key={title} />

const page = (...there: boolean[]) => (
  <RevealTogether placeholder={<p>coming</p>}>
    {there.map((isThere, index) => section(`part ${index}`, isThere))}
  </RevealTogether>
)
const shown = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent)

async function change(step: () => void) {
  await act(async () => {
    step()
    await Promise.resolve()
  })
}

test('no content is shown before the last part has loaded, and a reload hides nothing', async () => {
  const { rerender } = render(page(false, false))
  expect([shown(), screen.queryByText('coming') !== null]).toEqual([[], true])
  await change(() => rerender(page(true, false)))
  expect([shown(), screen.queryByText('coming') !== null]).toEqual([[], true])
  await change(() => rerender(page(true, true)))
  expect([shown(), screen.queryByText('coming')]).toEqual([['part 0', 'part 1'], null])
  await change(() => rerender(page(true, false)))
  expect(shown()).toEqual(['part 0'])
})

test('a page without skeletons is shown at once', async () => {
  await change(() => void render(page(true)))
  expect(shown()).toEqual(['part 0'])
})

test('content hidden for a while still waits when it returns', async () => {
  const seen = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{page(true, false)}</Activity>
  const { rerender } = render(seen('visible'))
  await change(() => rerender(seen('hidden')))
  await change(() => rerender(seen('visible')))
  expect([shown(), screen.queryByText('coming') !== null]).toEqual([[], true])
  await change(() => rerender(<Activity mode="visible">{page(true, true)}</Activity>))
  expect(shown()).toEqual(['part 0', 'part 1'])
})
