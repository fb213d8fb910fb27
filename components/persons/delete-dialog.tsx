'use client'

import { useTranslations } from 'next-intl'
import { useId, useRef, useState, type SyntheticEvent } from 'react'
import type { Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { TypedWord, isTypedWord } from '#components/product/typed-word.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { isolated } from '#lib/i18n/isolated.ts'
import { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { Consequences } from './consequences.tsx'

interface Props {
  person: Person
  isOpen: boolean
  onClose: () => void
  /** Null: it was gone before. */
  onDeleted: (receiptId: string | null) => void
}

/** Deleting a person: what goes and what comes after is said, and a word typed. */
export function DeleteDialog({ person, isOpen, onClose, onDeleted }: Props) {
  const t = useTranslations()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const word = t('persons.delete.word')

  const close = () => {
    setTyped('')
    setWrong(false)
    setFailure(undefined)
    onClose()
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setWrong(!isTypedWord(typed, word))
    if (!isTypedWord(typed, word)) {
      form.current?.querySelector('input')?.focus()
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const { receiptId } = await browserClient().call('deletePerson', { query: { personid: person.id } })
      onDeleted(receiptId)
    } catch (error) {
      if (error instanceof CallError && error.code === 'person_not_found') {
        onDeleted(null)
        return
      }
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('persons.delete.title', { name: isolated(person.name) })}
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button type="submit" form={formId} size="lg" variant="danger" busy={isBusy}>
            {t('persons.delete.confirm')}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {t('persons.manage.cancel')}
          </Button>
        </>
      }
    >
      <Consequences
        sentences={[t('persons.delete.goes'), t('persons.delete.refunds'), t('persons.delete.receipt')]}
      />
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)} className="mt-5">
        <TypedWord
          label={t('persons.delete.typeWord', { word })}
          value={typed}
          onChange={setTyped}
          error={isWrong ? t('persons.delete.wrongWord', { word }) : undefined}
        />
      </form>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
  )
}
