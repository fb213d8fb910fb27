import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Picture } from './picture.tsx'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const image = () => screen.getByRole<HTMLImageElement>('img')
function pass(seconds: number): void {
  act(() => {
    jest.advanceTimersByTime(seconds * 1000)
  })
}

test('a picture that cannot be loaded is tried again, twice, under the same address', () => {
  render(<Picture id="a" url="/a.jpg?signature=1" alt="A" fallback={<p>gone</p>} />)
  for (let attempt = 0; attempt < 2; attempt++) {
    const failed = image()
    fireEvent.error(failed)
    pass(10)
    expect(image()).not.toBe(failed)
    expect(image().getAttribute('src')).toBe('/a.jpg?signature=1')
  }
  fireEvent.error(image())
  pass(60)
  expect(document.body.textContent).toBe('gone')
  expect(screen.queryByRole('img')).toBeNull()
})

test('a new address replaces one that failed at once', () => {
  const { rerender } = render(<Picture id="a" url="/a.jpg?signature=1" alt="A" />)
  fireEvent.error(image())
  rerender(<Picture id="a" url="/a.jpg?signature=2" alt="A" />)
  expect(image().getAttribute('src')).toBe('/a.jpg?signature=2')
})

test('a picture that is shown keeps its address', () => {
  const { rerender } = render(<Picture id="a" url="/a.jpg?signature=1" alt="A" />)
  fireEvent.load(image())
  rerender(<Picture id="a" url="/a.jpg?signature=2" alt="A" />)
  expect(image().getAttribute('src')).toBe('/a.jpg?signature=1')
})
