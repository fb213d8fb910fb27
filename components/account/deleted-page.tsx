'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useEffect, useSyncExternalStore } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { browserSession } from '#lib/session/browser-session.ts'
import { useSession } from '#lib/session/use-session.ts'
import { parseDeletionNote, readDeletionNote, type DeletionNote } from './deletion-note.ts'

const never = () => () => undefined

/**
 * After an account was deleted in this tab: signs out, and explains the next steps. Other visitors are redirected.
 */
export function DeletedPage() {
  const t = useTranslations('account.deleted')
  const locale = useLocale()
  const { account } = useSession()
  // Undefined until storage was read: no redirect before.
  const kept = useSyncExternalStore(never, readDeletionNote, () => undefined)
  const note = kept === undefined || kept === null ? undefined : (parseDeletionNote(kept) ?? undefined)
  const isElsewhere = kept !== undefined && note === undefined
  useEffect(() => {
    if (isElsewhere) window.location.replace(`/${locale}`)
  }, [isElsewhere, locale])
  const isStillIn = note !== undefined && account?.email === note.email
  useEffect(() => {
    if (!isStillIn) return
    browserSession()
      .signOut()
      .catch(() => undefined)
  }, [isStillIn])

  if (!note) return null
  return (
    <div role="status">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Facts note={note} />
      <p className="mt-6 measure">{t('receipt')}</p>
      <p className="mt-8">
        <ButtonLink href={`/${locale}`} size="lg" block>
          {t('home')}
        </ButtonLink>
      </p>
    </div>
  )
}

function Facts({ note }: { note: DeletionNote }) {
  const t = useTranslations('account.deleted')
  const format = useFormatter()
  const at = format.dateTime(new Date(note.requestedAt), { dateStyle: 'long', timeStyle: 'short' })
  const facts = [
    [t('requestedAt'), at],
    [t('receiptTo'), note.email],
    [t('goes'), t('goesWhat')],
    [t('stays'), t('staysWhat')],
  ] as const
  return (
    <dl className="mt-8 border-t border-hairline">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 border-b border-hairline py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="min-w-0 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
