'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Person } from '#contract/persons.ts'
import { enginesAgreedTo } from '#contract/consent.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { endpointKey, useEndpoint } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { AccountSection } from './account-section.tsx'
import { consentsByPerson, type Consent, type PersonConsents } from './consent-status.ts'

/** The consents of each person with their dates, and the way to withdraw them. */
export function ConsentsSection() {
  const t = useTranslations('account.consents')
  const profile = useEndpoint('getProfile', {})
  const persons = useEndpoint('getPersons', {})
  const { mutate } = useSWRConfig()
  const [leaving, setLeaving] = useState<Person>()
  const [withdrawn, setWithdrawn] = useState<string>()
  const error = (profile.data ? undefined : profile.error) ?? (persons.data ? undefined : persons.error)
  const consents = profile.data && persons.data && consentsByPerson(profile.data.consents)
  const nameOf = new Map(persons.data?.persons.map((person) => [person.id, person]))

  async function onWithdrawn(person: Person): Promise<void> {
    await Promise.all([mutate(endpointKey('getProfile', {})), mutate(endpointKey('getPersons', {}))])
    setWithdrawn(person.name)
    setLeaving(undefined)
  }

  return (
    <AccountSection id="consents" title={t('title')} lead={t('lead')}>
      {error && (
        <CallErrorNotice
          error={error}
          title={t('loadFailed')}
          onRetry={() => void Promise.all([profile.mutate(), persons.mutate()])}
        />
      )}
      {!error && !consents && <Skeleton className="h-24" />}
      {consents?.length === 0 && <p className="measure text-ink-soft">{t('empty')}</p>}
      {consents && consents.length > 0 && (
        <ul>
          {consents.map((consent) => (
            <ConsentRow
              key={consent.personId}
              consent={consent}
              person={nameOf.get(consent.personId)}
              onWithdraw={setLeaving}
            />
          ))}
        </ul>
      )}
      <p role="status" className={withdrawn === undefined ? 'sr-only' : 'mt-4 measure text-sm text-success'}>
        {withdrawn !== undefined && t('done', { name: withdrawn })}
      </p>
      <WithdrawDialog person={leaving} onClose={() => setLeaving(undefined)} onWithdrawn={onWithdrawn} />
    </AccountSection>
  )
}

interface RowProps {
  consent: PersonConsents
  /** Undefined where the person was made after the list was loaded. */
  person: Person | undefined
  onWithdraw: (person: Person) => void
}

function ConsentRow({ consent: { latest, earlier }, person, onWithdraw }: RowProps) {
  const t = useTranslations('account.consents')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-hairline py-4 first:border-t">
      <div className="min-w-0">
        <p translate="no" className="font-semibold break-words">
          {person?.name}
        </p>
        <Said consent={latest} />
        {earlier.length > 0 && (
          <details className="mt-1 text-sm">
            <summary className="min-h-6 cursor-pointer text-ink-soft underline decoration-edge underline-offset-4">
              {t('history')}
            </summary>
            {earlier.map((consent) => (
              <Said key={consent.at} consent={consent} />
            ))}
          </details>
        )}
      </div>
      {latest.kind === 'granted' && person && (
        <Button
          variant="secondary"
          aria-label={t('withdrawFor', { name: person.name })}
          onClick={() => onWithdraw(person)}
        >
          {t('withdraw')}
        </Button>
      )}
    </li>
  )
}

function Said({ consent }: { consent: Consent }) {
  const t = useTranslations('account.consents')
  const format = useFormatter()
  const at = format.dateTime(new Date(consent.at), { dateStyle: 'long', timeStyle: 'short' })
  const engines = enginesAgreedTo(consent.version)
  return (
    <>
      <p className="mt-0.5 text-sm text-ink-soft tabular-nums">{t(consent.kind, { at })}</p>
      {engines.length > 0 && (
        <p className="text-sm text-ink-soft">{t('engines', { engines: format.list(engines) })}</p>
      )}
    </>
  )
}

interface DialogProps {
  /** Whose consent; closed without. */
  person: Person | undefined
  onClose: () => void
  /** The dialog stays until it resolves. */
  onWithdrawn: (person: Person) => Promise<void>
}

function WithdrawDialog({ person, onClose, onWithdrawn }: DialogProps) {
  const t = useTranslations()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  function close(): void {
    setFailure(undefined)
    onClose()
  }

  async function withdraw(of: Person): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await browserClient().call('withdrawConsent', { query: { personid: of.id } })
      await onWithdrawn(of)
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <Dialog
      open={person !== undefined}
      onClose={close}
      title={t('account.consents.question', { name: person?.name ?? '' })}
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button size="lg" variant="danger" busy={isBusy} onClick={() => person && void withdraw(person)}>
            {t('account.consents.confirm')}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {t('account.consents.cancel')}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>{t('account.consents.goes')}</li>
        <li>{t('account.consents.stops')}</li>
        <li>{t('account.consents.stays')}</li>
      </ul>
      {failure !== undefined && (
        <CallErrorNotice error={failure} title={t('account.consents.failed')} className="mt-4" />
      )}
    </Dialog>
  )
}
