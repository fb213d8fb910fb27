'use client'

import { useTranslations } from 'next-intl'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import type { ControlBinding } from '#components/ui/field.tsx'

/** The sentence that is agreed to. The value of the box is the version that is recorded with the consent. */
export function ConsentBox({ binding, error }: { binding: ControlBinding; error: string | undefined }) {
  const t = useTranslations('persons.new')
  return (
    <Checkbox
      {...binding}
      value={CONSENT_VERSION}
      label={t('consent')}
      hint={t('consentHint')}
      error={error}
      required
      className="border-t border-hairline pt-5"
    />
  )
}
