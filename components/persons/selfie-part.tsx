'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#contract/persons.ts'
import { isInUse, type Selfie, type SelfieCoach } from '#contract/selfies.ts'
import { PhoneOffer } from '#components/phone-upload/phone-offer.tsx'
import { isCollecting } from '#components/training/working.ts'
import { SelfiePanel } from '#components/upload/selfie-panel.tsx'
import { SelfieSheet } from '#components/upload/selfie-sheet.tsx'
import { Disclosure } from '#components/upload/disclosure.tsx'
import { ConsentAsk } from './consent-ask.tsx'

interface Props {
  person: Person
  selfies: readonly Selfie[] | undefined
  coach: SelfieCoach | undefined
  onConsent: () => Promise<void>
}

/** Whether the selfies, or the consent to them, are the next step. */
export function leadsWithSelfies(person: Person): boolean {
  return isCollecting(person)
}

/** Whether selfies may be added, and headshots made, by the consent as it is asked for today. */
export function hasConsent({ consent }: Person): boolean {
  return consent?.isCurrent ?? false
}

/** The selfies of a person, as its state has them: to be collected, to be renewed, or fixed. */
export function SelfiePart({ person, selfies, coach, onConsent }: Props) {
  const isAsked = person.takesSelfies || person.state === 'training' || person.state === 'trained'
  if (isAsked && !hasConsent(person)) return <ConsentAsk person={person} onGiven={onConsent} />
  if (isCollecting(person)) return <Desk person={person} selfies={selfies} coach={coach} />
  if (person.takesSelfies) return <Renewal person={person} selfies={selfies} coach={coach} />
  return <SelfieSheet person={person} selfies={selfies} />
}

/** Where selfies arrive, from here or from a phone. */
function Desk({ person: { id }, selfies, coach }: Omit<Props, 'onConsent'>) {
  return <SelfiePanel personId={id} selfies={selfies} coach={coach} otherWay={<PhoneOffer personId={id} />} />
}

/** Folded away below the headshots: a trained person may have better selfies, but need not. */
function Renewal({ person, selfies, coach }: Omit<Props, 'onConsent'>) {
  const t = useTranslations('persons')
  const place = useRef<HTMLDivElement>(null)
  // A user who followed a link here comes to add some.
  const [isMeant] = useState(() => window.location.hash === '#selfies')
  const [isOpen, setOpen] = useState(isMeant)
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView()
  }, [isMeant])
  const acceptedCount = selfies?.filter(isInUse).length
  return (
    <div ref={place} id="selfies">
      <Disclosure title={t('one.selfies')} count={acceptedCount} isOpen={isMeant} onToggle={setOpen}>
        <p className="mt-1 measure text-ink-soft">
          {person.isRenewalUsed ? (
            t('renew.repairOnly')
          ) : (
            <>
              {t('renew.lead')} {person.bundles.some(({ state }) => state === 'ready') && t('renew.repair')}
            </>
          )}
        </p>
        {/* Mounted only while open: files pasted elsewhere on the page are not meant for it. */}
        {isOpen && (
          <div className="mt-6">
            <Desk person={person} selfies={selfies} coach={coach} />
          </div>
        )}
      </Disclosure>
    </div>
  )
}

/** At the choice of a style: says that the next one uses better selfies, at no extra cost. */
export function RenewalNote({ person }: { person: Person }) {
  const t = useTranslations('persons.renew')
  const { newSelfieCount: count, acceptedSelfieCount: total } = person
  if (count === 0) return null
  return (
    <p role="status" className="mt-3 measure border-l-2 border-accent pl-4">
      {t('pending', { count, total })}
    </p>
  )
}
