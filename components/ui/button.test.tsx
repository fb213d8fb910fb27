import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from './button.tsx'

test('a busy button keeps its name and focus, and ignores clicks and submits', async () => {
  const onClick = jest.fn()
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Speichern
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Speichern', busy: true })
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})

test('does not submit a form unless asked to', async () => {
  const onSubmit = jest.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button>Mehr</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Mehr' }))
  expect(onSubmit).not.toHaveBeenCalled()
})
