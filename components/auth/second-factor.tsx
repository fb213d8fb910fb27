'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { Identity, SecondFactor } from '#lib/identity/identity.ts'
import { lastDigits } from '#lib/identity/phone.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { AddPhone } from './add-phone.tsx'
import { IdentityNotice } from './identity-notice.tsx'
import { attempt } from './identity-errors.ts'
import { useReauthentication, type Reauthentication } from './reauthenticate.tsx'
import { useIdentityValue } from './use-identity-value.ts'

/** Of Firebase: https://firebase.google.com/docs/auth/limits */
const PHONES_MAX = 5

const readSecondFactors = (identity: Identity) => identity.readSecondFactors()

/**
 * The phones that a sign-in is confirmed with: lists, adds and removes them. Takes no props; brings its own heading (h2),
 * loading and error states and asks for a fresh sign-in by itself. Needs the namespaces `auth`, `product` and `ui`.
 */
export function SecondFactorSettings() {
  const t = useTranslations('auth.secondFactor')
  const phones = useIdentityValue(readSecondFactors)
  const reauthentication = useReauthentication()
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState<'added' | 'removed'>()

  async function change(what: 'added' | 'removed') {
    setAdding(false)
    await phones.reload()
    setSaid(what)
  }
  const list = phones.value
  return (
    <section aria-labelledby="second-factor" className="flex flex-col gap-5">
      <div>
        <h2 id="second-factor" className="text-xl">
          {t('title')}
        </h2>
        <p className="mt-2 measure text-ink-soft">{t('lead')}</p>
      </div>
      {phones.problem && (
        <IdentityNotice code={phones.problem} steps={{ retry: () => void phones.reload() }} />
      )}
      {said && <Notice tone="success">{t(said)}</Notice>}
      {list ? (
        <Phones phones={list} reauthentication={reauthentication} onRemoved={() => void change('removed')} />
      ) : (
        !phones.problem && <Skeleton className="h-14 w-full" />
      )}
      {isAdding ? (
        <AddPhone
          reauthentication={reauthentication}
          onDone={() => void change('added')}
          onCancel={() => setAdding(false)}
        />
      ) : (
        list &&
        list.length < PHONES_MAX && (
          <Button
            variant="secondary"
            className="self-start"
            onClick={() => {
              setSaid(undefined)
              setAdding(true)
            }}
          >
            {list.length === 0 ? t('add') : t('addAnother')}
          </Button>
        )
      )}
      {reauthentication.dialog}
    </section>
  )
}

interface PhonesProps {
  phones: readonly SecondFactor[]
  reauthentication: Reauthentication
  onRemoved: () => void
}

function Phones({ phones, reauthentication, onRemoved }: PhonesProps): ReactNode {
  const t = useTranslations('auth.secondFactor')
  const format = useFormatter()
  const [leaving, setLeaving] = useState<SecondFactor>()
  if (phones.length === 0) return <p className="border-y border-hairline py-4 text-ink-soft">{t('none')}</p>
  return (
    <>
      <ul className="border-b border-hairline" aria-label={t('list')}>
        {phones.map((phone) => (
          <li
            key={phone.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline py-3"
          >
            <div>
              <p className="font-medium tabular-nums">
                {t('phone', { digits: lastDigits(phone.phoneNumber) })}
              </p>
              {phone.addedAt && (
                <p className="text-sm text-ink-soft">
                  {t('since', { date: format.dateTime(phone.addedAt, { dateStyle: 'long' }) })}
                </p>
              )}
            </div>
            <Button
              variant="quiet"
              className="-mr-4"
              aria-label={t('removeNamed', { digits: lastDigits(phone.phoneNumber) })}
              onClick={() => setLeaving(phone)}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      <RemovePhone
        phone={leaving}
        isLast={phones.length === 1}
        reauthentication={reauthentication}
        onClose={() => setLeaving(undefined)}
        onRemoved={onRemoved}
      />
    </>
  )
}

interface RemoveProps {
  phone: SecondFactor | undefined
  isLast: boolean
  reauthentication: Reauthentication
  onClose: () => void
  onRemoved: () => void
}

function RemovePhone({ phone, isLast, reauthentication, onClose, onRemoved }: RemoveProps) {
  const t = useTranslations()
  const [isBusy, setBusy] = useState(false)
  const [isAside, setAside] = useState(false)
  const [problem, setProblem] = useState<IdentityErrorCode>()

  async function remove({ id }: SecondFactor) {
    setBusy(true)
    setProblem(undefined)
    const failure = await attempt(async () => {
      // The proof that may be asked for has a dialog of its own.
      setAside(true)
      const done = await reauthentication.withRecentSignIn(async () =>
        (await browserSession().identity()).removeSecondFactor(id),
      )
      if (done) onRemoved()
      onClose()
    })
    setAside(false)
    setBusy(false)
    setProblem(failure?.code)
  }

  return (
    <Dialog
      open={phone !== undefined && !isAside}
      onClose={onClose}
      title={t('auth.secondFactor.removeTitle')}
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button variant="danger" size="lg" busy={isBusy} onClick={() => phone && void remove(phone)}>
            {t('auth.secondFactor.removeSubmit')}
          </Button>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {t('auth.secondFactor.keep')}
          </Button>
        </>
      }
    >
      {problem && <IdentityNotice code={problem} steps={{ retry: null }} className="mb-4" />}
      <p className="measure">
        {isLast ? t('auth.secondFactor.removeLast') : t('auth.secondFactor.removeOne')}
      </p>
    </Dialog>
  )
}
