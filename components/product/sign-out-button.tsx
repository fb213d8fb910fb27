'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { browserSession } from '#lib/session/browser-session.ts'
import { useSession } from '#lib/session/use-session.ts'

export function SignOutButton() {
  const t = useTranslations('product')
  const { account } = useSession()
  const [isBusy, setBusy] = useState(false)

  async function signOut() {
    setBusy(true)
    await browserSession()
      .signOut()
      .catch(() => undefined)
    setBusy(false)
  }

  return (
    <Button
      variant="quiet"
      busy={isBusy}
      onClick={() => void signOut()}
      title={account ? t('signedInAs', { email: account.email }) : undefined}
      className="-mr-3 px-3 no-underline hover:bg-wash"
    >
      <span className="sr-only sm:not-sr-only">{t('signOut')}</span>
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5 sm:hidden"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
      >
        <path d="M8 3H4v14h4M8 10h9M13.5 6.5 17 10l-3.5 3.5" />
      </svg>
    </Button>
  )
}
