'use client'

import { useTranslations } from 'next-intl'
import type { Person } from '#contract/persons.ts'
import type { Selfie } from '#contract/selfies.ts'
import { Picture } from '#components/product/picture.tsx'
import { isolated } from '#lib/i18n/isolated.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { Disclosure } from './disclosure.tsx'

interface Props {
  /** One that takes no selfies now. */
  person: Person
  selfies: readonly Selfie[] | undefined
}

/** The selfies a person is made from, folded away, and why no more can be added. */
export function SelfieSheet({ person, selfies }: Props) {
  const t = useTranslations()
  const accepted = selfies?.filter(({ state }) => state === 'accepted') ?? []
  if (accepted.length === 0) return null
  const isTraining = person.state === 'training'
  return (
    <Disclosure title={t('persons.one.selfies')} count={accepted.length}>
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
      <ul className="mt-4 grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-10">
        {accepted.map((selfie) => (
          <li key={selfie.id} className="aspect-4/5 overflow-hidden rounded-sm bg-wash">
            {selfie.thumbnailUrl !== null && (
              <Picture
                id={selfie.id}
                url={selfie.thumbnailUrl}
                alt={t('upload.pictureOf', { name: selfie.fileName })}
                fallback={<span />}
                className="size-full object-cover object-[50%_15%]"
              />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
