'use client'

import { useTranslations } from 'next-intl'
import type { Person } from '#contract/persons.ts'
import { isInUse, type Selfie } from '#contract/selfies.ts'
import { useOnline } from '#components/product/use-online.ts'
import { isolated } from '#lib/i18n/isolated.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { ChoiceLead } from './choice-lead.tsx'
import { Disclosure } from './disclosure.tsx'
import { Sheet } from './selfie-panel.tsx'
import { tileOfSelfie } from './tiles.ts'
import { useSelfieChoices } from './use-selfie-choices.ts'

interface Props {
  /** One that takes no selfies now. */
  person: Person
  selfies: readonly Selfie[] | undefined
}

/** The selfies of a person, folded, and why no more can be added. The owner may choose among them. */
export function SelfieSheet({ person, selfies }: Props) {
  const t = useTranslations()
  const isOnline = useOnline()
  const choices = useSelfieChoices(person.id)
  const accepted = selfies?.filter(({ state }) => state === 'accepted') ?? []
  if (accepted.length === 0) return null
  const isTraining = person.state === 'training'
  const tiles = accepted.map((selfie) => tileOfSelfie(selfie))
  return (
    <Disclosure title={t('persons.one.selfies')} count={accepted.filter(isInUse).length}>
      <p className="mt-1 measure text-ink-soft">
        {isTraining
          ? t('persons.one.noMoreSelfies.training')
          : t.rich('persons.one.noMoreSelfies.trained', {
              name: isolated(person.name),
              link: (words) => (
                <Link href="/persons/new" className="text-link">
                  {words}
                </Link>
              ),
            })}
      </p>
      <div className="mt-4">
        {!isTraining && <ChoiceLead tiles={tiles} />}
        <Sheet tiles={tiles} isOnline={isOnline} {...(!isTraining && { choices })} />
      </div>
    </Disclosure>
  )
}
