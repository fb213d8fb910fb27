import { useState } from 'react'
import type { KeyedMutator } from 'swr'
import type { Bundle, Headshot, HeadshotRating } from '#contract/bundles.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/**
 * Shows a rating or favourite at once, and reverts it where the backend could not store it; it can then be tried
 * again. Frames keep their places until the page is opened again: none moves under a finger.
 */
export function useRating(bundle: Bundle | undefined, mutate: KeyedMutator<Bundle>) {
  const [failure, setFailure] = useState<{ error: unknown; again: () => void }>()

  function change(send: () => Promise<unknown>, changed: (headshot: Headshot) => Headshot): void {
    if (!bundle) return
    const apply = (shown: Bundle): Bundle => ({ ...shown, headshots: shown.headshots.map(changed) })
    setFailure(undefined)
    mutate(
      async (kept) => {
        await send()
        return apply(kept ?? bundle)
      },
      {
        // The displayed data may include ratings that are still being sent.
        optimisticData: (_kept, displayed) => apply(displayed ?? bundle),
        rollbackOnError: true,
        revalidate: false,
      },
    ).catch((error: unknown) => setFailure({ error, again: () => change(send, changed) }))
  }

  function rate({ userImageKey }: Headshot, rating: HeadshotRating): void {
    change(
      () => browserClient().call('rateHeadshot', { body: { userImageKey, rating } }),
      (headshot) => (headshot.userImageKey === userImageKey ? { ...headshot, rating } : headshot),
    )
  }

  /** One favourite in a bundle, or none. */
  function favour({ userImageKey }: Headshot, isFavourite: boolean): void {
    change(
      () => browserClient().call('favourHeadshot', { body: { userImageKey, isFavourite } }),
      (headshot) => ({
        ...headshot,
        isFavourite:
          headshot.userImageKey === userImageKey ? isFavourite : !isFavourite && headshot.isFavourite,
      }),
    )
  }

  return { rate, favour, failure }
}
