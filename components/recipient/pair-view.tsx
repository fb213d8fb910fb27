'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { Picture } from '#components/product/picture.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Pair } from './voting.ts'

const SIDES = ['left', 'right'] as const

interface Props {
  /** Undefined while it is loading. */
  pair: Pair | undefined
  /** The address of each headshot, by key: one address per visit, so that each loads once. */
  urls: ReadonlyMap<string, string>
  chosenKey: string | undefined
  hasFailed: boolean
  canGoBack: boolean
  onChoose: (winnerKey: string) => void
  onPass: () => void
  onBack: () => void
  onStop: () => void
}

/** The action of a key on a pair; undefined for unused keys, or keys of the focused element. */
export function wishOfKey(
  { key, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent,
  focused: Element | null,
): 'left' | 'right' | 'pass' | undefined {
  if (altKey || ctrlKey || metaKey || repeat) return undefined
  if (focused?.closest('input, textarea, select, dialog, [popover]')) return undefined
  if (key === 'ArrowLeft') return 'left'
  if (key === 'ArrowRight') return 'right'
  return key === ' ' && !focused?.closest('button, a, summary') ? 'pass' : undefined
}

/** Two pictures side by side; a tap, or an arrow key, says which one is better. */
export function PairView(props: Props) {
  const { pair, urls, chosenKey, hasFailed, canGoBack, onChoose, onPass, onBack, onStop } = props
  const t = useTranslations('recipient.vote')
  const [enlargedKey, setEnlargedKey] = useState<string>()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const wish = wishOfKey(event, document.activeElement)
    if (!wish) return
    event.preventDefault()
    if (wish === 'pass') onPass()
    else if (pair) onChoose(pair[wish === 'left' ? 0 : 1])
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const choose = (key: string) => {
    setEnlargedKey(undefined)
    onChoose(key)
  }
  return (
    <>
      <div className="-mx-(--gutter) mt-4 grid grid-cols-2 gap-1 sm:mx-0 sm:gap-4">
        {SIDES.map((side, index) => (
          <Choice
            key={pair?.[index] ?? side}
            side={side}
            headshotKey={pair?.[index]}
            url={urls.get(pair?.[index] ?? '')}
            chosenKey={hasFailed ? undefined : chosenKey}
            onChoose={choose}
            onEnlarge={setEnlargedKey}
          />
        ))}
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <Button
          variant="secondary"
          onClick={onPass}
          aria-disabled={pair === undefined || undefined}
          className="col-span-2"
        >
          {t('pass')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => canGoBack && onBack()}
          aria-disabled={!canGoBack || undefined}
          className="aria-disabled:opacity-50"
        >
          {t('back')}
        </Button>
        <Button variant="quiet" onClick={onStop} className="sm:ml-auto">
          {t('stop')}
        </Button>
      </div>
      <ul className="mt-4 hidden flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft pointer-fine:flex">
        <Keys names={['←', '→']}>{t('keysChoose')}</Keys>
        <Keys names={[t('spaceKey')]}>{t('keysPass')}</Keys>
      </ul>
      <Dialog
        wide
        open={enlargedKey !== undefined}
        onClose={() => setEnlargedKey(undefined)}
        title={t(enlargedKey === pair?.[0] ? 'left' : 'right')}
        closeLabel={t('close')}
        actions={
          enlargedKey !== undefined && (
            <Button size="lg" block onClick={() => choose(enlargedKey)}>
              {t('take')}
            </Button>
          )
        }
      >
        {enlargedKey !== undefined && (
          <div className="mx-auto aspect-4/5 w-[min(100%,56dvh)] overflow-hidden rounded-sm bg-wash">
            <Picture
              id={enlargedKey}
              url={urls.get(enlargedKey) ?? ''}
              alt={t(enlargedKey === pair?.[0] ? 'left' : 'right')}
              isPriority
              className="size-full object-cover"
            />
          </div>
        )}
      </Dialog>
    </>
  )
}

interface ChoiceProps {
  side: (typeof SIDES)[number]
  headshotKey: string | undefined
  url: string | undefined
  chosenKey: string | undefined
  onChoose: (key: string) => void
  onEnlarge: (key: string) => void
}

function Choice({ side, headshotKey, url, chosenKey, onChoose, onEnlarge }: ChoiceProps) {
  const t = useTranslations('recipient.vote')
  if (headshotKey === undefined || url === undefined) return <Skeleton className="aspect-4/5" />
  const isChosen = headshotKey === chosenKey
  const isOther = chosenKey !== undefined && !isChosen
  return (
    <div className="relative">
      <button
        type="button"
        aria-label={t(`choose.${side}`)}
        aria-pressed={isChosen}
        onClick={({ detail }) => {
          // The second half of a double click is no word on the pair that came meanwhile.
          if (detail % 2 === 1 || detail === 0) onChoose(headshotKey)
        }}
        className={clsx(
          'block aspect-4/5 w-full overflow-hidden bg-wash transition-opacity sm:rounded-sm',
          'focus-visible:-outline-offset-3 sm:focus-visible:outline-offset-3',
          isOther && 'opacity-35',
        )}
      >
        <Picture
          id={headshotKey}
          url={url}
          alt=""
          isPriority
          fallback={
            <span className="grid size-full place-items-center p-4 text-sm">{t('pictureFailed')}</span>
          }
          className="size-full object-cover"
        />
        {isChosen && (
          <span className="absolute inset-0 border-4 border-accent sm:rounded-sm" aria-hidden="true">
            <span className="absolute bottom-3 left-3 grid size-9 place-items-center rounded-full bg-accent text-glow-ink">
              <svg viewBox="0 0 16 16" className="size-5" fill="none" stroke="currentColor" strokeWidth="2.2">
                <path d="m2.5 8.5 3.7 3.7 7.3-8" />
              </svg>
            </span>
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={t(`enlarge.${side}`)}
        onClick={() => onEnlarge(headshotKey)}
        className="absolute right-1 bottom-1 grid size-11 place-items-center rounded-sm bg-sheet/75 text-sheet-ink hover:bg-sheet focus-visible:outline-offset-0"
      >
        <svg
          viewBox="0 0 18 18"
          aria-hidden="true"
          className="size-4.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
        >
          <circle cx="7.5" cy="7.5" r="5.5" />
          <path d="m11.600 11.600 5 5M7.500 5v5M5 7.500h5" />
        </svg>
      </button>
    </div>
  )
}

function Keys({ names, children }: { names: readonly string[]; children: string }) {
  return (
    <li className="flex items-center gap-2">
      {names.map((name) => (
        <kbd
          key={name}
          className="rounded-sm border border-hairline bg-wash px-1.5 font-sans text-xs text-ink"
        >
          {name}
        </kbd>
      ))}
      {children}
    </li>
  )
}
