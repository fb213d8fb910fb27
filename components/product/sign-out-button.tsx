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
      className="px-3"
    >
      {t('signOut')}
    </Button>
  )
}
