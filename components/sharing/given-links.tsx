'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { PERSON_NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { GivenShare } from '#contract/sharing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { LinkFields, LinkSettings } from './link-settings.tsx'

interface Props {
  links: readonly GivenShare[]
  onRevoke: (shareId: string) => void
  onChange: () => Promise<unknown>
}

/** The links, each with its expiry, its votes, and a button to end it. */
export function GivenLinks({ links, onRevoke, onChange }: Props) {
  const t = useTranslations('sharing.links')
  const [edited, setEdited] = useState<GivenShare>()
  const active = links.filter(({ state }) => state === 'active')
  const ended = links.filter(({ state }) => state !== 'active')
  return (
    <section aria-labelledby="links-title">
      <h2 id="links-title" className="text-xl">
        {t('title')}
      </h2>
      {active.length === 0 && <p className="mt-2 text-ink-soft">{t('none')}</p>}
      {active.length > 0 && (
        <>
          <p className="mt-2 text-sm text-ink-soft">{t('whatEndingDoes')}</p>
          <ul className="mt-4 border-t border-hairline">
            {active.map((link) => (
              <LinkRow key={link.shareId} link={link}>
                <Button variant="secondary" onClick={() => setEdited(link)}>
                  {t('change')}
                </Button>
                <Button variant="secondary" onClick={() => onRevoke(link.shareId)}>
                  {t('end')}
                </Button>
              </LinkRow>
            ))}
          </ul>
        </>
      )}
      {ended.length > 0 && (
        <details className="mt-4">
          <summary className="flex min-h-11 w-fit items-center text-sm text-link">
            {t('ended', { count: ended.length })}
          </summary>
          <ul className="border-t border-hairline">
            {ended.map((link) => (
              <LinkRow key={link.shareId} link={link} />
            ))}
          </ul>
        </details>
      )}
      <ChangeDialog link={edited} onClose={() => setEdited(undefined)} onChange={onChange} />
    </section>
  )
}

function LinkRow({ link, children }: { link: GivenShare; children?: ReactNode }) {
  const t = useTranslations('sharing.links')
  const format = useFormatter()
  const day = (instant: string) => format.dateTime(new Date(instant), { dateStyle: 'medium' })
  return (
    <li className="border-b border-hairline py-4">
      <p className="font-semibold">
        {t('made', {
          date: format.dateTime(new Date(link.createdAt), { dateStyle: 'medium', timeStyle: 'short' }),
        })}{' '}
        {link.state !== 'active' && <Badge>{t(`states.${link.state}`)}</Badge>}
      </p>
      <p className="mt-0.5 text-sm text-ink-soft">
        {link.state === 'active' && `${t('until', { date: day(link.expiresAt) })} · `}
        {link.shownName === null ? t('nameless') : t('named', { name: link.shownName })}
      </p>
      <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
        {link.voterCount === 0
          ? t('noVotes')
          : t('votes', { voters: link.voterCount, votes: link.voteCount })}
      </p>
      {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
    </li>
  )
}

interface ChangeProps {
  link: GivenShare | undefined
  onClose: () => void
  onChange: () => Promise<unknown>
}

function ChangeDialog({ link, onClose, onChange }: ChangeProps) {
  const t = useTranslations('sharing.links')
  const ui = useTranslations('ui')
  return (
    <Dialog open={link !== undefined} onClose={onClose} title={t('changeTitle')} closeLabel={ui('close')}>
      {link && <ChangeForm link={link} onClose={onClose} onChange={onChange} />}
    </Dialog>
  )
}

function ChangeForm({ link, onClose, onChange }: ChangeProps & { link: GivenShare }) {
  const t = useTranslations('sharing.links')
  const settings = useTranslations('sharing.settings')
  const form = useContractForm({
    schema: LinkFields,
    sentence: () => settings('nameTooLong', { max: PERSON_NAME_MAX_LENGTH }),
    values: { shownName: link.shownName ?? '', days: '' },
    onSend: async (body) => {
      await browserClient().call('changeShareLink', { query: { share_id: link.shareId }, body })
      await onChange().catch(() => undefined)
      onClose()
    },
  })
  return (
    <form {...form.props}>
      <LinkSettings form={form} keepsDays />
      {form.failure !== undefined && <CallErrorNotice error={form.failure} className="mt-4" />}
      <div className="mt-6 flex flex-col gap-2 sm:flex-row-reverse">
        <Button type="submit" busy={form.isBusy}>
          {t('save')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
