'use client'

import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Headshot, HeadshotRating, Reroll } from '#contract/bundles.ts'
import { columnsOf, targetOf, type GalleryCommand } from './gallery-keys.ts'
import { GalleryLayout } from './gallery-layout.tsx'
import { GallerySheet } from './gallery-sheet.tsx'
import { HeadshotView, type HeadshotAction } from './headshot-view.tsx'
import { useChosenHeadshot } from './use-chosen-headshot.ts'
import { useGalleryKeys } from './use-gallery-keys.ts'

interface Props {
  /** Best first, at least one. */
  headshots: readonly Headshot[]
  /** The list's name, and the content below it. */
  label: string
  foot?: ReactNode
  /** Frames that are still to come. */
  developingCount: number
  /** Keys of headshots with a running re-roll, and of re-roll results. */
  rerolled: ReadonlySet<string>
  /** Headshots whose re-roll failed, with the re-roll. */
  failed: ReadonlyMap<string, Reroll>
  replacements: ReadonlyMap<string, string>
  onRate: (headshot: Headshot, rating: HeadshotRating) => void
  onFavour: (headshot: Headshot, isFavourite: boolean) => void
  /** Called for the selected headshot's actions, except the selfie comparison. */
  onAction: (action: Exclude<HeadshotAction, 'before'>, headshot: Headshot) => void
}

/**
 * The contact sheet and the selected frame, large. Arrows, Home and End move through the sheet; Enter and Space lead
 * to the large picture, as a tap does where it is out of view; single keys do what the buttons do.
 */
export function Gallery(props: Props) {
  const { headshots, label, foot, developingCount, rerolled, failed, replacements } = props
  const { onRate, onFavour, onAction } = props
  // Until the user selects one, the best available is shown, although better ones may still come.
  const [chosenKey, setChosenKey] = useChosenHeadshot()
  const [isBefore, setBefore] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const download = useRef<HTMLAnchorElement>(null)
  const isThere = (key: string) => headshots.some(({ userImageKey }) => userImageKey === key)
  // The selection moves to the re-roll's result.
  const successor = chosenKey === undefined || isThere(chosenKey) ? undefined : replacements.get(chosenKey)
  useEffect(() => {
    if (successor !== undefined) setChosenKey(successor)
  }, [successor, setChosenKey])
  const index = Math.max(
    0,
    headshots.findIndex(({ userImageKey }) => userImageKey === (successor ?? chosenKey)),
  )
  const chosen = headshots[index]

  function run(command: GalleryCommand) {
    if (!chosen) return
    if (command.kind === 'rate') onRate(chosen, command.rating)
    else if (command.kind === 'favour') onFavour(chosen, !chosen.isFavourite)
    else if (command.kind === 'download') download.current?.click()
    else if (command.kind !== 'compare' || headshots.length > 1) act(command.kind)
  }
  useGalleryKeys(run)
  if (!chosen) return null

  function act(action: HeadshotAction) {
    if (action !== 'before') {
      if (chosen) onAction(action, chosen)
      return
    }
    setBefore(!isBefore)
    if (!isBefore) show()
  }

  function choose(next: number, shouldFocus: boolean) {
    const headshot = headshots[Math.min(headshots.length - 1, Math.max(0, next))]
    if (!headshot) return
    setChosenKey(headshot.userImageKey)
    const option = list.current?.querySelectorAll<HTMLElement>('[role=option]')[headshots.indexOf(headshot)]
    if (shouldFocus) option?.focus({ preventScroll: false })
  }

  function show() {
    picture.current?.scrollIntoView({ block: 'nearest' })
  }

  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      picture.current?.focus({ preventScroll: true })
      show()
      return
    }
    const next = targetOf(event.key, index, columnsOf(list.current?.parentElement ?? null), headshots.length)
    if (next === undefined) return
    event.preventDefault()
    choose(next, true)
  }

  return (
    <GalleryLayout
      sheet={
        <>
          <GallerySheet
            list={list}
            label={label}
            headshots={headshots}
            chosenKey={chosen.userImageKey}
            rerolled={rerolled}
            developingCount={developingCount}
            onChoose={(position) => {
              choose(position, false)
              show()
            }}
            onKeyDown={move}
          />
          {foot}
        </>
      }
      chosen={
        <HeadshotView
          headshot={chosen}
          position={index + 1}
          total={headshots.length}
          picture={picture}
          download={download}
          isBefore={isBefore}
          isRerolled={rerolled.has(chosen.userImageKey)}
          failed={failed.get(chosen.userImageKey)}
          onMove={(step) => choose(index + step, false)}
          onRate={(rating) => onRate(chosen, rating)}
          onFavour={(isFavourite) => onFavour(chosen, isFavourite)}
          onAction={act}
        />
      }
    />
  )
}
