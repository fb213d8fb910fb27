'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Picture } from '#components/product/picture.tsx'
import { isPersonWorking } from '#components/training/working.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { isolated } from '#lib/i18n/isolated.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { takeFarewell } from './deleted-person-flash.ts'
import { PriceLine } from './price-line.tsx'
import { isHeld } from './person-status.ts'
import { PersonStatusBadge } from './person-status-badge.tsx'

const REFRESH_MS = 5_000

export function PersonList() {
  const t = useTranslations('persons')
  const { data, error, mutate } = useEndpoint(
    'getPersons',
    {},
    {
      refreshIntervalMs: (latest) => (latest?.persons.some(isPersonWorking) ? REFRESH_MS : 0),
    },
  )
  const persons = data?.persons
  const [farewell] = useState(takeFarewell)
  return (
    <>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        actions={persons && persons.length > 0 && <AddPerson />}
      />
      {farewell && (
        <Notice
          tone="success"
          title={t('delete.doneTitle', { name: isolated(farewell.name) })}
          className="mt-8"
        >
          {farewell.receiptId === null
            ? t('delete.doneBefore')
            : t('delete.doneBody', { receipt: farewell.receiptId })}
        </Notice>
      )}
      {error && (
        <CallErrorNotice
          error={error}
          onRetry={() => void mutate()}
          isOver={persons !== undefined}
          className="mt-8"
        />
      )}
      {persons?.length === 0 && (
        <EmptyState title={t('empty.title')} action={<AddPerson />} className="mt-8">
          <p>{t('empty.body', { min: SELFIE_MIN_ACCEPTED, advised: SELFIE_ADVISED.max })}</p>
          <PriceLine className="mt-3 tabular-nums" />
        </EmptyState>
      )}
      {!data && !error && <ListSkeleton />}
      {persons && persons.length > 0 && (
        <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
          {persons.map((person) => (
            <PersonCard key={person.id} person={person} />
          ))}
        </ul>
      )}
    </>
  )
}

function AddPerson() {
  const t = useTranslations('persons')
  return (
    <Link href="/persons/new" className={buttonClassName({ size: 'lg', block: true })}>
      {t('add')}
    </Link>
  )
}

export function PersonCard({ person }: { person: Person }) {
  const t = useTranslations('persons')
  const format = useFormatter()
  const held = person.bundles.filter(isHeld)
  // The badge says when there is nothing yet.
  const counts = [
    person.acceptedSelfieCount > 0 && t('selfieCount', { count: person.acceptedSelfieCount }),
    held.length > 0 && t('bundleCount', { count: held.length }),
  ].filter((text) => text !== false)
  return (
    <li className="group relative min-w-0">
      <div className="aspect-4/5 overflow-hidden rounded-sm bg-wash">
        {person.coverUrl !== null && (
          <Picture
            id={`${person.id}-${person.bundles.length}-${person.state}`}
            url={person.coverUrl}
            alt=""
            fallback={<span className="block size-full" />}
            className="size-full object-cover object-[50%_15%]"
          />
        )}
      </div>
      <h2 className="mt-3 text-lg leading-snug break-words">
        <Link
          href={`/persons/${person.id}`}
          className="group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0"
        >
          <bdi translate="no">{person.name}</bdi>
        </Link>
      </h2>
      {counts.length > 0 && (
        <p className="mt-1 text-sm text-ink-soft">{format.list(counts, { type: 'unit' })}</p>
      )}
      <p className="mt-2">
        <PersonStatusBadge person={person} />
      </p>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
      {[0, 1].map((index) => (
        <div key={index}>
          <Skeleton className="aspect-4/5" />
          <Skeleton className="mt-3 h-7 w-2/3" />
          <Skeleton className="mt-1 h-5 w-1/2" />
        </div>
      ))}
    </div>
  )
}
