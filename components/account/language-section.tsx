'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Profile } from '#contract/account.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { Currency, CURRENCY_BY_LOCALE } from '#contract/money.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { languageName, languageNameIn } from '#lib/i18n/language-name.ts'
import { useRouter } from '#lib/i18n/navigation.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { AccountSection } from './account-section.tsx'
import { ChoiceButtons } from './choice-buttons.tsx'

/** The language of pages and mails, and the currency of prices; each choice is saved at once. */
export function LanguageSection() {
  const t = useTranslations('account.language')
  const { data, error, mutate } = useEndpoint('getProfile', {})
  return (
    <AccountSection id="language" title={t('title')} lead={t('lead')}>
      {error && !data && (
        <CallErrorNotice error={error} title={t('loadFailed')} onRetry={() => void mutate()} />
      )}
      {!error && !data && (
        <div className="flex flex-col gap-6">
          <Skeleton className="h-19 max-w-lg" />
          <Skeleton className="h-19 max-w-md" />
        </div>
      )}
      {data && <Choices profile={data} onSaved={(now) => mutate(now, { revalidate: false })} />}
    </AccountSection>
  )
}

const FOLLOWS = 'follows'

interface ChoicesProps {
  profile: Profile
  onSaved: (now: Profile) => Promise<unknown>
}

function Choices({ profile, onSaved }: ChoicesProps) {
  const t = useTranslations('account.language')
  const router = useRouter()
  const shown = useLocale()
  const [wanted, setWanted] = useState<{ locale: Locale } | { currency: Currency | null }>()
  const [failure, setFailure] = useState<unknown>()
  const [isSaved, setSaved] = useState(false)
  const locale = profile.locale ?? shown

  async function save(change: { locale: Locale } | { currency: Currency | null }): Promise<void> {
    setWanted(change)
    setFailure(undefined)
    setSaved(false)
    try {
      await onSaved(await browserClient().call('updateProfile', { body: change }))
      setSaved(true)
      if ('locale' in change && change.locale !== shown)
        router.replace('/account', { locale: change.locale, scroll: false })
    } catch (error) {
      setFailure(error)
    }
    setWanted(undefined)
  }

  return (
    <div className="flex flex-col gap-6">
      <div>
        <ChoiceButtons
          legend={t('language')}
          options={LOCALES.map((value) => ({ value, label: languageName(value), lang: value }))}
          value={locale}
          busyWith={wanted && 'locale' in wanted ? wanted.locale : undefined}
          onChoose={(value) => void save({ locale: value })}
        />
        {locale !== shown && (
          <p className="mt-2 text-sm text-ink-soft">
            {t('differs', { language: languageNameIn(locale, shown) })}
          </p>
        )}
      </div>
      <ChoiceButtons
        legend={t('currency')}
        options={[
          { value: FOLLOWS, label: t('follows', { currency: CURRENCY_BY_LOCALE[locale] }) },
          ...Currency.options.map((value) => ({ value, label: value })),
        ]}
        value={profile.currency ?? FOLLOWS}
        busyWith={wanted && 'currency' in wanted ? (wanted.currency ?? FOLLOWS) : undefined}
        onChoose={(value) => void save({ currency: Currency.safeParse(value).data ?? null })}
      />
      <p role="status" className={isSaved ? 'text-sm text-success' : 'sr-only'}>
        {isSaved && t('saved')}
      </p>
      {failure !== undefined && <CallErrorNotice error={failure} title={t('failed')} />}
    </div>
  )
}
