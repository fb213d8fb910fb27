import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { Progress } from './progress.tsx'

test.each([
  [-5, '0'],
  [41.6, '42'],
  [130, '100'],
])('%p percent is announced as %p', (value, announced) => {
  render(<Progress label="Ausmessen" value={value} valueText="Schritt 2" />)
  const bar = screen.getByRole('progressbar', { name: 'Ausmessen' })
  expect(bar.getAttribute('aria-valuenow')).toBe(announced)
  expect(bar.getAttribute('aria-valuetext')).toBe('Schritt 2')
})

test('an unknown value claims no number', () => {
  render(<Progress label="Warten" value={null} />)
  expect(screen.getByRole('progressbar', { name: 'Warten' }).getAttribute('aria-valuenow')).toBeNull()
})
