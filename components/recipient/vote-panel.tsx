'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SharedPerson } from '#contract/sharing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { PairView } from './pair-view.tsx'
import { Thanks } from './thanks.tsx'
import { useVoting } from './use-voting.ts'
import { advisedCount } from './voting.ts'

interface Props {
  person: SharedPerson
  token: string
  name: string | null
  onBroken: () => void
}

/** Shows pair after pair, until enough votes are given, no pair is left, or the recipient stops. */
export function VotePanel({ person, token, name, onBroken }: Props) {
  const t = useTranslations('recipient')
  const voting = useVoting(token, onBroken)
  const { pair, votedCount, pairCount } = voting.state
  const [isPaused, setPaused] = useState(false)
  const [thankedAt, setThankedAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const urls = useMemo(
    () => new Map(person.headshots.map(({ userImageKey, thumbnailUrl }) => [userImageKey, thumbnailUrl])),
    [person],
  )

  const advised = advisedCount(person.headshots.length, pairCount)
  const hasVotedHere = voting.state.voted.length > 0
  // Once, at the advised number; a user who continues then is not stopped again.
  const isEnough = hasVotedHere && votedCount === advised && thankedAt !== advised
  const isFull = voting.error instanceof CallError && voting.error.code === 'vote_limit_reached'
  const isOver = pair === null || isPaused || isEnough || isFull

  // A new pair is announced, and keys act on it, not on the element tapped last.
  const question = pair?.join(' ')
  useEffect(() => {
    if (question !== undefined) heading.current?.focus({ preventScroll: true })
  }, [question, isOver])

  if (isOver) {
    return (
      <Thanks
        person={person}
        token={token}
        name={name}
        votedCount={votedCount}
        onContinue={
          pair === null || isFull
            ? undefined
            : () => {
                setPaused(false)
                setThankedAt(advised)
              }
        }
        onBroken={onBroken}
      />
    )
  }
  const total = Math.max(advised, 1)
  // Where there is room, as large as the height of the screen allows.
  return (
    <div className="sm:max-w-[max(36rem,108dvh)]">
      <h1 ref={heading} tabIndex={-1} className="text-xl sm:text-3xl">
        {t('vote.title')}
      </h1>
      <Progress
        label={t('vote.progress')}
        value={(100 * Math.min(votedCount, total)) / total}
        valueText={
          votedCount < advised
            ? t('vote.of', { done: votedCount, total: advised })
            : t('vote.more', { done: votedCount })
        }
        className="mt-3 text-sm"
      />
      <PairView
        pair={pair}
        urls={urls}
        chosenKey={voting.chosenKey}
        hasFailed={voting.error !== undefined}
        canGoBack={hasVotedHere}
        onChoose={voting.choose}
        onPass={voting.pass}
        onBack={voting.back}
        onStop={() => setPaused(true)}
      />
      <p role="status" className={voting.isRepeat ? 'mt-4 measure text-sm text-ink-soft' : 'sr-only'}>
        {voting.isRepeat && t('vote.repeat')}
      </p>
      {voting.error !== undefined && (
        <CallErrorNotice
          error={voting.error}
          title={voting.chosenKey === undefined ? t('vote.askFailed') : t('vote.failed')}
          onRetry={voting.retry}
          className="mt-4"
        />
      )}
    </div>
  )
}
