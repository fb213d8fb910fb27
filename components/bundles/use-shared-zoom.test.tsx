import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSharedZoom } from './use-shared-zoom.ts'

function Two() {
  const zoom = useSharedZoom()
  return ['left', 'right'].map((side) => (
    <div key={side} tabIndex={0} role="group" aria-label={side} {...zoom.handlers}>
      <span data-testid={side} style={{ transform: zoom.transform }} />
    </div>
  ))
}

const transforms = () => ['left', 'right'].map((side) => screen.getByTestId(side).style.transform)
const same = (transform: string) => [transform, transform]

test('both are enlarged and moved together, and no further than the picture reaches', async () => {
  render(<Two />)
  screen.getByRole('group', { name: 'right' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(transforms()).toEqual(same('scale(1) translate(0%, 0%)'))
  await userEvent.keyboard('++{ArrowRight}')
  expect(transforms()).toEqual(same('scale(2) translate(-10%, 0%)'))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(transforms()).toEqual(same('scale(2) translate(-25%, 0%)'))
  await userEvent.keyboard('--')
  expect(transforms()).toEqual(same('scale(1) translate(0%, 0%)'))
})
