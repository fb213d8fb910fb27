'use client'

import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { RejectReason, SelfieChoice } from '#contract/selfies.ts'
import { Button } from '#components/ui/button.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Picture } from '#components/product/picture.tsx'
import type { Tile } from './tiles.ts'

interface Props {
  tile: Tile
  isOnline: boolean
  onRetry: () => void
  /** Absent where this device cannot remove it. */
  onRemove?: (() => void) | undefined
  /** Absent where no choice is possible. */
  onChoose?: ((choice: SelfieChoice) => void) | undefined
}

/** Selects a tile's remove button, to which focus moves from the previous tile. */
export const REMOVE_BUTTON = '[data-remove]'

/** One selfie: the picture, its progress, and for a refused one the reason and the remedy. */
export function SelfieTile({ tile, isOnline, onRetry, onRemove, onChoose }: Props) {
  const t = useTranslations('upload')
  const status = useTileStatus(tile, isOnline)
  const isRefused = tile.state === 'rejected' || tile.state === 'failed'
  const [refused, setRefused] = useState<Tile>()
  if (tile.state === 'rejected' && refused?.reasons !== tile.reasons) setRefused(tile)
  const isLeftOut = tile.choice === 'left_out'
  return (
    <li className="flex min-w-0 flex-col" data-state={tile.state}>
      <div className="relative aspect-4/5 overflow-hidden rounded-sm bg-wash">
        {tile.url !== null && (
          <Picture
            id={tile.id}
            url={tile.url}
            alt={t('pictureOf', { name: tile.fileName })}
            fallback={<FilePlaceholder name={tile.fileName} />}
            className={clsx(
              'size-full object-cover object-[50%_15%]',
              isRefused && 'brightness-75 saturate-50',
              isLeftOut && 'contrast-50 grayscale',
            )}
          />
        )}
        <TileMark state={tile.state} choice={tile.choice} />
        {onRemove && (
          <button
            type="button"
            data-remove={tile.id}
            aria-label={t('remove', { name: tile.fileName })}
            onClick={onRemove}
            className="absolute top-0 left-0 grid size-11 place-items-center focus-visible:outline-offset-[-4px]"
          >
            <span className="grid size-7 place-items-center rounded-full bg-paper text-ink">
              <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5">
                <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" strokeWidth="1.8" />
              </svg>
            </span>
          </button>
        )}
        {tile.state === 'sending' && (
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1.5 bg-sheet">
            <span
              className="block h-full bg-accent transition-[width] duration-250"
              style={{ width: `${Math.round(tile.sent * 100)}%` }}
            />
          </span>
        )}
      </div>
      {/*
        A verdict moves nothing below: where one is awaited there is room for most of them. Later selfies may make a
        refused one good: the room of its reasons stays.
      */}
      <div className={clsx('grid grid-cols-1 pt-2 text-sm *:[grid-area:1/1]', onRemove && 'min-h-30')}>
        <div>
          {isRefused ? (
            <Refusal tile={tile} />
          ) : (
            <p className="font-medium text-ink-soft tabular-nums">{status}</p>
          )}
          {tile.state === 'accepted' && !isLeftOut && tile.warnings[0] !== undefined && (
            <p className="mt-1 leading-snug text-ink-soft">{t(`warnings.${tile.warnings[0]}`)}</p>
          )}
          {onChoose && !isRefused && (
            // Rendered before the verdict: no content below moves when it arrives.
            <div className="min-h-11">
              {tile.state === 'accepted' && (
                <Choices fileName={tile.fileName} choice={tile.choice} onChoose={onChoose} />
              )}
            </div>
          )}
          {tile.state === 'failed' && tile.canRetry && (
            <Button variant="quiet" className="mt-1 -ml-1 px-1" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
        </div>
        {!isRefused && refused && (
          <div aria-hidden="true" className="invisible">
            <Refusal tile={refused} />
          </div>
        )}
      </div>
    </li>
  )
}

const CHOICES = [
  { value: 'preferred', word: 'prefer', name: 'preferNamed' },
  { value: 'left_out', word: 'leaveOut', name: 'leaveOutNamed' },
] as const

interface ChoicesProps {
  fileName: string
  choice: SelfieChoice
  onChoose: (choice: SelfieChoice) => void
}

/** What its owner wants made of a good selfie; pressed again, a button lets the studio choose. */
function Choices({ fileName, choice, onChoose }: ChoicesProps) {
  const t = useTranslations('upload.choice')
  return (
    <div role="group" aria-label={t('group', { name: fileName })} className="flex flex-wrap gap-x-3">
      {CHOICES.map(({ value, word, name }) => (
        <Button
          key={value}
          variant="quiet"
          aria-pressed={choice === value}
          aria-label={t(name, { name: fileName })}
          onClick={() => onChoose(choice === value ? 'none' : value)}
          className="px-0! text-sm! font-medium aria-pressed:font-bold aria-pressed:decoration-current aria-pressed:decoration-2"
        >
          {t(word)}
        </Button>
      ))}
    </div>
  )
}

function useTileStatus(tile: Tile, isOnline: boolean): string {
  const t = useTranslations('upload.states')
  const chosen = useTranslations('upload.choice')
  const format = useFormatter()
  if (tile.state === 'waiting') {
    if (!isOnline) return t('paused')
    return tile.code === null ? t('waiting') : t('held')
  }
  if (tile.state === 'sending') {
    // All is sent, the answer is not here yet: the check is going on.
    if (tile.sent >= 1) return t('checking')
    return t('sending', { percent: format.number(tile.sent, { style: 'percent', maximumFractionDigits: 0 }) })
  }
  if (tile.state === 'accepted' && tile.choice !== 'none') return chosen(tile.choice)
  return t(tile.state)
}

function Refusal({ tile }: { tile: Tile }) {
  const t = useTranslations()
  const [first, ...others] = tile.reasons
  if (first === undefined) {
    return (
      <p className="font-semibold text-danger">
        {tile.code === null ? t('upload.states.rejected') : t(`errors.${tile.code}`)}
      </p>
    )
  }
  return (
    <>
      <p className="leading-snug font-semibold text-danger">
        {[first, ...others].map((reason: RejectReason) => t(`selfieReasons.${reason}.title`)).join(' · ')}
      </p>
      <p className="mt-1 leading-snug text-ink-soft">{t(`selfieReasons.${first}.hint`)}</p>
    </>
  )
}

const MARKS = {
  good: 'm3 8.5 3.2 3.2L13 4.8',
  preferred: 'M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4L2.2 6.5l4-.6z',
  leftOut: 'M3.5 8h9',
  wrong: 'M8 2.5v7M8 11.8v1.8',
} as const

function TileMark({ state, choice }: Pick<Tile, 'state' | 'choice'>) {
  const isBusy = state === 'preparing' || state === 'sending' || state === 'checking' || state === 'waiting'
  const good = { none: 'good', preferred: 'preferred', left_out: 'leftOut' } as const
  const mark = state === 'accepted' ? good[choice] : 'wrong'
  const isQuiet = isBusy || mark === 'leftOut'
  const tone = isQuiet ? 'text-ink' : state === 'accepted' ? 'text-success' : 'text-danger'
  return (
    <span
      aria-hidden="true"
      className={clsx('absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-paper', tone)}
    >
      {isBusy ? (
        <Spinner className="size-4" />
      ) : (
        <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth="2.2">
          <path d={MARKS[mark]} fill={mark === 'preferred' ? 'currentColor' : 'none'} />
        </svg>
      )}
    </span>
  )
}

function FilePlaceholder({ name }: { name: string }) {
  return (
    <span
      translate="no"
      className="grid size-full place-items-center p-3 text-center text-xs break-all text-ink-soft"
    >
      {name}
    </span>
  )
}
