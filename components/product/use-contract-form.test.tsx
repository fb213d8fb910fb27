import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { z } from 'zod'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { useContractForm, type Complaint, type Outcome } from './use-contract-form.ts'

const Body = z.object({ name: z.string().trim().min(1).max(5), city: z.string().min(1) })
const send = jest.fn<(body: z.output<typeof Body>) => Promise<Outcome>>()
const sentence = ({ field, code }: Complaint) => `${field}: ${code}`

beforeEach(() => {
  sessionStorage.clear()
  send.mockReset()
  send.mockResolvedValue(undefined)
})

interface Props {
  begin?: z.input<typeof Body>
  /** In the document already, like text typed before hydration. */
  there?: string
}

function Form({ begin, there }: Props) {
  const { props, field, errorOf, refuse, isBusy, failure } = useContractForm({
    schema: Body,
    sentence,
    draft: { name: 'test', fields: ['name'] },
    onSend: send,
    ...(begin === undefined ? {} : { values: begin }),
  })
  // Registered before the field above it.
  const city = field('city')
  return (
    <form {...props}>
      {(['name', 'city'] as const).map((name) => (
        <Field key={name} label={name} error={errorOf(name)}>
          {(control) => (
            <TextInput {...control} {...(name === 'city' ? city : field(name))} defaultValue={there} />
          )}
        </Field>
      ))}
      <button type="submit" aria-busy={isBusy}>
        Send
      </button>
      <button type="button" onClick={() => refuse('city', 'no such place')}>
        Refuse
      </button>
      {failure instanceof Error && <p role="alert">{failure.message}</p>}
    </form>
  )
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const described = (name: string) => {
  const id = input(name).getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

test('each invalid field gets a sentence, the first one the focus, and the form is not sent', async () => {
  render(<Form />)
  await userEvent.type(input('name'), 'Annabelle')
  await submit()
  await waitFor(() => expect(described('name')).toBe('name: too_big'))
  expect(described('city')).toBe('city: too_small')
  expect(input('name').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(input('name'))
  expect(send).not.toHaveBeenCalled()
})

test("an error disappears once fixed, and the schema's parsed values are sent", async () => {
  render(<Form />)
  await submit()
  await waitFor(() => expect(described('name')).toBe('name: too_small'))
  await userEvent.type(input('name'), ' Anna ')
  await waitFor(() => expect(described('name')).toBeUndefined())
  expect(described('city')).toBe('city: too_small')
  await userEvent.type(input('city'), 'Bern')
  await submit()
  await waitFor(() => expect(send.mock.calls.map(([body]) => body)).toEqual([{ name: 'Anna', city: 'Bern' }]))
})

test('text typed before hydration is sent as well', async () => {
  render(<Form there="Bern" />)
  await submit()
  await waitFor(() => expect(send.mock.calls.map(([body]) => body)).toEqual([{ name: 'Bern', city: 'Bern' }]))
})

test('the form is sent once however often it is pressed, and stays busy during a redirect', async () => {
  let answer: (value: 'leaving') => void = () => undefined
  send.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  render(<Form begin={{ name: 'Eva', city: 'Chur' }} />)
  await submit()
  await submit()
  await waitFor(() => expect(send).toHaveBeenCalled())
  answer('leaving')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' }).ariaBusy).toBe('true'))
  expect(send).toHaveBeenCalledTimes(1)
})

test('a failure is shown until the next attempt; the draft is kept until the form was sent', async () => {
  send.mockRejectedValueOnce(new Error('no line'))
  const { unmount } = render(<Form />)
  await userEvent.type(input('name'), 'Anna')
  await userEvent.type(input('city'), 'Bern')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('no line')
  expect(sessionStorage.getItem('draft:test')).toContain('Anna')
  await submit()
  await waitFor(() => expect(sessionStorage.getItem('draft:test')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  unmount()
  render(<Form />)
  expect(input('name').value).toBe('')
})

test('an error that only the answer reports focuses its field too', async () => {
  render(<Form begin={{ name: 'Eva', city: 'Atlantis' }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(described('city')).toBe('no such place')
  expect(document.activeElement).toBe(input('city'))
})
