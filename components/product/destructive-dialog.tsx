'use client'

import { useTranslations } from 'next-intl'
import { useId, type ReactNode } from 'react'
import { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { CallErrorNotice } from './call-error-notice.tsx'
import { isTypedWord } from './typed-word.ts'
import { useContractForm } from './use-contract-form.ts'

/** A word that has to be typed first. */
export interface WordAsked {
  word: string
  label: string
  /** The message for any other text. */
  wrong: string
}

interface Props {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** Runs the action; the dialog stays open, and shows an error, until it resolves. */
  onConfirm: () => Promise<unknown>
  asked?: WordAsked
  /** The effects of the action. */
  children: ReactNode
}

/** Confirmation of an irreversible action: its effects, an optional word to type, and the way out. */
export function DestructiveDialog(props: Props) {
  const { isOpen, onClose, title, confirmLabel, cancelLabel, onConfirm, asked, children } = props
  const ui = useTranslations('ui')
  const formId = useId()
  const form = useContractForm({
    schema: z.object({
      word: z.string().refine((typed) => asked === undefined || isTypedWord(typed, asked.word)),
    }),
    values: { word: '' },
    sentence: () => asked?.wrong ?? '',
    onSend: async () => {
      await onConfirm()
      form.reset()
    },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={title}
      closeLabel={ui('close')}
      actions={
        <>
          <Button type="submit" form={formId} size="lg" variant="danger" busy={form.isBusy}>
            {confirmLabel}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {children}
      <form id={formId} {...form.props}>
        {asked && (
          <Field label={asked.label} error={form.errorOf('word')} required className="mt-5">
            {(control) => (
              <TextInput
                {...control}
                {...form.field('word')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        )}
      </form>
      {form.failure !== undefined && <CallErrorNotice error={form.failure} className="mt-4" />}
    </Dialog>
  )
}
