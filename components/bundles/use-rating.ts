import { useState } from 'react'
import type { KeyedMutator } from 'swr'
import type { Bundle, Headshot, HeadshotRating } from '#contract/bundles.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/** Rates at once on the screen, and takes it back where the backend could not keep it. */
export function useRating(bundle: Bundle | undefined, mutate: KeyedMutator<Bundle>) {
  const [error, setError] = useState<unknown>()

  function rate({ userImageKey }: Headshot, rating: HeadshotRating): void {
    if (!bundle) return
    const rated = (shown: Bundle): Bundle => ({
      ...shown,
      headshots: shown.headshots.map((headshot) =>
        headshot.userImageKey === userImageKey ? { ...headshot, rating } : headshot,
      ),
    })
    setError(undefined)
    mutate(
      async (kept) => {
        await browserClient().call('rateHeadshot', { body: { userImageKey, rating } })
        return rated(kept ?? bundle)
      },
      {
        // What is displayed may hold ratings that are still on their way.
        optimisticData: (_kept, displayed) => rated(displayed ?? bundle),
        rollbackOnError: true,
        revalidate: false,
      },
    ).catch(setError)
  }

  return { rate, error }
}
