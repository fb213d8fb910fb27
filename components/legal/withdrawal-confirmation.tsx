'use client'

import { useEffect, useRef, useState } from 'react'
import { failureSentence, type FailureCopy } from '#components/shell/failure-copy.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { LegalTexts } from '#lib/legal/texts.ts'

interface Props {
  token: string
  copy: LegalTexts['withdrawal']['confirm']
  failures: FailureCopy
  locale: string
}

/** Second step: needs a click, so that a mail scanner that opens links withdraws nothing. */
export function WithdrawalConfirmation({ token, copy, failures, locale }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [receivedAt, setReceivedAt] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [receivedAt])

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { publicClient } = await import('#lib/api/public-client.ts')
      const answer = await publicClient().call('confirmWithdrawal', { body: { confirmation: token } })
      setReceivedAt(answer.receivedAt)
      window.history.replaceState(null, '', window.location.pathname)
    } catch (error) {
      setFailure(failureSentence(error, failures))
    } finally {
      setBusy(false)
    }
  }

  const date =
    receivedAt === undefined
      ? undefined
      : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
          new Date(receivedAt),
        )
  return (
    <>
      <h2 id="withdraw-title" ref={heading} tabIndex={-1} className="text-xl">
        {date === undefined ? copy.title : copy.doneTitle}
      </h2>
      <p role="status" className="mt-3 measure">
        {date === undefined ? copy.body : copy.done.replace('{date}', date)}
      </p>
      {failure !== undefined && (
        <Notice
          tone="error"
          className="mt-4"
          action={
            <a href={window.location.pathname} className="text-link">
              {copy.restart}
            </a>
          }
        >
          {failure}
        </Notice>
      )}
      {date === undefined ? (
        <Button size="lg" block busy={isBusy} className="mt-6" onClick={() => void confirm()}>
          {copy.submit}
        </Button>
      ) : (
        <p className="mt-5">
          <a href={`/${locale}`} className="text-link font-semibold">
            {copy.home}
          </a>
        </p>
      )}
    </>
  )
}
