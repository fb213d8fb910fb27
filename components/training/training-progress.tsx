'use client'

import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { DELIVERY_PROMISE_HOURS } from '#contract/limits.ts'
import { TrainingStage, type Training } from '#contract/training.ts'
import { Progress } from '#components/ui/progress.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { roundRemaining } from './remaining.ts'
import { useRemaining } from './use-remaining.ts'

const STAGES = TrainingStage.options
const HOUR_MS = 3_600_000

/** Stage, percent, time left and the promise, live. */
export function TrainingProgress({ training }: { training: Training }) {
  const t = useTranslations('training')
  const format = useFormatter()
  const percent = format.number(training.progress / 100, { style: 'percent' })
  const current =
    training.state === 'running' && training.stage
      ? training.stage
      : training.state === 'starting'
        ? 'starting'
        : 'queued'
  const promisedAt = new Date(new Date(training.queuedAt).getTime() + DELIVERY_PROMISE_HOURS * HOUR_MS)
  return (
    <section aria-labelledby="training-title" className="border-t border-hairline pt-8">
      <h2 id="training-title" className="text-xl">
        {training.state === 'queued' ? t('queuedTitle') : t('title')}
      </h2>
      <p className="mt-2 measure text-ink-soft">{t('lead')}</p>
      <div className="mt-6 grid gap-x-10 gap-y-6 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <Progress
            label={t(`stages.${current}`)}
            value={training.state === 'queued' ? null : training.progress}
            {...(training.state === 'queued' ? {} : { valueText: percent })}
            detail={<TimeLeft remainingSeconds={training.remainingSeconds} />}
          />
          <p className="mt-4 text-sm text-ink-soft tabular-nums">
            {t('promise', { time: format.dateTime(promisedAt, { timeStyle: 'short' }) })}
          </p>
        </div>
        <StageList training={training} />
      </div>
      {/* Announced once per stage: a percentage every second would drown everything else. */}
      <p role="status" className="sr-only">
        {t(`stages.${current}`)}
      </p>
    </section>
  )
}

function TimeLeft({ remainingSeconds }: { remainingSeconds: number | null }) {
  const t = useTranslations('training.remaining')
  const remaining = roundRemaining(useRemaining(remainingSeconds))
  switch (remaining.unit) {
    case 'unknown':
    case 'moment':
    case 'underMinute':
      return t(remaining.unit)
    case 'minutes':
      return t('minutes', { minutes: remaining.minutes })
    case 'hours':
      return t('hours', { hours: remaining.hours })
  }
}

function StageList({ training }: { training: Training }) {
  const t = useTranslations('training')
  const currentIndex = training.stage ? STAGES.indexOf(training.stage) : -1
  return (
    <ol aria-label={t('stageList')} className="flex flex-col gap-2 lg:col-span-5">
      {STAGES.map((stage, index) => {
        const state = index < currentIndex ? 'done' : index === currentIndex ? 'now' : 'next'
        return (
          <li
            key={stage}
            aria-current={state === 'now' ? 'step' : undefined}
            className={clsx(
              'flex items-center gap-3 text-sm',
              state === 'now' ? 'font-semibold' : 'text-ink-soft',
            )}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-5 shrink-0 place-items-center rounded-full border',
                state === 'done' && 'border-success bg-success text-paper',
                state === 'now' && 'border-accent-ink bg-accent',
                state === 'next' && 'border-edge',
              )}
            >
              {state === 'done' && (
                <svg
                  viewBox="0 0 16 16"
                  className="size-3"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2.6"
                >
                  <path d="m3 8.5 3.2 3.2L13 4.8" />
                </svg>
              )}
            </span>
            {t(`stages.${stage}`)}
            <VisuallyHidden>({t(`stageState.${state}`)})</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}
