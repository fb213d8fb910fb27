'use client'

import { useTranslations } from 'next-intl'
import type { Person } from '#contract/persons.ts'
import { DestructiveDialog } from '#components/product/destructive-dialog.tsx'
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

/** Withdraws the consent, after showing the effects. */
export function WithdrawDialog({ person, isOpen, onClose, onWithdrawn }: Props) {
  const t = useTranslations('persons')
  return (
    <DestructiveDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('withdraw.title', { name: isolated(person.name) })}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('manage.cancel')}
      onConfirm={async () => {
        await browserClient().call('withdrawConsent', { query: { personid: person.id } })
        await onWithdrawn()
        onClose()
      }}
    >
      <p>{t('withdraw.lead')}</p>
      <Consequences
        sentences={[t('withdraw.goes'), t('withdraw.refunds'), t('withdraw.stays'), t('withdraw.again')]}
      />
    </DestructiveDialog>
  )
}
