'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type SyntheticEvent } from 'react'
import { useReauthentication } from '#components/auth/reauthenticate.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { isTypedWord } from '#components/product/typed-word.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { useSession } from '#lib/session/use-session.ts'
import { AccountSection } from './account-section.tsx'
import { goToDeletedPage, keepDeletionNote } from './deletion-note.ts'

/** The end of the account: what goes and what stays, a word to type, and a fresh proof of who asks. */
export function DeletionSection() {
  const t = useTranslations('account.deletion')
  const locale = useLocale()
  const { account } = useSession()
  const email = account?.email ?? ''
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
      // Another browser was first, and the session ends by itself: this one stays busy until it is elsewhere.
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
      <DeletionDialog open={isOpen} onClose={() => setOpen(false)} onConfirm={() => void remove()} />
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

interface DialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

function DeletionDialog({ open, onClose, onConfirm }: DialogProps) {
  const t = useTranslations()
  const word = t('account.deletion.word')
  const [complaints, setComplaints] = useState<{ word: string }>()
  const form = useFocusFirstError(complaints)

  function close(): void {
    setComplaints(undefined)
    onClose()
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!isTypedWord(textOf(event.currentTarget, 'word'), word)) {
      setComplaints({ word: t('account.deletion.wordWrong', { word }) })
      return
    }
    setComplaints(undefined)
    onConfirm()
  }

  return (
    <Dialog open={open} onClose={close} title={t('account.deletion.question')} closeLabel={t('ui.close')}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p>{t('account.deletion.goes')}</p>
        <Field label={t('account.deletion.type', { word })} error={complaints?.word} required>
          {(control) => (
            <TextInput
              {...control}
              name="word"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" size="lg" variant="danger">
            {t('account.deletion.confirm')}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {t('account.deletion.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
