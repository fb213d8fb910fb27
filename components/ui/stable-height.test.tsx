import { afterEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { StableHeight } from './stable-height.tsx'

afterEach(() => {
  jest.restoreAllMocks()
})

/** Lets the content be as high as it is long, in a window of this width. */
function layOut(widthPx: number) {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const height = (this.textContent.length * 1_000) / widthPx
    return new DOMRect(0, 0, widthPx, height)
  })
}

const minHeight = () => screen.getByText(/^.+$/).style.minHeight

test('content that shrinks keeps its height, in a window that was made narrower before, too', () => {
  layOut(1_000)
  const { rerender } = render(<StableHeight>{'x'.repeat(30)}</StableHeight>)
  expect(minHeight()).toBe('30px')
  layOut(500)
  window.dispatchEvent(new Event('resize'))
  expect(minHeight()).toBe('60px')
  rerender(<StableHeight>x</StableHeight>)
  expect(minHeight()).toBe('60px')
  layOut(1_000)
  window.dispatchEvent(new Event('resize'))
  expect(minHeight()).toBe('1px')
})
