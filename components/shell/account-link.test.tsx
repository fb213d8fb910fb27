import { afterEach, expect, test } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { keepSignedInHint } from '#lib/session/signed-in-hint.ts'
import { AccountLink } from './account-link.tsx'

const link = <AccountLink signedOut={<b>Sign in</b>} signedIn={<b>My headshots</b>} />
const isShown = (name: string) => !screen.getByText(name).closest('.invisible')

afterEach(() => keepSignedInHint(false))

test('in a browser with a signed-in user, it leads to their account', () => {
  keepSignedInHint(true)
  render(link)
  expect([isShown('Sign in'), isShown('My headshots')]).toEqual([false, true])
})

test('without, it offers to sign in', () => {
  render(link)
  expect([isShown('Sign in'), isShown('My headshots')]).toEqual([true, false])
})
