'use client'

import type { Receipt } from '#contract/payments.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

export interface OrderedStyle {
  /** The person in the style that was ordered. */
  sampleUrl: string | null
  /** Whether the person has the style by now. */
  isHeld: boolean
  /** Whether a sample may still come. */
  isLoading: boolean
}

const SAMPLES_MS = 2_000

/** The ordered style, from the person's offers. */
export function useOrderedStyle(receipt: Receipt | undefined): OrderedStyle {
  const personid = receipt?.personId ?? null
  const { data, isLoading } = useEndpoint(
    'getPossibleBundles',
    receipt && personid !== null ? { query: { personid, currency: receipt.price.currency } } : null,
    { refreshIntervalMs: (latest) => (latest?.areSamplesComing ? SAMPLES_MS : 0) },
  )
  const offer = data?.offers.find(({ styleId }) => styleId === receipt?.styleId)
  return { sampleUrl: offer?.sampleUrl ?? null, isHeld: (offer?.bundleId ?? null) !== null, isLoading }
}
