'use client'

import { useFormatter, useNow, useTimeZone, useTranslations } from 'next-intl'
import { SELFIES_KEPT_DAYS, SELFIES_WARNED_DAYS } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { AccountSection } from './account-section.tsx'
import { daysLeft } from './days-left.ts'

/** For each person, how long selfies and model are still kept. */
export function RetentionSection() {
  const t = useTranslations('account.retention')
  const { data, error, mutate } = useEndpoint('getPersons', {})
  return (
    <AccountSection id="retention" title={t('title')} lead={t('lead', { days: SELFIES_KEPT_DAYS })}>
      {error && !data && (
        <CallErrorNotice error={error} title={t('loadFailed')} onRetry={() => void mutate()} />
      )}
      {!error && !data && <Skeleton className="h-24" />}
      {data?.persons.length === 0 && <p className="measure text-ink-soft">{t('empty')}</p>}
      {data && data.persons.length > 0 && (
        <ul>
          {data.persons.map((person) => (
            <RetentionRow key={person.id} person={person} />
          ))}
        </ul>
      )}
    </AccountSection>
  )
}

function RetentionRow({ person }: { person: Person }) {
  const t = useTranslations('account.retention')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  const timeZone = useTimeZone() ?? 'UTC'
  const { deletesAt } = person
  const days = deletesAt === null ? 0 : daysLeft(deletesAt, now, timeZone)
  return (
    <li className="border-b border-hairline py-4 first:border-t">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <Link
          href={`/persons/${person.id}`}
          className="inline-flex min-h-6 items-center font-semibold break-words underline decoration-edge underline-offset-4"
        >
          {person.name}
        </Link>
        <span className="text-sm tabular-nums">{deletesAt === null ? t('none') : t('left', { days })}</span>
      </p>
      {deletesAt !== null && (
        <Progress
          bare
          label={person.name}
          value={(days / SELFIES_KEPT_DAYS) * 100}
          valueText={t('left', { days })}
          detail={`${t('until', { date: format.dateTime(new Date(deletesAt), { dateStyle: 'long' }) })}${days > SELFIES_WARNED_DAYS ? ` ${t('soon')}` : ''}`}
          className="mt-2"
        />
      )}
    </li>
  )
}
