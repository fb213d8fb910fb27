import { expect, jest, test } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { MenuPanel } from './menu-panel.tsx'

test('closes after a link inside it, and after nothing else', () => {
  const hidePopover = jest.fn()
  // jsdom knows no popovers.
  HTMLElement.prototype.hidePopover = hidePopover
  render(
    <MenuPanel id="menu">
      <p>Auf dieser Seite</p>
      <a href="#how">
        <span>So geht’s</span>
      </a>
    </MenuPanel>,
  )
  fireEvent.click(screen.getByText('Auf dieser Seite'))
  expect(hidePopover).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('So geht’s'))
  expect(hidePopover).toHaveBeenCalledTimes(1)
})
