import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { HELD_BUNDLE_STATES, type BundleState } from '#contract/bundles.ts'
import type { Person } from '#contract/persons.ts'
import { isBundleBusy } from '#components/training/working.ts'

/** The status of a person as its owner sees it; each has a label in `messages/`. */
export type PersonStatus = 'draft' | 'collecting' | 'ready' | 'training' | 'developing' | 'trained' | 'failed'

/** The status of a person on every screen, from its state and its data. */
export function personStatusOf({ state, acceptedSelfieCount, bundles }: Person): PersonStatus {
  switch (state) {
    case 'draft':
      return 'draft'
    case 'uploading':
      // The checks may be a moment ahead of the person.
      return acceptedSelfieCount < SELFIE_MIN_ACCEPTED ? 'collecting' : 'ready'
    case 'trained':
      if (bundles.some(isBundleBusy)) return 'developing'
      return bundles.some((bundle) => bundle.state === 'ready') ? 'trained' : 'ready'
    case 'ready':
    case 'training':
    case 'failed':
      return state
  }
}

/** Whether a bundle was ordered and not given back. */
export function isHeld({ state }: { state: BundleState }): boolean {
  return HELD_BUNDLE_STATES.includes(state)
}
