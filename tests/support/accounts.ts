import { randomUUID } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { z } from 'zod'
import type { Locale } from '#contract/locales.ts'
import { MODE_PARAMETER, SIGN_UP_MODE } from '#lib/session/redirect.ts'
import { translatorOf } from './messages.ts'
import { productUnderTest } from './product-under-test.ts'

export interface Account {
  email: string
  password: string
}

export function newAccount(): Account {
  return { email: `${randomUUID()}@test.example`, password: `pass-${randomUUID()}` }
}

/** On the list of operators of the product under test. */
export const OPERATORS = ['operator-1@test.example', 'operator-2@test.example'] as const

const Created = z.looseObject({ localId: z.string() })

/** An account in the Auth emulator, without the detour over the sign-up screen and the inbox. */
export async function createAccount({
  isVerified,
  uid,
  phone,
  ...given
}: {
  isVerified: boolean
  /** The user's id in the backend; random by default. */
  uid?: string
  email?: string
  /** Of the second step at sign-in; none by default. */
  phone?: string
}): Promise<Account> {
  const { authUrl, projectId } = productUnderTest()
  const account = { ...newAccount(), ...given }
  const response = await fetch(
    `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify({
        ...account,
        emailVerified: isVerified,
        localId: uid,
        ...(phone !== undefined && { mfaInfo: [{ phoneInfo: phone }] }),
      }),
    },
  )
  Created.parse(await response.json())
  return account
}

/** Fills in the sign-in form of the page that is open, in its language. */
export async function submitSignIn(
  page: Page,
  { email, password }: Account,
  locale: Locale = 'de',
): Promise<void> {
  const t = translatorOf(locale)
  // The way to a new person begins with a new account.
  if (new URL(page.url()).searchParams.get(MODE_PARAMETER) === SIGN_UP_MODE)
    await page.getByRole('link', { name: t('auth.signUp.switchAction'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('auth.signIn.title') })).toBeVisible()
  await page.getByLabel(t('auth.email')).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
}
