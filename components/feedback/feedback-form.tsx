'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import {
  feedbackEndpoints,
  StarRating as StarCount,
  type Feedback,
  type GivenFeedback,
} from '#contract/feedback.ts'
import { FEEDBACK_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { SkeletonOf } from '#components/ui/skeleton.tsx'
import { controlClassName } from '#components/ui/text-input.tsx'
import { StarRating } from './star-rating.tsx'
import { useFeedback, type FeedbackSubject } from './use-feedback.ts'

const STARS = [1, 2, 3, 4, 5] as const

/** The fields that both calls share; the stars come from radio buttons, as text. */
const Said = feedbackEndpoints.givePersonFeedback.body
  .omit({ personid: true })
  .extend({ rating: z.string().nullable().transform(Number).pipe(StarCount) })

interface Props {
  subject: FeedbackSubject
  /** The person's name; only for feedback on a person as a whole. */
  personName?: string
}

/** Stars and a text about a person or a bundle; earlier feedback is shown, and can be changed. */
export function FeedbackForm({ subject, personName = '' }: Props) {
  const t = useTranslations('feedback')
  const { feedback, error, retry, give } = useFeedback(subject)
  const [isChanging, setChanging] = useState(false)
  const titleId = useId()
  const said = useRef<HTMLDivElement>(null)
  const [isSaid, setSaid] = useState(false)
  // The form that had the focus has gone.
  useEffect(() => {
    if (isSaid) said.current?.focus()
  }, [isSaid])
  return (
    <section aria-labelledby={titleId} className="border-t border-hairline pt-6">
      <h2 id={titleId} className="text-xl">
        {subject.bundleid === undefined ? t('person.title') : t('bundle.title')}
      </h2>
      <p className="mt-1 measure text-ink-soft">
        {subject.bundleid === undefined ? t('person.lead', { name: personName }) : t('bundle.lead')}
      </p>
      <div className="mt-5 max-w-xl">
        {error && feedback === undefined && (
          <CallErrorNotice error={error} title={t('loadFailed')} onRetry={retry} />
        )}
        {!error && feedback === undefined && (
          <SkeletonOf>
            <Form subject={subject} feedback={null} onSubmit={give} onCancel={undefined} />
          </SkeletonOf>
        )}
        {feedback && !isChanging && (
          <div ref={said} tabIndex={-1} className="outline-none">
            <WhatWasSaid
              feedback={feedback}
              onChange={() => {
                setSaid(false)
                setChanging(true)
              }}
            />
          </div>
        )}
        {(feedback === null || (feedback && isChanging)) && (
          <Form
            subject={subject}
            feedback={feedback}
            onSubmit={async (given) => {
              await give(given)
              setChanging(false)
              setSaid(true)
            }}
            onCancel={feedback === null ? undefined : () => setChanging(false)}
          />
        )}
      </div>
    </section>
  )
}

function WhatWasSaid({ feedback, onChange }: { feedback: Feedback; onChange: () => void }) {
  const t = useTranslations('feedback')
  const format = useFormatter()
  return (
    <>
      <div role="status">
        <p className="font-semibold">{t('given.title')}</p>
        <p className="mt-1 text-ink-soft">
          {t('given.said', {
            date: format.dateTime(new Date(feedback.givenAt), { dateStyle: 'long' }),
            stars: t('stars', { count: feedback.rating }),
          })}
          {feedback.wantsContact && ` ${t('given.contact')}`}
        </p>
      </div>
      {feedback.text !== '' && (
        <blockquote className="mt-3 border-l-2 border-hairline pl-4 break-words whitespace-pre-line">
          {feedback.text}
        </blockquote>
      )}
      <Button variant="secondary" onClick={onChange} className="mt-4">
        {t('given.change')}
      </Button>
    </>
  )
}

interface FormProps {
  subject: FeedbackSubject
  feedback: Feedback | null
  onSubmit: (given: GivenFeedback) => Promise<void>
  onCancel: (() => void) | undefined
}

function Form({ subject, feedback, onSubmit, onCancel }: FormProps) {
  const t = useTranslations('feedback')
  const { props, field, errorOf, isBusy, failure } = useContractForm({
    schema: Said,
    sentence: () => t('ratingMissing'),
    ...(feedback === null ? {} : { values: { ...feedback, rating: String(feedback.rating) } }),
    draft: { name: `feedback:${subject.bundleid ?? subject.personid}`, fields: ['rating', 'text'] },
    onSend: onSubmit,
  })

  return (
    <form {...props} className="flex flex-col gap-5">
      <StarRating
        legend={t('rating')}
        binding={field('rating')}
        labels={STARS.map((count) => t('stars', { count }))}
        error={errorOf('rating')}
      />
      <Field label={t('text')} hint={t('textHint')}>
        {(control) => (
          <textarea
            {...control}
            {...field('text')}
            rows={4}
            maxLength={FEEDBACK_TEXT_MAX_LENGTH}
            className={`${controlClassName} resize-y`}
          />
        )}
      </Field>
      <Checkbox {...field('wantsContact')} label={t('wantsContact')} />
      {failure !== undefined && <CallErrorNotice error={failure} title={t('failed')} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {t('submit')}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
