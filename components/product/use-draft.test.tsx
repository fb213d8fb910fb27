import { beforeEach, expect, test } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { useDraft } from './use-draft.ts'

beforeEach(() => sessionStorage.clear())

function Form({ filledIn }: { filledIn?: string }) {
  const form = useForm<{ name: string; gender: string; password: string }>()
  const forget = useDraft(form, 'test', ['name', 'gender'])
  return (
    <form onReset={forget}>
      <input {...form.register('name')} aria-label="name" defaultValue={filledIn} />
      <input type="radio" {...form.register('gender')} value="a" aria-label="a" />
      <input type="radio" {...form.register('gender')} value="b" aria-label="b" />
      <input type="password" {...form.register('password')} aria-label="password" />
    </form>
  )
}

const typed = () => ({
  name: screen.getByLabelText<HTMLInputElement>('name').value,
  b: screen.getByLabelText<HTMLInputElement>('b').checked,
  password: screen.getByLabelText<HTMLInputElement>('password').value,
})

test('typed text is restored after the page was left, but passwords are never stored', async () => {
  const { unmount } = render(<Form />)
  await userEvent.type(screen.getByLabelText('name'), 'Anna')
  await userEvent.click(screen.getByLabelText('b'))
  await userEvent.type(screen.getByLabelText('password'), 'drei Ziegen')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Ziegen')
  unmount()
  render(<Form />)
  expect(typed()).toEqual({ name: 'Anna', b: true, password: '' })
})

test('what the browser filled in is left alone', async () => {
  const { unmount } = render(<Form />)
  await userEvent.type(screen.getByLabelText('name'), 'Anna')
  unmount()
  render(<Form filledIn="Berta" />)
  expect(typed().name).toBe('Berta')
})

test('a sent draft is deleted', async () => {
  const { unmount, container } = render(<Form />)
  await userEvent.type(screen.getByLabelText('name'), 'Anna')
  fireEvent.reset(container.firstElementChild as HTMLFormElement)
  unmount()
  render(<Form />)
  expect(typed().name).toBe('')
})
