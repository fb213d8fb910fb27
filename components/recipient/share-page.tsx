'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useOnline } from '#components/product/use-online.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { BrokenLink } from './broken-link.tsx'
import { visitStorage } from './visit-storage.ts'
import { openVisit, tokenIn, type Visit } from './open-visit.ts'
import { VotePanel } from './vote-panel.tsx'
import { Welcome } from './welcome.tsx'

type Opened = Visit | { phase: 'loading' } | { phase: 'failed'; error: unknown }

/** The page of a link to a person's headshots, for a friend. */
export function SharePage({ shareId }: { shareId: string }) {
  const t = useTranslations('recipient')
  const [visit, setVisit] = useState<Opened>({ phase: 'loading' })

  const open = useCallback(() => {
    const deps = { client: browserClient(), kept: visitStorage(shareId), now: Date.now }
    openVisit(shareId, tokenIn(window.location.hash), deps).then(setVisit, (error: unknown) =>
      setVisit({ phase: 'failed', error }),
    )
  }, [shareId])

  useEffect(() => {
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [open])

  const hasFailed = visit.phase === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', open)
    return () => window.removeEventListener('online', open)
  }, [hasFailed, open])

  return (
    <>
      {visit.phase === 'loading' && <ShareSkeleton />}
      {visit.phase === 'failed' && (
        <>
          <h1 className="mb-6 text-2xl sm:text-3xl">{t('title')}</h1>
          <CallErrorNotice
            error={visit.error}
            onRetry={() => {
              setVisit({ phase: 'loading' })
              open()
            }}
          />
        </>
      )}
      {visit.phase === 'broken' && <BrokenLink reason={visit.reason} />}
      {visit.phase === 'welcome' && (
        <Welcome
          shareId={shareId}
          person={visit.person}
          linkToken={visit.linkToken}
          onStart={(recipientToken, name) =>
            setVisit({ phase: 'member', person: visit.person, recipientToken, name })
          }
          onBroken={open}
        />
      )}
      {visit.phase === 'member' && visit.person.headshots.length === 0 && (
        <PageHeading title={t('gone.title')} lead={t('gone.body')} />
      )}
      {visit.phase === 'member' && visit.person.headshots.length > 0 && (
        <VotePanel
          key={visit.recipientToken}
          person={visit.person}
          token={visit.recipientToken}
          name={visit.name}
          onBroken={open}
        />
      )}
      <OfflineLine />
    </>
  )
}

/** Over the foot of the page: tap targets stay in place. */
function OfflineLine() {
  const t = useTranslations('recipient.offline')
  const isOnline = useOnline()
  return (
    <div role="status" className="fixed inset-x-0 bottom-0 z-10">
      {!isOnline && (
        <div className="bg-ink py-3 text-sm text-paper">
          <p className="wrap">
            <strong>{t('title')}.</strong> {t('body')}
          </p>
        </div>
      )}
    </div>
  )
}

function ShareSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-10 w-80 max-w-full" />
      <Skeleton className="mt-4 h-6 w-full max-w-lg" />
      <div className="mt-8 grid grid-cols-4 gap-1.5 sm:grid-cols-6 sm:gap-2">
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} className="aspect-4/5" />
        ))}
      </div>
    </div>
  )
}
