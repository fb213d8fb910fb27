import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
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

/** Asked of the browser, and not answered yet. */
let stepsBack = 0
beforeAll(() => {
  const go = window.history.go.bind(window.history)
  jest.spyOn(window.history, 'go').mockImplementation((delta) => {
    stepsBack++
    go(delta)
  })
  window.addEventListener('popstate', () => (stepsBack = 0))
})

/** Until the state of the entry tells of as many dialogs as are open, and no step back is under way. */
const settled = () =>
  waitFor(() => {
    const state = window.history.state as { openDialogs?: number } | null
    const open = screen.queryAllByRole('dialog').length
    expect([state?.openDialogs ?? 0, stepsBack]).toEqual([open, 0])
  })
afterEach(async () => {
  cleanup()
  await settled()
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

describe('Back', () => {
  /** Two dialogs, the second opened from the first, on a page of its own in the history. */
  function Page() {
    const [open, setOpen] = useState<readonly string[]>([])
    const close = () => setOpen(open.slice(0, -1))
    return (
      <>
        <button onClick={() => setOpen(['Bestellung'])}>bestellen</button>
        <button onClick={() => setOpen(['Bestellung', 'Anmeldung'])}>anmelden</button>
        <button onClick={() => setOpen([])}>fertig</button>
        {['Bestellung', 'Anmeldung'].map((title) => (
          <Dialog
            key={title}
            open={open.includes(title)}
            onClose={close}
            title={title}
            closeLabel="Schliessen"
          >
            {title}
          </Dialog>
        ))}
      </>
    )
  }
  const titles = () => screen.queryAllByRole('dialog').map(({ textContent }) => textContent.slice(0, 10))
  const press = (name: string) => userEvent.click(screen.getByText(name))
  const goBack = async () => {
    await settled()
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    await act(async () => {
      window.history.back()
      await moved
    })
  }
  const page = () => window.location.pathname

  beforeEach(() => {
    window.history.pushState(null, '', '/before')
    window.history.pushState(null, '', '/page')
    render(<Page />)
  })

  test('closes an open dialog, and then leaves the page', async () => {
    await press('bestellen')
    await goBack()
    expect([titles(), page()]).toEqual([[], '/page'])
    await goBack()
    expect(page()).toBe('/before')
  })

  test('leaves the page where it is scrolled to, and pages that are left after it keep their place', async () => {
    await press('bestellen')
    await settled()
    expect(window.history.scrollRestoration).toBe('manual')
    await goBack()
    await settled()
    expect([titles(), window.history.scrollRestoration]).toEqual([[], 'auto'])
  })

  test('closes the last of two dialogs first', async () => {
    await press('bestellen')
    await press('anmelden')
    await goBack()
    expect([titles(), page()]).toEqual([['Bestellung'], '/page'])
    await goBack()
    expect([titles(), page()]).toEqual([[], '/page'])
  })

  test('leaves the page at once when the dialog was closed otherwise, also with another one', async () => {
    await press('bestellen')
    await userEvent.click(screen.getByRole('button', { name: 'Schliessen' }))
    await press('anmelden')
    await press('fertig')
    await goBack()
    expect([titles(), page()]).toEqual([[], '/before'])
  })

  test('closes a dialog that opened while the entry of another one was left', async () => {
    await press('bestellen')
    await settled()
    await press('fertig')
    await press('bestellen')
    await goBack()
    expect([titles(), page()]).toEqual([[], '/page'])
  })

  test('a page that opens at the entry of a dialog goes back to its own', async () => {
    cleanup()
    await settled()
    window.history.pushState({ openDialogs: 1 }, '')
    render(<Page />)
    await settled()
    expect(window.history.state).toBeNull()
    await goBack()
    expect(page()).toBe('/before')
  })
})
