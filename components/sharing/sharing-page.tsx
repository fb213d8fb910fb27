'use client'

import { useTranslations } from 'next-intl'
import { BackLink } from '#components/product/back-link.tsx'
import { Missing, meansMissing } from '#components/product/missing.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { UndoBar } from '#components/product/undo-bar.tsx'
import { useDocumentTitle } from '#components/product/use-document-title.ts'
import { useUndoable } from '#components/product/use-undoable.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { GivenLinks } from './given-links.tsx'
import { LinkMaker } from './link-maker.tsx'
import { PublishedImages } from './published-images.tsx'
import { Ranking } from './ranking.tsx'
import { Voters } from './voters.tsx'

/** Friends vote while the page is open. */
const REFRESH_MS = 10_000

/** A person's links, what friends said by them, and the headshots that are public. */
export function SharingPage({ personId }: { personId: string }) {
  const t = useTranslations('sharing')
  const query = { person_id: personId }
  const person = useEndpoint('getPerson', { query: { personid: personId } })
  const results = useEndpoint('getShareResults', { query }, { refreshIntervalMs: REFRESH_MS })
  const name = person.data?.name
  useDocumentTitle(name && t('title', { name }))
  const error = person.error ?? results.error
  const retry = () => void Promise.all([person.mutate(), results.mutate()])
  if (error && !(person.data && results.data)) {
    if (meansMissing(error.code)) return <Missing title={t('missingTitle')}>{t('missingBody')}</Missing>
    return <CallErrorNotice error={error} onRetry={retry} />
  }
  if (name === undefined || !results.data) return <SharingSkeleton />
  return (
    <>
      <BackLink href={`/persons/${personId}`}>{t('back', { name })}</BackLink>
      <PageHeading title={t('title', { name })} lead={t('lead')} />
      {error && <CallErrorNotice error={error} onRetry={retry} className="mt-6" />}
      {results.data.ranking.length < 2 && (
        <EmptyState
          title={t('empty.title')}
          className="mt-8"
          action={
            <Link href={`/persons/${personId}`} className={buttonClassName({ size: 'lg', block: true })}>
              {t('empty.action')}
            </Link>
          }
        >
          {t('empty.body')}
        </EmptyState>
      )}
      <SharingContent personId={personId} results={results} />
    </>
  )
}

interface ContentProps {
  personId: string
  results: ReturnType<typeof useEndpoint<'getShareResults'>>
}

function SharingContent({ personId, results }: ContentProps) {
  const t = useTranslations('sharing')
  const links = useEndpoint(
    'getShareLinks',
    { query: { person_id: personId } },
    { refreshIntervalMs: REFRESH_MS },
  )
  const images = useEndpoint('getImageShares', { query: { personid: personId } })
  const client = browserClient
  const revoked = useUndoable(async (shareId) => {
    await client().call('revokeShareLink', { query: { share_id: shareId } })
    await links.mutate()
  })
  const removed = useUndoable(async (recipientId) => {
    await client().call('removeRecipient', { query: { recipient_id: recipientId } })
    await Promise.all([results.mutate(), links.mutate()])
  })
  const unpublished = useUndoable(async (imageShareId) => {
    await client().call('revokeImageShare', { body: { imageShareId } })
    await images.mutate()
  })
  const undoables = [
    { ...revoked, sentence: t('links.gone') },
    { ...removed, sentence: t('voters.gone') },
    { ...unpublished, sentence: t('images.gone') },
  ]
  const pending = undoables.find(({ state }) => state.undoable !== null)
  const failure = undoables.find(({ state }) => state.failure !== undefined)?.state.failure
  const data = results.data
  if (!data) return null
  const shownLinks = links.data?.links.filter(({ shareId }) => !revoked.state.hidden.has(shareId))
  const ended = links.data?.links.filter(({ state }) => state !== 'active') ?? []
  const canBeVotedOn = data.ranking.length >= 2
  return (
    <div className="mt-8 flex flex-col gap-12">
      {failure !== undefined && <CallErrorNotice error={failure} />}
      {canBeVotedOn && (
        <LinkMaker
          personId={personId}
          activeCount={shownLinks?.filter(({ state }) => state === 'active').length}
          endedIds={new Set([...ended.map(({ shareId }) => shareId), ...revoked.state.hidden])}
          onChange={() => links.mutate()}
        />
      )}
      <div className="grid gap-12 lg:grid-cols-12 lg:gap-10">
        {canBeVotedOn && (
          <div className="lg:col-span-7">
            <Ranking personId={personId} results={data} />
          </div>
        )}
        <div className="flex flex-col gap-12 lg:col-span-5">
          {canBeVotedOn && (
            <Voters
              recipients={data.recipients.filter(({ recipientId }) => !removed.state.hidden.has(recipientId))}
              ranking={data.ranking}
              onRemove={removed.take}
            />
          )}
          {links.error && !links.data && (
            <CallErrorNotice error={links.error} onRetry={() => void links.mutate()} />
          )}
          {shownLinks && (canBeVotedOn || shownLinks.length > 0) && (
            <GivenLinks links={shownLinks} onRevoke={revoked.take} onChange={() => links.mutate()} />
          )}
          {images.error && !images.data && (
            <CallErrorNotice error={images.error} onRetry={() => void images.mutate()} />
          )}
          {images.data && (
            <PublishedImages
              images={images.data.imageShares.filter(({ id }) => !unpublished.state.hidden.has(id))}
              onRevoke={unpublished.take}
            />
          )}
        </div>
      </div>
      <UndoBar sentence={pending?.sentence} onUndo={() => pending?.undo()} />
    </div>
  )
}

function SharingSkeleton() {
  return (
    <div>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-4 h-11 w-96 max-w-full" />
      <Skeleton className="mt-8 h-64" />
      <div className="mt-12 grid gap-12 lg:grid-cols-12 lg:gap-10">
        <div className="flex flex-col gap-4 lg:col-span-7">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} className="h-44" />
          ))}
        </div>
        <Skeleton className="h-44 lg:col-span-5" />
      </div>
    </div>
  )
}
