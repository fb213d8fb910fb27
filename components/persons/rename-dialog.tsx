'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId } from 'react'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { personEndpoints, type Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { browserClient } from '#lib/session/browser-session.ts'

interface Props {
  person: Person
  isOpen: boolean
  onClose: () => void
  onRenamed: (person: Person) => Promise<unknown>
}

export function RenameDialog({ person, isOpen, onClose, onRenamed }: Props) {
  const t = useTranslations()
  const formId = useId()
  const { form, props, field, errorOf, reset, isBusy, failure } = useContractForm({
    schema: personEndpoints.renamePerson.body,
    values: { name: person.name },
    sentence: ({ code }) =>
      code === 'too_big'
        ? t('persons.new.errors.nameTooLong', { max: PERSON_NAME_MAX_LENGTH })
        : t('persons.new.errors.name'),
    onSend: async (body) => {
      const query = { personid: person.id }
      await onRenamed(await browserClient().call('renamePerson', { query, body }))
      reset(body)
      onClose()
    },
  })
  const { setFocus } = form
  const close = () => {
    reset()
    onClose()
  }

  // After the dialog itself has opened, which would leave the focus on its cross.
  useEffect(() => {
    if (isOpen) setFocus('name', { shouldSelect: true })
  }, [isOpen, setFocus])

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('persons.manage.renameTitle')}
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button type="submit" form={formId} size="lg" busy={isBusy}>
            {t('persons.manage.renameSubmit')}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {t('persons.manage.cancel')}
          </Button>
        </>
      }
    >
      <form id={formId} {...props}>
        <Field
          label={t('persons.new.name')}
          hint={t('persons.new.nameHint')}
          error={errorOf('name')}
          required
        >
          {(control) => <TextInput {...control} {...field('name')} dir="auto" autoComplete="off" />}
        </Field>
      </form>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
  )
}
