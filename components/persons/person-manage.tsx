'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { mutate } from 'swr'
import type { Person } from '#contract/persons.ts'
import { Button } from '#components/ui/button.tsx'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { isolated } from '#lib/i18n/isolated.ts'
import { useRouter } from '#lib/i18n/navigation.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { leaveFarewell } from './deleted-person-flash.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface Props {
  person: Person
  /** Asks again for everything; resolves when the answers are here. */
  onChanged: () => Promise<void>
  /** Told whether the deletion is being confirmed: the page has to stay meanwhile. */
  onDeleting: (isDeleting: boolean) => void
}

/** A person's stored data and name, and the ways to change them. */
export function PersonManage({ person, onChanged, onDeleting }: Props) {
  const t = useTranslations('persons')
  const format = useFormatter()
  const router = useRouter()
  const [open, setOpen] = useState<'rename' | 'withdraw' | 'delete' | null>(null)
  const [said, setNews] = useState('')
  // A new consent removes the message of the withdrawn one.
  const news = person.consent !== null && said === t('withdraw.done') ? '' : said
  const date = (at: string) => format.dateTime(new Date(at), { dateStyle: 'long' })
  const close = () => {
    setOpen(null)
    onDeleting(false)
  }
  const openDeletion = () => {
    setOpen('delete')
    onDeleting(true)
  }
  const { consent, deletesAt, name } = person

  async function renamed(next: Person) {
    await mutate(endpointKey('getPerson', { query: { personid: person.id } }), next, { revalidate: false })
    setNews(t('manage.renamed', { name: isolated(next.name) }))
  }

  async function withdrawn() {
    await onChanged()
    setNews(t('withdraw.done'))
  }

  function deleted(receiptId: string | null) {
    leaveFarewell({ name, receiptId })
    // The cached list still shows the deleted person.
    void mutate(endpointKey('getPersons', {}), undefined, { revalidate: false })
    // The dialog stays open until then: a step back over its entry would discard the navigation.
    router.replace('/persons')
  }

  return (
    <section aria-labelledby="manage-title" className="border-t border-hairline pt-4">
      <h2 id="manage-title" className="mb-3 text-lg">
        {t('manage.title')}
      </h2>
      <dl className="border-b border-hairline">
        <Line
          term={t('new.name')}
          action={
            <Button variant="quiet" className="px-0!" onClick={() => setOpen('rename')}>
              {t('manage.rename')}
            </Button>
          }
        >
          <bdi translate="no">{name}</bdi>
        </Line>
        <Line
          term={t('manage.consent')}
          action={
            consent && (
              <Button variant="quiet" className="px-0!" onClick={() => setOpen('withdraw')}>
                {t('manage.withdraw')}
              </Button>
            )
          }
        >
          {consent ? t('manage.consentGiven', { date: date(consent.givenAt) }) : t('manage.consentNone')}
        </Line>
        {deletesAt !== null && (
          <Line term={t('manage.kept')}>{t('manage.keptUntil', { date: date(deletesAt) })}</Line>
        )}
      </dl>
      <Button variant="quiet" className="mt-2 px-0! text-danger!" onClick={openDeletion}>
        {t('delete.open', { name: isolated(name) })}
      </Button>
      <p role="status" className={news === '' ? 'sr-only' : 'mt-2 text-ink-soft'}>
        {news}
      </p>
      <RenameDialog person={person} isOpen={open === 'rename'} onClose={close} onRenamed={renamed} />
      <WithdrawDialog person={person} isOpen={open === 'withdraw'} onClose={close} onWithdrawn={withdrawn} />
      <DeleteDialog person={person} isOpen={open === 'delete'} onClose={close} onDeleted={deleted} />
    </section>
  )
}

function Line({ term, action, children }: { term: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-13 grid-cols-[1fr_auto] items-center gap-x-4 border-t border-hairline py-1 sm:grid-cols-[12rem_1fr_auto]">
      <dt className="col-span-full pt-2 text-sm text-ink-soft sm:col-span-1 sm:pt-0">{term}</dt>
      <dd className="min-w-0 py-1 break-words">{children}</dd>
      {action && <dd>{action}</dd>}
    </div>
  )
}
