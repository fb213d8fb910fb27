'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { ShareLink } from '#contract/sharing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { LinkPanel } from './link-panel.tsx'
import { DEFAULT_DAYS, LinkFields, LinkSettings, type LinkChoice } from './link-settings.tsx'
import { ShareButtons } from '#components/product/share-buttons.tsx'
import { shareAddress } from './share-address.ts'

/** Valid links at a time; a further one ends the earliest. */
const ACTIVE_MAX = 50

/** The links made on this page, by person, while it is open: their tokens cannot be shown again later. */
const made = new Map<string, ShareLink>()

interface Props {
  personId: string
  /** Undefined while loading. */
  activeCount: number | undefined
  /** Links that are known to have ended; they are not offered any longer. */
  endedIds: ReadonlySet<string>
  onChange: () => Promise<unknown>
}

/** Creates a link, only on a click, and offers to share it. */
export function LinkMaker({ personId, activeCount, endedIds, onChange }: Props) {
  const t = useTranslations('sharing.maker')
  const settings = useTranslations('sharing.settings')
  const [link, setLink] = useState(made.get(personId))
  const [unsaved, setUnsaved] = useState<{ choice: LinkChoice; error: unknown }>()
  const title = useRef<HTMLHeadingElement>(null)
  const shown = link && !endedIds.has(link.shareId) ? link : undefined
  const shownId = shown?.shareId
  const hadLink = useRef(shownId)
  useEffect(() => {
    if (hadLink.current !== shownId) title.current?.focus()
    hadLink.current = shownId
  }, [shownId])

  async function save(shareId: string, choice: LinkChoice) {
    try {
      const changed = await browserClient().call('changeShareLink', {
        query: { share_id: shareId },
        body: choice,
      })
      setUnsaved(undefined)
      return changed.expiresAt
    } catch (failure) {
      setUnsaved({ choice, error: failure })
      return undefined
    }
  }

  const form = useContractForm({
    schema: LinkFields,
    sentence: () => settings('nameTooLong', { max: PERSON_NAME_MAX_LENGTH }),
    values: { shownName: '', days: String(DEFAULT_DAYS) },
    onSend: async (choice) => {
      const fresh = await browserClient().call(
        'getShareLink',
        { query: { person_id: personId } },
        { isOnce: true },
      )
      const isDefault = choice.shownName === null && choice.expiresInDays === DEFAULT_DAYS
      const expiresAt = isDefault ? undefined : await save(fresh.shareId, choice)
      const kept = { ...fresh, expiresAt: expiresAt ?? fresh.expiresAt }
      made.set(personId, kept)
      setLink(kept)
      form.reset()
      await onChange().catch(() => undefined)
    },
  })

  return (
    <section aria-labelledby="maker-title" className="rounded-md bg-wash p-5 sm:p-8">
      <h2 ref={title} tabIndex={-1} id="maker-title" className="text-xl">
        {shown ? t('readyTitle') : t('title')}
      </h2>
      {shown ? (
        <>
          <Ready link={shown} onAnother={() => setLink(undefined)} />
          {unsaved && (
            <CallErrorNotice
              error={unsaved.error}
              title={t('unsaved')}
              onRetry={() => void save(shown.shareId, unsaved.choice).then(onChange)}
              className="mt-4"
            />
          )}
        </>
      ) : (
        <form {...form.props}>
          <p className="mt-2 mb-5 measure text-ink-soft">{t('lead')}</p>
          <LinkSettings form={form} keepsDays={false} />
          {activeCount !== undefined && activeCount >= ACTIVE_MAX && (
            <p className="mt-4 measure text-sm">{t('limit', { max: ACTIVE_MAX })}</p>
          )}
          {form.failure !== undefined && (
            <CallErrorNotice error={form.failure} title={t('failed')} className="mt-4" />
          )}
          <p className="mt-5">
            <SubmitButton busy={form.isBusy} block>
              {t('make')}
            </SubmitButton>
          </p>
        </form>
      )}
    </section>
  )
}

function Ready({ link, onAnother }: { link: ShareLink; onAnother: () => void }) {
  const t = useTranslations('sharing.maker')
  const format = useFormatter()
  const date = format.dateTime(new Date(link.expiresAt), { dateStyle: 'long' })
  const url = shareAddress(window.location.origin, link)
  return (
    <>
      <p className="mt-2 mb-5 measure text-ink-soft">{t('once')}</p>
      <LinkPanel
        url={url}
        label={t('link')}
        hint={t('until', { date })}
        shareTitle={t('shareTitle')}
        shareText={t('shareText')}
        qrLabel={t('qr')}
        actions={
          <>
            {/* Not LinkedIn: everybody with this link sees all the pictures. */}
            <ShareButtons url={url} text={t('shareText')} targets={['whatsApp']} size="lg" />
            <Button size="lg" variant="quiet" onClick={onAnother}>
              {t('another')}
            </Button>
          </>
        }
      />
    </>
  )
}
