'use client'

import { useFormatter, useMessages, useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import type { GateReason, Headshot, HeadshotRating, Reroll } from '#contract/bundles.ts'
import type { Making } from '#contract/processing.ts'
import { nameOf } from '#components/processing/engine-facts.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { StableHeight } from '#components/ui/stable-height.tsx'
import { HeadshotRatingButtons } from './headshot-rating.tsx'
import { HeadshotStage } from './headshot-stage.tsx'
import { Key } from './keys-dialog.tsx'
import { likenessLevelOf } from './likeness-level.ts'
import { Pager } from './pager.tsx'
import { failureKey } from './use-rerolls.ts'
import { trackUsage } from '#lib/analytics/track.ts'

const BYTES_PER_KILOBYTE = 1000

/** Actions beside the picture, each with its own dialog or view. */
export type HeadshotAction = 'formats' | 'compare' | 'before' | 'share' | 'flaw' | 'keys'

interface Props {
  headshot: Headshot
  position: number
  total: number
  picture: RefObject<HTMLDivElement | null>
  download: RefObject<HTMLAnchorElement | null>
  isBefore: boolean
  /** Whether a re-roll is running. */
  isRerolled: boolean
  /** The failed re-roll, if the last one failed. */
  failed: Reroll | undefined
  /** One forward or one back. */
  onMove: (step: 1 | -1) => void
  onRate: (rating: HeadshotRating) => void
  onFavour: (isFavourite: boolean) => void
  onAction: (action: HeadshotAction) => void
}

/** The selected headshot, large, with all its actions. */
export function HeadshotView(props: Props) {
  const { headshot, position, total, picture, download, isBefore, isRerolled, failed } = props
  const { onMove, onRate, onFavour, onAction } = props
  const t = useTranslations('bundles.gallery')
  const { userImageKey } = headshot
  return (
    <figure className="md:sticky md:top-6">
      <HeadshotStage
        headshot={headshot}
        name={t('item', { index: position, total })}
        picture={picture}
        isBefore={isBefore}
        onMove={onMove}
      />
      <figcaption className="mt-2">
        <Pager position={position} total={total} onMove={onMove} />
        <HeadshotRatingButtons
          rating={headshot.rating}
          isFavourite={headshot.isFavourite}
          onRate={onRate}
          onFavour={onFavour}
        />
        <div className="grid gap-2 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
          <ButtonLink
            ref={download}
            href={headshot.downloadUrl}
            download
            size="lg"
            onClick={() => trackUsage('headshot_downloaded', { body: { userImageKey } })}
          >
            {t('download')}
          </ButtonLink>
          <Button size="lg" variant="secondary" onClick={() => onAction('formats')}>
            {t('actions.formats')}
          </Button>
        </div>
        <div className="mt-1 -ml-2 flex flex-wrap">
          <Action onClick={() => onAction('before')} isOn={isBefore}>
            {t('actions.before')}
          </Action>
          {total > 1 && <Action onClick={() => onAction('compare')}>{t('actions.compare')}</Action>}
          {/* Its link would end with the picture. */}
          <Action onClick={() => onAction('share')} disabled={isRerolled}>
            {t('actions.share')}
          </Action>
          {headshot.passed && <Action onClick={() => onAction('flaw')}>{t('actions.flaw')}</Action>}
        </div>
        {/* A repair replaces the headshot that this is about while the page is open. */}
        <StableHeight>
          {isRerolled && <p className="pt-2 text-sm font-semibold">{t('flaw.underWay')}</p>}
          {failed && <p className="measure pt-2 text-sm">{t(`flaw.${failureKey(failed)}`)}</p>}
        </StableHeight>
        {!headshot.passed && <Reasons headshot={headshot} />}
        <About headshot={headshot} />
        <p className="mt-1 text-sm text-ink-soft">{t(`note.${makingOf(headshot)}`)}</p>
        <button
          type="button"
          onClick={() => onAction('keys')}
          className="mt-2 hidden min-h-11 items-center gap-2 text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:decoration-current lg:flex"
        >
          {t('keys.open')} <Key>?</Key>
        </button>
      </figcaption>
    </figure>
  )
}

interface ActionProps {
  onClick: () => void
  /** For toggle buttons: whether it is on. */
  isOn?: boolean
  disabled?: boolean
  children: string
}

function Action({ onClick, isOn, disabled = false, children }: ActionProps) {
  return (
    <Button
      variant="quiet"
      aria-pressed={isOn}
      disabled={disabled}
      onClick={onClick}
      className="px-2! font-medium aria-pressed:decoration-current aria-pressed:decoration-2"
    >
      {children}
    </Button>
  )
}

/** What few ask for: how like the face is to the selfies, in words, who made it, and the file. */
function About({ headshot }: { headshot: Headshot }) {
  const t = useTranslations('bundles.gallery.about')
  const format = useFormatter()
  const { names } = useMessages().processing
  const { width, height, sizeBytes, likeness, engine } = headshot
  const size = format.number(Math.round(sizeBytes / BYTES_PER_KILOBYTE), { style: 'unit', unit: 'kilobyte' })
  return (
    <details className="group mt-2 text-sm text-ink-soft">
      <summary className="flex min-h-11 items-center gap-2 font-medium text-ink">
        {t('title')}
        <svg viewBox="0 0 12 8" aria-hidden="true" className="w-3 transition-transform group-open:rotate-180">
          <path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </summary>
      <p>{t(`likeness.${likenessLevelOf(likeness)}`)}</p>
      {engine && <p className="mt-1">{t('engine', { engine: nameOf(engine, names) })}</p>}
      <p className="mt-1 mb-2 tabular-nums">
        {t('file', { width: String(width), height: String(height), size })}
      </p>
    </details>
  )
}

/** `either` where its engine is not known. */
function makingOf({ engine }: Headshot): Making {
  if (!engine) return 'either'
  return engine.generates ? 'generated' : 'finished'
}

/**
 * The gate's reasons; older headshots may have none recorded. Of one that was finished from a selfie, with the selfie that
 * would avoid them; nothing in a selfie causes them in one that was generated.
 */
function Reasons({ headshot: { reasons, engine } }: { headshot: Headshot }) {
  const t = useTranslations()
  const { headshotAdvice } = useMessages()
  const advice: Partial<Record<GateReason, string>> = engine?.generates ? {} : headshotAdvice
  if (reasons.length === 0) return null
  return (
    <div className="mt-4 border-l-2 border-accent pl-4">
      <h2 className="text-sm font-semibold tracking-normal">{t('bundles.gallery.why')}</h2>
      <ul className="mt-1 text-ink-soft">
        {reasons.map((reason) => (
          <li key={reason}>{[t(`headshotReasons.${reason}`), advice[reason]].join(' ').trim()}</li>
        ))}
      </ul>
    </div>
  )
}
