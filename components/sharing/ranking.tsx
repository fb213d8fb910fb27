'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { RankedHeadshot, ShareResults } from '#contract/sharing.ts'
import { RatingMark } from '#components/bundles/headshot-rating.tsx'
import { Picture } from '#components/product/picture.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { certaintyOf, comparisonCount, placeOf, reachOf } from './certainty.ts'

interface Props {
  personId: string
  results: ShareResults
}

/** What friends prefer, with how sure that is: a bar for where each strength lies with 95 % probability. */
export function Ranking({ personId, results }: Props) {
  const t = useTranslations('sharing.ranking')
  const { ranking, voteCount, voterCount } = results
  const { kind, candidateCount } = certaintyOf(ranking)
  const reach = reachOf(ranking)
  return (
    <section aria-labelledby="ranking-title">
      <h2 id="ranking-title" className="text-xl">
        {t('title')}
      </h2>
      <p className="mt-2 measure">
        <strong>{t(`certainty.${kind}`, { count: candidateCount })}</strong>{' '}
        <span className="text-ink-soft">
          {kind === 'none' ? t('howNone') : t('votes', { votes: voteCount, voters: voterCount })}
        </span>
      </p>
      {kind !== 'none' && <p className="mt-2 measure text-sm text-ink-soft">{t('how')}</p>}
      {kind === 'none' && <Unranked personId={personId} ranking={ranking} />}
      {kind !== 'none' && (
        <ol className="mt-5 border-t border-hairline">
          {ranking.map((headshot) => (
            <RankedRow key={headshot.userImageKey} personId={personId} headshot={headshot} reach={reach} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** The headshots of a link before any vote. */
function Unranked({ personId, ranking }: { personId: string; ranking: readonly RankedHeadshot[] }) {
  return (
    <ul className="mt-5 grid grid-cols-3 gap-2 sm:grid-cols-4 sm:gap-3">
      {ranking.map((headshot) => (
        <li key={headshot.userImageKey}>
          <PictureLink personId={personId} headshot={headshot} className="w-full" />
        </li>
      ))}
    </ul>
  )
}

interface PictureProps {
  personId: string
  headshot: RankedHeadshot
  className: string
}

function PictureLink({ personId, headshot, className }: PictureProps) {
  const t = useTranslations('sharing.ranking')
  return (
    <Link
      href={`/persons/${personId}/bundles/${headshot.bundleId}`}
      className={clsx('block aspect-4/5 overflow-hidden rounded-sm bg-wash', className)}
    >
      <Picture
        id={headshot.userImageKey}
        url={headshot.thumbnailUrl}
        alt={comparisonCount(headshot) === 0 ? t('pictureUnranked') : t('picture', { rank: headshot.rank })}
        fallback={<span className="block size-full" />}
        className="size-full object-cover"
      />
    </Link>
  )
}

interface RowProps {
  personId: string
  headshot: RankedHeadshot
  reach: number
}

function RankedRow({ personId, headshot, reach }: RowProps) {
  const t = useTranslations('sharing.ranking')
  const compared = comparisonCount(headshot)
  const isFirst = headshot.rank === 1 && compared > 0
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 border-b border-hairline py-4 sm:gap-x-6">
      <PictureLink personId={personId} headshot={headshot} className="w-32 sm:w-44" />
      <div className="min-w-0">
        <p className={clsx('tabular-nums', isFirst ? 'text-2xl font-bold' : 'text-lg font-semibold')}>
          {compared === 0 ? t('unranked') : t('rank', { rank: headshot.rank })}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {compared === 0 ? t('notCompared') : t('wins', { wins: headshot.winCount, compared })}
        </p>
        <IntervalBar headshot={headshot} reach={reach} />
        <Hearts headshot={headshot} />
      </div>
    </li>
  )
}

/** Drawn on one scale for all rows; the line in the middle is the average headshot. */
function IntervalBar({ headshot: { low, high, strength }, reach }: Pick<RowProps, 'headshot' | 'reach'>) {
  const place = (value: number) => placeOf(value, reach)
  const [from, to] = [place(low), place(high)]
  return (
    <div aria-hidden="true" className="relative mt-3 h-5 max-w-md">
      <span className="absolute inset-y-0 left-1/2 border-l border-edge" />
      <span className="absolute inset-x-0 top-1/2 border-t border-hairline" />
      <span
        className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full bg-accent opacity-40"
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
      <span
        className="absolute top-1/2 size-3 -translate-1/2 rounded-full bg-accent-ink"
        style={{ left: `${place(strength)}%` }}
      />
    </div>
  )
}

function Hearts({ headshot: { likedCount, lovedCount } }: Pick<RowProps, 'headshot'>) {
  const t = useTranslations('sharing.ranking')
  if (likedCount + lovedCount === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft tabular-nums">
      {likedCount > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <RatingMark rating="liked" className="h-3.5" />
          {t('liked', { count: likedCount })}
        </span>
      )}
      {lovedCount > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <RatingMark rating="loved" className="h-3.5" />
          {t('loved', { count: lovedCount })}
        </span>
      )}
    </p>
  )
}
