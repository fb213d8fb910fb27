'use client'

import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { HandoffEnd } from './phone-session.ts'

/** Ends after which this phone has no more to do. */
const DONE: readonly HandoffEnd[] = ['finished', 'closed']

/** Why this phone cannot send, or no longer, and the ways on. */
export function PhoneEnded({ why, sentCount }: { why: HandoffEnd; sentCount: number }) {
  const t = useTranslations('handoff.phone')
  const locale = useLocale()
  const isDone = DONE.includes(why)
  return (
    <>
      <CodeDrawing isDone={isDone} />
      <div role="status" className="mt-8">
        <PageHeading
          title={t(`ends.${why}.title`)}
          lead={why === 'finished' ? t('ends.finished.body', { count: sentCount }) : t(`ends.${why}.body`)}
        />
      </div>
      {!isDone && <p className="mt-3 text-ink-soft">{t('instead.hint')}</p>}
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        {!isDone && (
          <ButtonLink href={`/${locale}/auth/login`} size="lg" block rel="noreferrer">
            {t('instead.signIn')}
          </ButtonLink>
        )}
        <ButtonLink href={`/${locale}`} variant="secondary" size="lg" block rel="noreferrer">
          {t('instead.home')}
        </ButtonLink>
      </div>
    </>
  )
}

/** The three finder marks of a QR code, and nothing between them; or a check mark. */
function CodeDrawing({ isDone }: { isDone: boolean }) {
  return (
    <div aria-hidden="true" className="w-28 rounded-md bg-sheet p-4 text-sheet-soft">
      <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2">
        {['M2 2h9v9H2z', 'M21 2h9v9h-9z', 'M2 21h9v9H2z'].map((path) => (
          <path key={path} d={path} />
        ))}
        <path
          d={isDone ? 'm16 22 4.500 4.500L29 18' : 'm18 18 10 10m0-10L18 28'}
          className="text-film-ink"
          stroke="currentColor"
          strokeWidth="2.400"
        />
      </svg>
    </div>
  )
}
