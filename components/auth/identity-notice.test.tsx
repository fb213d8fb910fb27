import { describe, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import en from '#messages/en.json' with { type: 'json' }
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import { NEXT_STEPS, type NextStep } from '#lib/identity/next-step.ts'
import { IdentityNotice } from './identity-notice.tsx'

type Steps = Partial<Record<NextStep, (() => void) | null>>

function show(code: IdentityErrorCode, steps: Steps = {}) {
  return render(
    <NextIntlClientProvider locale="en" timeZone="Europe/Zurich" messages={en}>
      <IdentityNotice code={code} steps={steps} />
    </NextIntlClientProvider>,
  )
}

describe('the notice of a sign-in error', () => {
  test('is an alert with its sentence', () => {
    show('wrong_credentials')
    expect(screen.getByRole('alert').textContent).toContain(en.auth.errors.wrong_credentials)
    expect(
      screen.getByRole('link', { name: en.auth.nextSteps.reset_password }).getAttribute('href'),
    ).toContain('/auth/reset-password')
  })

  test('is no error when the user closed the window', () => {
    show('popup_closed')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe(en.auth.errors.popup_closed)
  })

  test('is empty when another window replaced one', () => {
    expect(show('popup_replaced').container.textContent).toBe('')
  })

  test("offers the screen's own remedy where there is one", async () => {
    const signIn = jest.fn()
    show('email_in_use', { sign_in: signIn })
    await userEvent.click(screen.getByRole('button', { name: en.auth.nextSteps.sign_in }))
    expect(signIn).toHaveBeenCalledTimes(1)
  })

  test('offers no step that leads nowhere new', () => {
    show('session_expired', { sign_in_again: null })
    expect(screen.queryByRole('link')).toBeNull()
  })
})

test.each(Object.entries(NEXT_STEPS).filter(([, step]) => step === 'retry'))(
  '%s can be tried again where the screen knows how',
  async (code) => {
    const retry = jest.fn()
    const found = Object.keys(NEXT_STEPS).find((known): known is IdentityErrorCode => known === code)
    show(found ?? 'internal', { retry })
    await userEvent.click(screen.getByRole('button', { name: en.auth.nextSteps.retry }))
    expect(retry).toHaveBeenCalledTimes(1)
  },
)
