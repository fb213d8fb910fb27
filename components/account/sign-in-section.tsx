'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { browserClient, browserSession } from '#lib/session/browser-session.ts'
import { useSession } from '#lib/session/use-session.ts'
import { SignInWays } from './sign-in-ways.tsx'
import { AccountSection } from './account-section.tsx'

/** The signed-in account and its sign-in methods, and the sign-out on every device. */
export function SignInSection() {
  const t = useTranslations('account.signIn')
  const { account } = useSession()
  const email = account?.email ?? ''
  return (
    <AccountSection id="sign-in" title={t('title')} lead={t('lead')}>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[12rem_1fr]">
        <dt className="text-sm text-ink-soft">{t('email')}</dt>
        <dd className="min-w-0 font-medium break-words">{email}</dd>
      </dl>
      <h3 className="mt-6 mb-2 text-base">{t('ways.list')}</h3>
      <SignInWays />
      <div className="mt-5 border-t border-hairline pt-5">
        {email && <p className="measure text-sm text-ink-soft">{t('changePasswordHint', { email })}</p>}
        <Link
          href="/auth/reset-password"
          className={buttonClassName({ variant: 'secondary', className: 'mt-3' })}
        >
          {t('changePassword')}
        </Link>
      </div>
      <SignOutEverywhere />
    </AccountSection>
  )
}

function SignOutEverywhere() {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  function close(): void {
    setFailure(undefined)
    setOpen(false)
  }

  async function signOut(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await browserClient().call('signOutEverywhere', {})
      // The session's end redirects the page.
      await browserSession().signOut()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <div className="mt-6 border-t border-hairline pt-5">
      <h3 className="text-base">{t('account.signIn.everywhere.title')}</h3>
      <p className="mt-1 measure text-sm text-ink-soft">{t('account.signIn.everywhere.body')}</p>
      <Button variant="secondary" onClick={() => setOpen(true)} className="mt-3">
        {t('account.signIn.everywhere.title')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('account.signIn.everywhere.question')}
        closeLabel={t('ui.close')}
        actions={
          <>
            <Button size="lg" busy={isBusy} onClick={() => void signOut()}>
              {t('account.signIn.everywhere.title')}
            </Button>
            <Button size="lg" variant="quiet" onClick={close}>
              {t('account.signIn.everywhere.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('account.signIn.everywhere.body')}</p>
        {failure !== undefined && (
          <CallErrorNotice error={failure} title={t('account.signIn.everywhere.failed')} className="mt-4" />
        )}
      </Dialog>
    </div>
  )
}
