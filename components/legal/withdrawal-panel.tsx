'use client'

import { useSyncExternalStore } from 'react'
import type { FailureCopy } from '#components/shell/failure-copy.ts'
import type { LegalTexts } from '#lib/legal/texts.ts'
import { WithdrawalConfirmation } from './withdrawal-confirmation.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'

interface Props {
  copy: Pick<LegalTexts['withdrawal'], 'form' | 'confirm'>
  failures: FailureCopy
  locale: string
}

const never = () => () => undefined
const tokenInAddress = () => new URLSearchParams(window.location.search).get('token')

/**
 * The first step of a withdrawal, or the second for a visitor who followed the mail's link. The page itself is
 * static.
 */
export function WithdrawalPanel({ copy, failures, locale }: Props) {
  const token = useSyncExternalStore(never, tokenInAddress, () => null)
  return (
    <section aria-labelledby="withdraw-title" className="mb-10 rounded-md bg-wash p-5 sm:p-8">
      {token === null ? (
        <WithdrawalForm copy={copy.form} failures={failures} />
      ) : (
        <WithdrawalConfirmation token={token} copy={copy.confirm} failures={failures} locale={locale} />
      )}
    </section>
  )
}
