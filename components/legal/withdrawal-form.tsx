'use client'

import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { textOf, useFocusFirstError } from '#components/product/use-form.ts'
import { failureSentence, type FailureCopy } from '#components/shell/failure-copy.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { LegalTexts } from '#lib/legal/texts.ts'

interface Props {
  copy: LegalTexts['withdrawal']['form']
  failures: FailureCopy
}

/** First step: names the order; the link to the second comes by mail. */
export function WithdrawalForm({ copy, failures }: Props) {
  const [complaints, setComplaints] = useState<{ email?: string; order?: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useFocusFirstError(complaints)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sentTo !== undefined) heading.current?.focus()
  }, [sentTo])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = textOf(event.currentTarget, 'email').trim()
    const orderReference = textOf(event.currentTarget, 'order').trim()
    const found = {
      ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: copy.errors.email }),
      ...(orderReference === '' ? { order: copy.errors.order } : {}),
    }
    setFailure(undefined)
    setComplaints(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { publicClient } = await import('#lib/api/public-client.ts')
      await publicClient().call('requestWithdrawal', { body: { email, orderReference } })
      setSentTo(email)
    } catch (error) {
      setFailure(failureSentence(error, failures))
    } finally {
      setBusy(false)
    }
  }

  if (sentTo !== undefined) {
    return (
      <div role="status">
        <h2 id="withdraw-title" ref={heading} tabIndex={-1} className="text-xl">
          {copy.sentTitle}
        </h2>
        <p className="mt-3 measure">{copy.sent.replace('{email}', sentTo)}</p>
        <Button variant="secondary" className="mt-5" onClick={() => setSentTo(undefined)}>
          {copy.again}
        </Button>
      </div>
    )
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <h2 id="withdraw-title" className="text-xl">
        {copy.title}
      </h2>
      {failure !== undefined && (
        <Notice tone="error" className="mt-4">
          {failure}
        </Notice>
      )}
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <Field label={copy.email} error={complaints?.email} required>
          {(control) => (
            <TextInput {...control} name="email" type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <Field label={copy.order} hint={copy.orderHint} error={complaints?.order} required>
          {(control) => (
            <TextInput
              {...control}
              name="order"
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
            />
          )}
        </Field>
      </div>
      <SubmitButton busy={isBusy} block className="mt-6">
        {copy.submit}
      </SubmitButton>
    </form>
  )
}
