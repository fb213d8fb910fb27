'use client'

import { useState, type ReactNode } from 'react'
import type { Bundle, Headshot, HeadshotRating } from '#contract/bundles.ts'
import { FormatsDialog } from '#components/finishing/formats-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { FlawDialog } from './flaw-dialog.tsx'
import { Gallery } from './gallery.tsx'
import type { HeadshotAction } from './headshot-view.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

interface Props {
  bundle: Bundle
  headshots: readonly Headshot[]
  label: string
  /** Content below the sheet. */
  foot?: ReactNode
  rerolled: ReadonlySet<string>
  developingCount: number
  onRate: (headshot: Headshot, rating: HeadshotRating) => void
  onFavour: (headshot: Headshot, isFavourite: boolean) => void
  onChanged: () => Promise<unknown>
}

/** The gallery with the dialogs that open from its headshots, one at a time. */
export function GalleryRoom(props: Props) {
  const { bundle, headshots, label, foot, rerolled, developingCount, onRate, onFavour, onChanged } = props
  const [open, setOpen] = useState<{ action: Exclude<HeadshotAction, 'before'>; headshot: Headshot }>()
  const close = () => setOpen(undefined)
  const openAt = (action: HeadshotAction) => (open?.action === action ? open.headshot : null)
  const replacements = new Map(
    bundle.rerolls.flatMap(({ userImageKey, newUserImageKey }) =>
      newUserImageKey === null ? [] : [[userImageKey, newUserImageKey] as const],
    ),
  )
  // The last word on each: one that was asked for again is under way, or done.
  const latest = new Map(bundle.rerolls.map((reroll) => [reroll.userImageKey, reroll]))
  const failed = new Map([...latest].filter(([, { state }]) => state === 'failed'))
  return (
    <>
      <Gallery
        headshots={headshots}
        label={label}
        foot={foot}
        rerolled={rerolled}
        failed={failed}
        replacements={replacements}
        developingCount={developingCount}
        onRate={onRate}
        onFavour={onFavour}
        onAction={(action, headshot) => setOpen({ action, headshot })}
      />
      <FormatsDialog headshot={openAt('formats')} onClose={close} />
      <FlawDialog headshot={openAt('flaw')} bundle={bundle} onClose={close} onAsked={onChanged} />
      <ShareDialog
        headshot={openAt('share')}
        personId={bundle.personId}
        personName={bundle.personName}
        onClose={close}
      />
      <KeysDialog isOpen={open?.action === 'keys'} onClose={close} />
      <CompareDialog
        isOpen={open?.action === 'compare'}
        headshots={headshots}
        firstKey={open?.headshot.userImageKey ?? ''}
        onClose={close}
        onDecide={(headshot) => {
          onFavour(headshot, true)
          close()
        }}
      />
    </>
  )
}
