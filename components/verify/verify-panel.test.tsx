import { expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'

const examineFile = jest.fn<(file: File) => Promise<never>>(() => Promise.reject(new Error('unreadable')))
jest.unstable_mockModule('#lib/provenance/examine.ts', () => ({ examineFile }))
const { VerifyPanel } = await import('./verify-panel.tsx')

const copy = {
  drop: 'Choose',
  hint: '',
  reading: 'Reading {name}',
  again: '',
  tooLarge: '',
  failed: 'Failed',
  retry: 'Again',
} as Parameters<typeof VerifyPanel>[0]['copy']

test('a file that was chosen before the page’s scripts were there is read once they are', async () => {
  const file = new File(['picture'], 'me.jpg', { type: 'image/jpeg' })
  // As a browser does before hydration: the files are set without a change event.
  jest
    .spyOn(HTMLInputElement.prototype, 'files', 'get')
    .mockReturnValue(Object.assign([file], { item: () => file }) as never)
  render(<VerifyPanel copy={copy} locale="en" maxBytes={1000} />)
  expect(await screen.findByText('Failed')).not.toBeNull()
  expect(examineFile.mock.calls).toEqual([[file]])
})
