import { afterEach, expect, jest, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { StableHeight } from './stable-height.tsx'

/** What the content's size is told to. */
let observed: () => void = () => undefined

globalThis.ResizeObserver = class extends ResizeObserver {
  constructor(callback: ResizeObserverCallback) {
    super(callback)
    observed = () => callback([], this)
  }
}

afterEach(() => {
  jest.restoreAllMocks()
})

/** Lets the content be as high as it is long, in a window of this width. */
function layOut(widthPx: number) {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const height = (this.textContent.length * 1_000) / widthPx
    return new DOMRect(0, 0, widthPx, height)
  })
  observed()
}

test('content that shrinks keeps its height, in a window that was made narrower before, too', () => {
  const { rerender, container } = render(<StableHeight>{'x'.repeat(30)}</StableHeight>)
  const minHeight = () => (container.firstElementChild as HTMLElement).style.minHeight
  layOut(1_000)
  expect(minHeight()).toBe('30px')
  layOut(500)
  expect(minHeight()).toBe('60px')
  rerender(<StableHeight>x</StableHeight>)
  observed()
  expect(minHeight()).toBe('60px')
  layOut(1_000)
  expect(minHeight()).toBe('1px')
})
