import { expect, jest, test } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RadioGroup } from './radio-group.tsx'

const options = [
  { value: 'female', label: 'Weiblich' },
  { value: 'male', label: 'Männlich' },
] as const

test('is a named group that reports the choice', async () => {
  const onChange = jest.fn()
  render(<RadioGroup legend="Geschlecht" name="gender" options={options} onChange={onChange} />)
  const group = within(screen.getByRole('group', { name: 'Geschlecht' }))
  expect(group.getAllByRole('radio')).toHaveLength(2)
  await userEvent.click(screen.getByRole('radio', { name: 'Weiblich' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Männlich' }))
  expect(onChange.mock.calls).toEqual([['female'], ['male']])
})

test('a controlled group shows its value', () => {
  render(<RadioGroup legend="Geschlecht" name="gender" options={options} value="male" />)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Männlich' }).checked).toBe(true)
})
