'use client'

import { useFormatter, useNow, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import type { RankedHeadshot, Recipient } from '#contract/sharing.ts'
import { RatingMark } from '#components/bundles/headshot-rating.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Picture } from '#components/product/picture.tsx'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

/** Of one friend's votes, shown at once. */
const VOTES_SHOWN = 30
const MINUTE_MS = 60_000

interface Props {
  recipients: readonly Recipient[]
  /** Where the pictures that were voted on are shown from. */
  ranking: readonly RankedHeadshot[]
  onRemove: (recipientId: string) => void
}

/** The voters, with time and votes; each can be removed. */
export function Voters({ recipients, ranking, onRemove }: Props) {
  const t = useTranslations('sharing.voters')
  return (
    <section aria-labelledby="voters-title">
      <h2 id="voters-title" className="text-xl">
        {t('title', { count: recipients.length })}
      </h2>
      {recipients.length === 0 ? (
        <p className="mt-2 text-ink-soft">{t('none')}</p>
      ) : (
        <ul className="mt-4 border-t border-hairline">
          {recipients.map((recipient) => (
            <Voter key={recipient.recipientId} recipient={recipient} ranking={ranking} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface VoterProps extends Pick<Props, 'ranking' | 'onRemove'> {
  recipient: Recipient
}

function Voter({ recipient, ranking, onRemove }: VoterProps) {
  const t = useTranslations('sharing.voters')
  const format = useFormatter()
  const now = useNow({ updateInterval: MINUTE_MS })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { recipientId, voteCount, ratingCount } = recipient
  const name = recipient.name ?? t('nameless')
  const hasSaid = voteCount + ratingCount > 0
  return (
    <li className="border-b border-hairline py-4">
      <p id={id} className="font-semibold break-words">
        {name}
      </p>
      <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
        {hasSaid ? t('said', { votes: voteCount, ratings: ratingCount }) : t('saidNothing')}
        {' · '}
        <time dateTime={recipient.lastActiveAt}>
          {format.relativeTime(new Date(recipient.lastActiveAt), earlierOf(now, recipient.lastActiveAt))}
        </time>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {hasSaid && (
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-describedby={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('hide') : t('show')}
          </Button>
        )}
        <Button variant="secondary" aria-describedby={id} onClick={() => onRemove(recipientId)}>
          {t('remove')}
        </Button>
      </div>
      {isOpen && <Said recipientId={recipientId} ranking={ranking} />}
    </li>
  )
}

/** The earlier of now and the instant, in case this device's clock is behind: no vote is in the future. */
function earlierOf(now: Date, instant: string): Date {
  return new Date(Math.max(now.getTime(), Date.parse(instant)))
}

function Said({ recipientId, ranking }: { recipientId: string; ranking: readonly RankedHeadshot[] }) {
  const t = useTranslations('sharing.voters')
  const { data, error, mutate } = useEndpoint('getRecipientVotes', { query: { recipient_id: recipientId } })
  if (error && !data) return <CallErrorNotice error={error} onRetry={() => void mutate()} className="mt-3" />
  if (!data) return <Skeleton className="mt-3 h-24" />
  const shown = new Map(ranking.map((headshot) => [headshot.userImageKey, headshot]))
  const votes = data.votes.flatMap(({ winnerKey, loserKey }) => {
    const [winner, loser] = [shown.get(winnerKey), shown.get(loserKey)]
    return winner && loser ? [{ winner, loser }] : []
  })
  const ratings = data.ratings.flatMap(({ userImageKey, rating }) => {
    const headshot = shown.get(userImageKey)
    return headshot ? [{ headshot, rating }] : []
  })
  return (
    <div className="mt-4">
      {ratings.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2">
          {ratings.map(({ headshot, rating }) => (
            <li key={headshot.userImageKey} className="relative">
              <Small
                headshot={headshot}
                alt={t(rating === 'loved' ? 'loved' : 'liked', { rank: headshot.rank })}
              />
              <span className="absolute right-1 bottom-1 rounded-sm bg-sheet/80 px-1 py-0.5 text-sheet-ink">
                <RatingMark rating={rating} className="h-3" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {votes.length > 0 && (
        <>
          <p className="mb-2 text-sm text-ink-soft">{t('preferred')}</p>
          <ul className="flex flex-wrap gap-x-4 gap-y-3">
            {votes.slice(0, VOTES_SHOWN).map(({ winner, loser }) => (
              <li key={`${winner.userImageKey} ${loser.userImageKey}`} className="flex items-end gap-1">
                <Small headshot={winner} alt={t('winner', { rank: winner.rank })} />
                <span className="opacity-50">
                  <Small headshot={loser} alt={t('loser', { rank: loser.rank })} />
                </span>
              </li>
            ))}
          </ul>
          {votes.length > VOTES_SHOWN && (
            <p className="mt-3 text-sm text-ink-soft">{t('more', { count: votes.length - VOTES_SHOWN })}</p>
          )}
        </>
      )}
    </div>
  )
}

function Small({ headshot, alt }: { headshot: RankedHeadshot; alt: string }) {
  return (
    <Picture
      id={headshot.userImageKey}
      url={headshot.thumbnailUrl}
      alt={alt}
      className="h-15 w-12 rounded-sm bg-wash object-cover"
    />
  )
}
