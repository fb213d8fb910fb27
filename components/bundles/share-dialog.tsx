'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Headshot } from '#contract/bundles.ts'
import type { ImageShare } from '#contract/image-sharing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { ShareLink } from './share-link.tsx'

interface Props {
  /** Null is closed. */
  headshot: Headshot | null
  personId: string
  personName: string
  onClose: () => void
}

/** Publishes one headshot under an address of its own, and revokes it. */
export function ShareDialog({ headshot, personId, personName, onClose }: Props) {
  const t = useTranslations()
  return (
    <Dialog
      open={headshot !== null}
      onClose={onClose}
      title={t('bundles.gallery.share.title')}
      closeLabel={t('ui.close')}
    >
      {headshot && (
        <Share
          key={headshot.userImageKey}
          userImageKey={headshot.userImageKey}
          personId={personId}
          personName={personName}
        />
      )}
    </Dialog>
  )
}

interface ShareProps extends Pick<Props, 'personId' | 'personName'> {
  userImageKey: string
}

function Share({ userImageKey, personId, personName }: ShareProps) {
  const t = useTranslations('bundles.gallery.share')
  const locale = useLocale()
  const { data, error, mutate } = useEndpoint('getImageShares', { query: { personid: personId } })
  const [showsName, setShowsName] = useState(false)
  const [showsBefore, setShowsBefore] = useState(false)
  const [made, setMade] = useState<{ imageShareId: string; url: string }>()
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const shares = data?.imageShares.filter((share) => share.userImageKey === userImageKey) ?? []

  async function attempt(name: string, work: () => Promise<unknown>) {
    setBusy(name)
    setFailure(undefined)
    try {
      await work()
    } catch (caught) {
      setFailure(caught)
    }
    setBusy(undefined)
  }

  const publish = () =>
    attempt('publish', async () => {
      const body = { userImageKey, showsName, showsBefore }
      const { imageShareId, sharableKey } = await browserClient().call('makeImageShareable', { body })
      setMade({ imageShareId, url: `${window.location.origin}/${locale}/image/${sharableKey}` })
      await mutate()
    })

  const revoke = ({ id }: ImageShare) =>
    attempt(id, async () => {
      await browserClient().call('revokeImageShare', { body: { imageShareId: id } })
      if (made?.imageShareId === id) setMade(undefined)
      await mutate()
    })

  return (
    <>
      <p className="text-ink-soft">{t('lead')}</p>
      {made ? (
        <ShareLink url={made.url} />
      ) : (
        <div className="mt-4">
          <Checkbox
            label={t('showsName', { name: personName })}
            checked={showsName}
            onChange={(event) => setShowsName(event.target.checked)}
          />
          <Checkbox
            label={t('showsBefore')}
            checked={showsBefore}
            onChange={(event) => setShowsBefore(event.target.checked)}
          />
          <Button size="lg" block busy={busy === 'publish'} onClick={() => void publish()} className="mt-3">
            {t('publish')}
          </Button>
        </div>
      )}
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
      {error && !data && <CallErrorNotice error={error} onRetry={() => void mutate()} className="mt-4" />}
      {!error && !data && <Skeleton className="mt-6 h-11" />}
      {shares.length > 0 && (
        <section className="mt-6 border-t border-hairline pt-4">
          <h3 className="text-base">{t('published')}</h3>
          <ul className="mt-1 divide-y divide-hairline">
            {shares.map((share) => (
              <Published
                key={share.id}
                share={share}
                isBusy={busy === share.id}
                onRevoke={() => void revoke(share)}
              />
            ))}
          </ul>
        </section>
      )}
      <p role="status" className="sr-only">
        {data && t('count', { count: shares.length })}
      </p>
    </>
  )
}

interface PublishedProps {
  share: ImageShare
  isBusy: boolean
  onRevoke: () => void
}

function Published({ share, isBusy, onRevoke }: PublishedProps) {
  const t = useTranslations('bundles.gallery.share')
  const format = useFormatter()
  const date = format.dateTime(new Date(share.createdAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="text-sm">
        {t('since', { date })}
        <span className="block text-ink-soft">
          {[share.showsName && t('withName'), share.showsBefore && t('withBefore')]
            .filter((word) => word !== false)
            .join(' · ')}
        </span>
      </span>
      <Button variant="secondary" busy={isBusy} onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </li>
  )
}
