'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { SharedPerson } from '#contract/sharing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { NameField, OptionalName, useNameSentence } from './name-field.tsx'
import { meansBroken } from './open-visit.ts'
import { RatingSheet } from './rating-sheet.tsx'

interface Props {
  person: SharedPerson
  token: string
  name: string | null
  votedCount: number
  /** Absent when no pair is left. */
  onContinue: (() => void) | undefined
  onBroken: () => void
}

/** After the votes: thanks, single pictures to praise, a name to leave, and the way to headshots of one's own. */
export function Thanks({ person, token, name, votedCount, onContinue, onBroken }: Props) {
  const t = useTranslations('recipient.thanks')
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const shown = person.name
  return (
    <div className="flex flex-col gap-12">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
          {votedCount === 0 ? t('titleNone') : t('title')}
        </h1>
        <p className="mt-3 measure text-ink-soft">
          {votedCount === 0
            ? t('bodyNone')
            : shown === null
              ? t('body', { count: votedCount })
              : t('bodyNamed', { count: votedCount, name: shown })}{' '}
          {onContinue === undefined ? t('all') : ''}
        </p>
        {onContinue && (
          <p className="mt-5">
            <Button variant={votedCount === 0 ? 'primary' : 'secondary'} size="lg" block onClick={onContinue}>
              {votedCount === 0 ? t('begin') : t('continue')}
            </Button>
          </p>
        )}
      </div>
      <RatingSheet headshots={person.headshots} token={token} onBroken={onBroken} />
      <OwnName token={token} name={name} shown={shown} onBroken={onBroken} />
      <section aria-labelledby="own-title" className="border-t border-hairline pt-8">
        <h2 id="own-title" className="text-xl">
          {t('own.title')}
        </h2>
        <p className="mt-2 measure text-ink-soft">{t('own.body')}</p>
        <p className="mt-5">
          <ButtonLink href={`/${locale}`} variant="secondary" size="lg" block rel="noreferrer">
            {t('own.action')}
          </ButtonLink>
        </p>
      </section>
    </div>
  )
}

type OwnNameProps = Pick<Props, 'token' | 'name' | 'onBroken'> & { shown: string | null }

function OwnName({ token, name, shown, onBroken }: OwnNameProps) {
  const t = useTranslations('recipient.thanks.name')
  const [kept, setKept] = useState(name)
  const [isDone, setDone] = useState(false)
  const { props, field, errorOf, isBusy, failure } = useContractForm({
    schema: OptionalName,
    values: { name: name ?? '' },
    sentence: useNameSentence(),
    onSend: async ({ name: given }) => {
      setDone(false)
      if (given === null) return
      try {
        const query = { token, name: given }
        setKept((await browserClient().call('setRecipientName', { query })).name)
        setDone(true)
      } catch (error) {
        if (!meansBroken(error)) throw error
        onBroken()
      }
    },
  })

  return (
    <form {...props} className="border-t border-hairline pt-8 *:max-w-lg">
      <h2 className="mb-4 text-xl">{kept === null ? t('title') : t('titleKnown', { name: kept })}</h2>
      <NameField
        hint={shown === null ? t('hint') : t('hintNamed', { name: shown })}
        binding={field('name')}
        error={errorOf('name')}
      />
      <p className="mt-4">
        <Button type="submit" variant="secondary" busy={isBusy}>
          {t('submit')}
        </Button>
      </p>
      {isDone && (
        <Notice tone="success" className="mt-4">
          {t('done')}
        </Notice>
      )}
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </form>
  )
}
