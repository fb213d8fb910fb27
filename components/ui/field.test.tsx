import { expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

const field = (error?: string) => (
  <Field label="E-Mail" hint="Wir schreiben nur das Nötige." error={error} required>
    {(control) => <TextInput type="email" {...control} />}
  </Field>
)

test('ties label, hint and error to the control', () => {
  const { rerender } = render(field())
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'E-Mail' })
  expect(input.required).toBe(true)
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(descriptionOf(input)).toBe('Wir schreiben nur das Nötige.')

  rerender(field('Diese Adresse ist unvollständig.'))
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(input)).toBe('Diese Adresse ist unvollständig. Wir schreiben nur das Nötige.')
})

test('the place of the error is a live region before the error comes', () => {
  const { container } = render(field())
  expect(container.querySelectorAll('[aria-live=polite]')).toHaveLength(1)
})

function descriptionOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
