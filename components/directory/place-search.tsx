'use client'

import { clsx } from 'clsx'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { controlClassName } from '#components/ui/text-input.tsx'
import type { FoundPlace } from '#contract/directory.ts'
import type { Locale } from '#contract/locales.ts'
import type { Messages } from '#lib/i18n/messages.ts'

const PAUSE_MS = 150
/** The contract's minimum, repeated because its parser is not loaded on this page. */
const MIN_LENGTH = 2

interface Props {
  copy: Messages['directory']['search']
  sampleLabel: string
  locale: Locale
}

type Outcome =
  { kind: 'idle' } | { kind: 'failed' } | { kind: 'found'; text: string; places: readonly FoundPlace[] }

/** Finds a place while one types: asks the backend, so that no list of all places is ever sent. */
export function PlaceSearch({ copy, sampleLabel, locale }: Props) {
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' })
  const [active, setActive] = useState(-1)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(undefined)
  const places = outcome.kind === 'found' ? outcome.places : []

  function search(text: string) {
    clearTimeout(timer.current)
    asking.current?.abort()
    setActive(-1)
    const wanted = text.trim()
    if (wanted.length < MIN_LENGTH) {
      setOutcome({ kind: 'idle' })
      return
    }
    timer.current = setTimeout(() => void ask(wanted), PAUSE_MS)
  }

  async function ask(text: string) {
    const controller = new AbortController()
    asking.current = controller
    try {
      const { publicClient } = await import('#lib/api/public-client.ts')
      const answer = await publicClient().call(
        'searchPlaces',
        { query: { text } },
        { signal: controller.signal },
      )
      if (!controller.signal.aborted) setOutcome({ kind: 'found', text, places: answer.places })
    } catch {
      if (!controller.signal.aborted) setOutcome({ kind: 'failed' })
    }
  }

  function move(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') setOutcome({ kind: 'idle' })
    if (event.key === 'Enter') {
      const chosen = places[Math.max(active, 0)]
      if (chosen) window.location.assign(addressOf(chosen, locale))
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || places.length === 0) return
    event.preventDefault()
    setActive((active + step + places.length) % places.length)
  }

  const isOpen = places.length > 0
  return (
    <search className="relative block max-w-xl">
      <label htmlFor={id} className="text-sm font-semibold">
        {copy.label}
      </label>
      <input
        id={id}
        type="search"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={copy.placeholder}
        onChange={(event) => search(event.target.value)}
        onKeyDown={move}
        className={clsx(controlClassName, 'mt-2')}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={copy.list}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-10 mt-1 rounded-sm border border-edge bg-paper shadow-dialog"
      >
        {places.map((place, index) => (
          <li
            key={`${place.countrySlug}/${place.citySlug ?? ''}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={clsx('border-b border-hairline last:border-b-0', index === active && 'bg-wash')}
          >
            <a
              href={addressOf(place, locale)}
              tabIndex={-1}
              className="flex min-h-12 flex-wrap items-baseline gap-x-3 px-3 py-2.5 hover:bg-wash"
            >
              <span className="font-semibold">{place.name}</span>
              <span className="text-sm text-ink-soft">
                {[place.within, place.sample ? sampleLabel : null]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 min-h-6 text-sm text-ink-soft">
        {outcome.kind === 'failed' && copy.failed}
        {outcome.kind === 'found' && !isOpen && copy.none.replace('{query}', outcome.text)}
      </p>
    </search>
  )
}

function addressOf({ countrySlug, citySlug }: FoundPlace, locale: Locale): string {
  return `/${locale}/headshots-near-me/${countrySlug}${citySlug === null ? '' : `/${citySlug}`}`
}
