import { beforeAll, expect, jest, test } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from './dialog.tsx'

beforeAll(() => {
  // jsdom has the element but not its modal methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

const dialog = (open: boolean, onClose: () => void) => (
  <Dialog open={open} onClose={onClose} title="Person löschen" closeLabel="Schliessen">
    <p>Endgültig.</p>
  </Dialog>
)

test('opens and closes with its property, named by its title', () => {
  const { rerender } = render(dialog(false, () => undefined))
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(dialog(true, () => undefined))
  expect(screen.getByRole('dialog', { name: 'Person löschen' }).textContent).toContain('Endgültig.')
  rerender(dialog(false, () => undefined))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Endgültig.')).toBeNull()
})

test('close button, Escape and a click beside it ask the owner to close; a click inside does not', async () => {
  const onClose = jest.fn()
  render(dialog(true, onClose))
  await userEvent.click(screen.getByText('Endgültig.'))
  expect(onClose).toHaveBeenCalledTimes(0)
  await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }))
  await userEvent.click(screen.getByRole('dialog'))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(3)
})
