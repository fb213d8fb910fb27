'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { PersonName, type Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { textOf } from '#components/product/use-form.ts'
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
  const input = useRef<HTMLInputElement>(null)
  const [complaint, setComplaint] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  // After the dialog itself has opened, which would leave the focus on its cross.
  useEffect(() => {
    if (isOpen) input.current?.select()
  }, [isOpen])

  const close = () => {
    setComplaint(undefined)
    setFailure(undefined)
    onClose()
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const name = textOf(event.currentTarget, 'name').trim()
    if (!PersonName.safeParse(name).success) {
      const isTooLong = name.length > PERSON_NAME_MAX_LENGTH
      setComplaint(
        isTooLong
          ? t('persons.new.errors.nameTooLong', { max: PERSON_NAME_MAX_LENGTH })
          : t('persons.new.errors.name'),
      )
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    setComplaint(undefined)
    setFailure(undefined)
    setBusy(true)
    try {
      const query = { personid: person.id }
      await onRenamed(await browserClient().call('renamePerson', { query, body: { name } }))
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
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('persons.new.name')} hint={t('persons.new.nameHint')} error={complaint} required>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              dir="auto"
              defaultValue={person.name}
              autoComplete="off"
              ref={input}
            />
          )}
        </Field>
      </form>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
  )
}
