'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { z } from 'zod'
import { CONSENT_VERSION, consentVersionFor } from '#contract/consent.ts'
import { enginesAtCompanies } from '#contract/processing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import type { ControlBinding } from '#components/ui/field.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

/** Settings may change while the page is open. */
const REFRESH_MS = 60_000

type ConsentField = 'wording' | 'companies'

/** The fields of a consent: the wording, and where companies get the selfies, their names. */
export function useConsentFields() {
  const { data, error, mutate } = useEndpoint('getProcessing', {}, { refreshIntervalMs: REFRESH_MS })
  const engines = data ? enginesAtCompanies(data) : []
  const version = consentVersionFor(engines.map(({ name }) => name))
  return {
    /** The companies' names. */
    companies: engines.map(({ company }) => company),
    version,
    /** Nothing can be agreed to before it is known who gets the selfies. */
    isKnown: data !== undefined,
    error,
    retry: () => void mutate(),
    fields: {
      wording: z.literal(CONSENT_VERSION),
      companies: engines.length === 0 ? z.undefined().optional() : z.literal(version),
    },
  }
}

/** The version that is recorded, of the boxes that were ticked. */
export function versionOf({
  wording,
  companies,
}: {
  wording: string
  companies?: string | undefined
}): string {
  return companies ?? wording
}

interface Props {
  consent: Omit<ReturnType<typeof useConsentFields>, 'fields'>
  field: (name: ConsentField) => ControlBinding
  errorOf: (name: ConsentField) => string | undefined
}

/** The sentences that are agreed to: to the measuring, and by itself to companies that get the selfies. */
export function ConsentBox({ consent, field, errorOf }: Props) {
  const { companies, version, isKnown, error, retry } = consent
  const t = useTranslations('persons.new')
  const format = useFormatter()
  const hasCompanies = companies.length > 0
  if (error && !isKnown) return <CallErrorNotice error={error} onRetry={retry} />
  if (!isKnown) return <Skeleton className="h-36" />
  return (
    <div className="border-t border-hairline pt-5">
      <Checkbox
        {...field('wording')}
        value={CONSENT_VERSION}
        label={t('consent')}
        hint={hasCompanies ? undefined : t('consentHint')}
        error={errorOf('wording')}
        required
      />
      {hasCompanies && (
        <Checkbox
          {...field('companies')}
          value={version}
          label={t('companies', { companies: format.list(companies) })}
          hint={t.rich('companiesHint', {
            where: (chunks) => (
              <Link href="/where-your-face-is" target="_blank" className="underline underline-offset-4">
                {chunks}
              </Link>
            ),
          })}
          error={errorOf('companies')}
          required
          className="mt-2"
        />
      )}
    </div>
  )
}
