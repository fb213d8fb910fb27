import { beforeEach, expect, jest, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import en from '#messages/en.json' with { type: 'json' }
import { identityWith } from '#lib/identity/identity.fixture.ts'
import { IdentityError } from '#lib/identity/identity-error.ts'
import type { Account, Identity } from '#lib/identity/identity.ts'

const account: Account = { uid: 'u', email: 'a@b.example', isVerified: true }
let identity: Identity
jest.unstable_mockModule('#lib/session/browser-session.ts', () => ({
  browserSession: () => ({ identity: () => Promise.resolve(identity) }),
}))
jest.unstable_mockModule('./use-forward.ts', () => ({ useForward: () => ({ status: 'signed_out' }) }))
const { MailAction } = await import('./mail-action.tsx')

const followMailLink = jest.fn<Identity['followMailLink']>()
beforeEach(() => {
  followMailLink.mockReset().mockResolvedValue()
})

/** Each code is read once for as long as the page lives. */
let count = 0
function open(parts: Partial<Identity>) {
  identity = identityWith({ followMailLink, ...parts })
  count += 1
  render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={en}>
      <MailAction mode="verifyEmail" code={`code-${String(count)}`} continueUrl={null} />
    </NextIntlClientProvider>,
  )
}
const link = {
  kind: 'verify_email',
  email: 'a@b.example',
  previousEmail: undefined,
  phoneNumber: undefined,
} as const
const used = () => Promise.reject(new IdentityError('link_invalid'))

test('opening the link of a confirmation does nothing; its button confirms', async () => {
  open({ readMailLink: () => Promise.resolve(link), refreshAccount: () => Promise.resolve(null) })
  const button = await screen.findByRole('button', { name: en.auth.action.verify_email.submit })
  expect(followMailLink).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(followMailLink).toHaveBeenCalledTimes(1)
  expect(await screen.findByText(en.auth.action.verified.title)).not.toBeNull()
})

test('a used link of an address that is confirmed says so', async () => {
  open({ readMailLink: used, refreshAccount: () => Promise.resolve(account) })
  expect(await screen.findByText(en.auth.action.verified.title)).not.toBeNull()
})

test('a visitor who is not signed in sees both ways on after a used link', async () => {
  open({ readMailLink: used, refreshAccount: () => Promise.resolve(null) })
  expect(await screen.findByText(en.auth.action.failed.usedBefore)).not.toBeNull()
  expect(screen.getByRole('link', { name: en.auth.action.failed.signIn })).not.toBeNull()
  expect(screen.getByRole('link', { name: en.auth.action.failed.again })).not.toBeNull()
})
