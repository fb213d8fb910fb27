import { useEffect, useRef } from 'react'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import { trackInteraction } from './track.ts'

interface Shown {
  person: Person | undefined
  /** The page's present count; undefined until the selfies are loaded. */
  acceptedCount: number | undefined
  /** The element that shows styles and prices, by its id; undefined while there are none. */
  offersElementId: string | undefined
}

/** Tracks how far users come with the person whose page is open. */
export function useTrackPerson({ person, acceptedCount, offersElementId }: Shown): void {
  const personId = person?.id
  const before = useRef<{ personId: string; acceptedCount: number }>(undefined)
  useEffect(() => {
    if (personId === undefined || acceptedCount === undefined) return
    const last = before.current?.personId === personId ? before.current.acceptedCount : undefined
    before.current = { personId, acceptedCount }
    // Only a change that happens while the page is open: an earlier one was sent before.
    const isNews = last !== undefined && last < SELFIE_MIN_ACCEPTED && acceptedCount >= SELFIE_MIN_ACCEPTED
    if (isNews) trackInteraction('selfies_sufficient', personId)
  }, [personId, acceptedCount])
  useEffect(() => {
    const offers = offersElementId === undefined ? null : document.getElementById(offersElementId)
    if (personId === undefined || offers === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      trackInteraction('offers_seen', personId)
      observer.disconnect()
    })
    observer.observe(offers)
    return () => observer.disconnect()
  }, [personId, offersElementId])
}
