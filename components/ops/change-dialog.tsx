'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import type { OperatorCommand } from '#contract/operator-commands.ts'
import type { OperatorAnswer, OperatorCall } from '#contract/operators.ts'
import { useReauthentication } from '#components/auth/reauthenticate.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { askOperators } from './ask-operators.ts'
import { CommandFields, TextField } from './command-fields.tsx'
import { useCommandForm } from './use-command-form.ts'
import { WORDS, onRecordUnder, wordsOf } from './wording.ts'

export type Done = Extract<OperatorAnswer, { outcome: 'done' }>

/** What cannot be taken back. */
const FINAL: ReadonlySet<OperatorCall> = new Set(['operatorErase', 'operatorRefund'])

interface Props {
  command: OperatorCommand
  /** The argument, where the change is about a row. */
  subject: string | undefined
  /** The operator's address, which the API puts on record. */
  operator: string
  onClose: () => void
  onDone: (answer: Done) => void
}

/** Confirms a change, and asks why; after a while also who is there. */
export function ChangeDialog({ command, subject, operator, onClose, onDone }: Props) {
  const ui = useTranslations('ui')
  const formId = useId()
  const [refusal, setRefusal] = useState<string>()
  const { dialog: signInAgain, withRecentSignIn } = useReauthentication()
  const { argument, call, name, summary } = command
  const isFixed = subject !== undefined
  const form = useCommandForm(
    command,
    argument !== undefined && isFixed ? { [argument]: subject } : {},
    async (body) => {
      setRefusal(undefined)
      const asked = await withRecentSignIn(() => askOperators(call, body))
      if (!asked) return
      const { answer } = asked
      if (answer.outcome === 'done') onDone(answer)
      else setRefusal(answer.reason)
    },
    { by: operator },
  )
  return (
    <>
      <Dialog
        open={!signInAgain}
        onClose={onClose}
        title={wordsOf(name)}
        closeLabel={ui('close')}
        actions={
          <>
            <Button
              type="submit"
              form={formId}
              size="lg"
              variant={FINAL.has(call) ? 'danger' : 'primary'}
              busy={form.isBusy}
            >
              {wordsOf(name)}
            </Button>
            <Button size="lg" variant="quiet" onClick={onClose}>
              {WORDS.cancel}
            </Button>
          </>
        }
      >
        <p className="text-ink-soft">{summary}.</p>
        <form id={formId} {...form.props} className="mt-5 flex flex-col gap-5">
          <CommandFields command={command} form={form} isFixed={isFixed} />
          <TextField name="why" label={WORDS.why} hint={onRecordUnder(operator)} form={form} isRequired />
        </form>
        {refusal !== undefined && (
          <Notice tone="error" title={WORDS.nothingChanged} className="mt-4">
            {refusal}
          </Notice>
        )}
        {form.failure !== undefined && <CallErrorNotice error={form.failure} className="mt-4" />}
      </Dialog>
      {signInAgain}
    </>
  )
}
