'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useReauthentication } from '#components/auth/reauthenticate.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { DestructiveDialog } from '#components/product/destructive-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { useSession } from '#lib/session/use-session.ts'
import { AccountSection } from './account-section.tsx'
import { goToDeletedPage, keepDeletionNote } from './deletion-note.ts'

/** Deletion of the account: its effects, a word to type, and a recent sign-in. */
export function DeletionSection() {
  const t = useTranslations('account.deletion')
  const locale = useLocale()
  const { account } = useSession()
  const email = account?.email ?? ''
  const word = t('word')
  const reauthentication = useReauthentication()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function remove(): Promise<void> {
    setOpen(false)
    setBusy(true)
    setFailure(undefined)
    try {
      const done = await reauthentication.withRecentSignIn(() => browserClient().call('deleteUser', {}))
      if (done === undefined) {
        setBusy(false)
        return
      }
      keepDeletionNote({ requestedAt: done.answer.requestedAt, email })
      goToDeletedPage(locale)
    } catch (error) {
      // Another browser was first, and this session ends by itself: the button stays busy until the redirect.
      if (error instanceof CallError && error.code === 'account_deleted') return
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <AccountSection id="delete" title={t('title')} lead={t('lead')}>
      <ul className="measure list-disc space-y-2 pl-5">
        <li>{t('goes')}</li>
        <li>{t('stops')}</li>
        <li>{t('stays')}</li>
        <li>{t('receipt', { email })}</li>
      </ul>
      <p className="mt-4 measure text-ink-soft">
        {t.rich('before', {
          receipts: (text) => <SectionLink id="receipts">{text}</SectionLink>,
          data: (text) => <SectionLink id="export">{text}</SectionLink>,
        })}
      </p>
      {failure !== undefined && <CallErrorNotice error={failure} title={t('failed')} className="mt-5" />}
      <Button variant="danger" busy={isBusy} onClick={() => setOpen(true)} className="mt-5">
        {t('open')}
      </Button>
      {reauthentication.dialog}
      <DestructiveDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('question')}
        confirmLabel={t('confirm')}
        cancelLabel={t('cancel')}
        asked={{ word, label: t('type', { word }), wrong: t('wordWrong', { word }) }}
        onConfirm={() => {
          // `remove` closes this dialog first: the sign-in may open a dialog of its own.
          void remove()
          return Promise.resolve()
        }}
      >
        <p>{t('goes')}</p>
      </DestructiveDialog>
    </AccountSection>
  )
}

function SectionLink({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <a href={`#${id}`} className="text-ink underline decoration-edge underline-offset-4">
      {children}
    </a>
  )
}
