'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { isolated } from '#lib/i18n/isolated.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { Consequences } from './consequences.tsx'

interface Props {
  person: Person
  isOpen: boolean
  onClose: () => void
  /** The dialog stays open until it resolves. */
  onWithdrawn: () => Promise<unknown>
}

/** Taking the consent back, with what that takes away said first. */
export function WithdrawDialog({ person, isOpen, onClose, onWithdrawn }: Props) {
  const t = useTranslations()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const close = () => {
    setFailure(undefined)
    onClose()
  }

  async function withdraw() {
    setBusy(true)
    setFailure(undefined)
    try {
      await browserClient().call('withdrawConsent', { query: { personid: person.id } })
      await onWithdrawn()
      close()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('persons.withdraw.title', { name: isolated(person.name) })}
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button size="lg" variant="danger" busy={isBusy} onClick={() => void withdraw()}>
            {t('persons.withdraw.confirm')}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {t('persons.manage.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('persons.withdraw.lead')}</p>
      <Consequences
        sentences={[
          t('persons.withdraw.goes'),
          t('persons.withdraw.refunds'),
          t('persons.withdraw.stays'),
          t('persons.withdraw.again'),
        ]}
      />
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
  )
}
