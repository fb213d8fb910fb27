'use client'

import { useTranslations } from 'next-intl'
import { Fragment, useCallback, useRef, useState, type ReactNode } from 'react'
import { SELFIE_ADVISED, SELFIE_MAX_ACCEPTED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { isInUse, type Selfie, type SelfieCoach } from '#contract/selfies.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { UndoBar } from '#components/product/undo-bar.tsx'
import { useOnline } from '#components/product/use-online.ts'
import { Progress } from '#components/ui/progress.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { AddSelfies } from './add-selfies.tsx'
import { Announcer } from './announcer.tsx'
import { Coach } from './coach.tsx'
import { ChoiceLead } from './choice-lead.tsx'
import { CoverageMap } from './coverage-map.tsx'
import { LostFiles } from './lost-files.tsx'
import { SelfieTile } from './selfie-tile.tsx'
import { tilesOf, uploadOf, type Tile } from './tiles.ts'
import { REMOVE_BUTTON } from './selfie-tile.tsx'
import { useRemovals } from './use-removals.ts'
import { useSelfieChoices, type SelfieChoices } from './use-selfie-choices.ts'
import { useUploadQueue } from './use-upload-queue.ts'

interface Props {
  personId: string
  /** Undefined while loading. */
  selfies: readonly Selfie[] | undefined
  /** What to take next, from the same answer. */
  coach: SelfieCoach | undefined
  /** Shown while more selfies are taken: another way for them to come. */
  otherWay: ReactNode
}

/** Where selfies arrive: the sheet with what the checks said, how many are good, and what to send next. */
export function SelfiePanel({ personId, selfies, coach, otherWay }: Props) {
  const t = useTranslations('upload')
  const { items, queue, lostCount } = useUploadQueue(personId)
  const [isLossSettled, setLossSettled] = useState(false)
  const isOnline = useOnline()
  const { state: removal, removals } = useRemovals(personId)
  const choices = useSelfieChoices(personId)
  const shown = (selfies ?? []).filter(({ id }) => !removal.hidden.has(id))
  const tiles = tilesOf(shown, items)
  const undoable = selfies?.find(({ id }) => id === removal.undoable)
  const acceptedCount = tiles.filter(isInUse).length
  const addFiles = useCallback(
    (files: readonly File[]) => {
      queue().add(files)
      setLossSettled(true)
    },
    [queue],
  )
  const remove = ({ id }: Tile) => {
    const selfie = shown.find((candidate) => candidate.id === id)
    if (selfie) removals().take(id)
    // Its upload too, which would take its place.
    queue().remove(selfie ? (uploadOf(selfie, items)?.id ?? '') : id)
  }
  const isEmpty = tiles.length === 0
  const add = acceptedCount < SELFIE_MAX_ACCEPTED && <AddSelfies onFiles={addFiles} isWide={isEmpty} />
  return (
    <div className="flex flex-col gap-8">
      {lostCount > 0 && !isLossSettled && (
        <LostFiles count={lostCount} onFiles={addFiles} onDismiss={() => setLossSettled(true)} />
      )}
      <div className="grid gap-8 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:gap-y-6">
        <div className="flex flex-col gap-6 lg:col-span-4 lg:col-start-9 lg:row-start-1">
          <Coach coach={coach} tiles={tiles} />
          {/* Both in one place, as high as the higher one: sent files move no content. */}
          <div className="grid *:[grid-area:1/1]">
            <div className={isSending(tiles) ? undefined : 'invisible'}>
              <Transfer tiles={tiles} isOnline={isOnline} />
            </div>
            <div className={isSending(tiles) ? 'invisible' : undefined}>
              <Count acceptedCount={acceptedCount} />
            </div>
          </div>
        </div>
        <div className="lg:col-span-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {selfies === undefined && isEmpty ? (
            <SheetSkeleton />
          ) : (
            <>
              <ChoiceLead tiles={tiles} />
              <Sheet
                tiles={tiles}
                isOnline={isOnline}
                onRetry={({ id }) => queue().retry(id)}
                onRemove={remove}
                choices={choices}
              />
            </>
          )}
          <UndoBar
            sentence={undoable && t('removed', { name: undoable.fileName })}
            onUndo={() => removals().undo()}
          />
          {removal.failure !== undefined && <CallErrorNotice error={removal.failure} className="mt-4" />}
          {selfies !== undefined && <div className={isEmpty ? '' : 'mt-6 lg:hidden'}>{add}</div>}
        </div>
        <div className="flex flex-col gap-6 lg:col-span-4 lg:col-start-9 lg:row-start-2">
          {acceptedCount < SELFIE_MAX_ACCEPTED && otherWay}
          {/* On wide screens the advice is shown from the start. */}
          {coach && (
            <div className={acceptedCount === 0 ? 'hidden lg:block' : undefined}>
              <CoverageMap coach={coach} />
            </div>
          )}
          {!isEmpty && <div className="hidden lg:block">{add}</div>}
        </div>
        <Announcer tiles={tiles} isLoaded={selfies !== undefined} />
      </div>
    </div>
  )
}

interface SheetProps {
  tiles: readonly Tile[]
  isOnline: boolean
  onRetry?: (tile: Tile) => void
  /** Absent where no selfie can be removed. */
  onRemove?: (tile: Tile) => void
  /** All, where it is absent. */
  canRemove?: (tile: Tile) => boolean
  /** Absent where no choice is possible. */
  choices?: SelfieChoices
}

/** The tiles. After one is taken away the focus is on the next, so that the keyboard can go on. */
export function Sheet(props: SheetProps) {
  const { tiles, isOnline, onRetry, onRemove, canRemove = () => true, choices } = props
  const t = useTranslations('upload')
  const list = useRef<HTMLUListElement>(null)

  function remove(tile: Tile) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(REMOVE_BUTTON) ?? [])]
    const index = buttons.findIndex((button) => button.dataset.remove === tile.id)
    const next = buttons[index + 1] ?? buttons[index - 1]
    onRemove?.(tile)
    next?.focus()
  }

  if (tiles.length === 0) return null
  return (
    <ul
      ref={list}
      aria-label={t('list')}
      className="grid grid-flow-row-dense grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-4"
    >
      {tiles.map((tile) => (
        <Fragment key={tile.id}>
          <SelfieTile
            tile={tile}
            isOnline={isOnline}
            onRetry={() => onRetry?.(tile)}
            onRemove={onRemove && canRemove(tile) ? () => remove(tile) : undefined}
            onChoose={choices && ((choice) => choices.choose(tile, choice))}
          />
          {choices?.failure?.selfieId === tile.id && (
            // Below the row of the tile: later tiles move up beside it.
            <li className="col-span-full">
              <CallErrorNotice error={choices.failure.error} />
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  )
}

function SheetSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4">
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} className="aspect-4/5" />
      ))}
    </div>
  )
}

function Count({ acceptedCount }: { acceptedCount: number }) {
  const t = useTranslations('upload')
  const isEnough = acceptedCount >= SELFIE_MIN_ACCEPTED
  const target = isEnough ? SELFIE_ADVISED.min : SELFIE_MIN_ACCEPTED
  const detail = !isEnough
    ? t('countDetail.minimum', { min: SELFIE_MIN_ACCEPTED })
    : acceptedCount >= SELFIE_ADVISED.min
      ? t('countDetail.done')
      : t('countDetail.advised', { advised: SELFIE_ADVISED.min })
  return (
    <Progress
      label={t('countLabel')}
      value={(100 * acceptedCount) / target}
      valueText={t('count', { count: acceptedCount, target })}
      detail={detail}
    />
  )
}

const isUnderWay = ({ state }: Tile) => state === 'waiting' || state === 'preparing' || state === 'sending'

function isSending(tiles: readonly Tile[]): boolean {
  return tiles.some(isUnderWay)
}

/** How far the files on their way are, and then that all of them are there. */
export function Transfer({ tiles, isOnline }: { tiles: readonly Tile[]; isOnline: boolean }) {
  const t = useTranslations('upload.queue')
  const underWay = tiles.filter(isUnderWay)
  const total = tiles.filter(({ state }) => state !== 'failed').length
  const sent = underWay.reduce((sum, tile) => sum + tile.sent, total - underWay.length)
  const isHeld = isOnline && underWay.some(({ state, code }) => state === 'waiting' && code !== null)
  return (
    <div>
      <Progress
        label={t('label')}
        value={total === 0 ? 0 : (100 * sent) / total}
        valueText={t('detail', { done: total - underWay.length, total })}
        // Room for the longest text: a service outage moves no content.
        detail={
          <span className="block min-h-[3lh]">
            {underWay.length > 0 && (isHeld ? t('held') : isOnline ? t('keepOpen') : t('paused'))}
          </span>
        }
      />
      <p role="status" className="sr-only">
        {isHeld && t('held')}
      </p>
    </div>
  )
}
