'use client'

import { useTranslations } from 'next-intl'
import type { Person } from '#contract/persons.ts'
import { DestructiveDialog } from '#components/product/destructive-dialog.tsx'
import { isolated } from '#lib/i18n/isolated.ts'
import { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { Consequences } from './consequences.tsx'

interface Props {
  person: Person
  isOpen: boolean
  onClose: () => void
  /** Null: the person was deleted before. */
  onDeleted: (receiptId: string | null) => void
}

/** Deletes a person: shows the effects, and asks for a typed word. */
export function DeleteDialog({ person, isOpen, onClose, onDeleted }: Props) {
  const t = useTranslations('persons')
  const word = t('delete.word')
  return (
    <DestructiveDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('delete.title', { name: isolated(person.name) })}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('manage.cancel')}
      asked={{ word, label: t('delete.typeWord', { word }), wrong: t('delete.wrongWord', { word }) }}
      onConfirm={async () => {
        try {
          const query = { personid: person.id }
          const { receiptId } = await browserClient().call('deletePerson', { query })
          onDeleted(receiptId)
        } catch (error) {
          if (!(error instanceof CallError) || error.code !== 'person_not_found') throw error
          onDeleted(null)
        }
      }}
    >
      <Consequences sentences={[t('delete.goes'), t('delete.refunds'), t('delete.receipt')]} />
    </DestructiveDialog>
  )
}
