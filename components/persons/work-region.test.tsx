import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import messages from '#messages/en.json' with { type: 'json' }
import { WorkRegion } from './work-region.tsx'

const scrolledTo = jest.fn()
beforeEach(() => {
  scrolledTo.mockClear()
  // jsdom has no layout.
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolledTo(this)
  }
})

const page = (orderCount: number, content: string | null) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    <WorkRegion orderCount={orderCount} isEmpty={content === null} isWorking={content === 'progress'}>
      {content !== null && <p>{content}</p>}
    </WorkRegion>
  </NextIntlClientProvider>
)

test('a page that is opened leaves focus and sight where they are', () => {
  render(page(0, 'progress'))
  expect(document.activeElement).toBe(document.body)
  expect(scrolledTo).not.toHaveBeenCalled()
})

test('an order moves focus to the progress, where it stays when the result comes', () => {
  const { rerender } = render(page(0, null))
  rerender(page(1, 'progress'))
  const region = screen.getByRole('region', { name: 'From the studio' })
  expect(document.activeElement).toBe(region)
  expect(scrolledTo).toHaveBeenCalledWith(region)
  rerender(page(1, 'result'))
  expect(document.activeElement).toBe(region)
  expect(region.textContent).toBe('result')
})
