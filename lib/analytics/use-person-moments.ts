import { useEffect, useRef } from 'react'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import { tellInteraction } from './tell.ts'

interface Shown {
  person: Person | undefined
  /** As the page counts them now; undefined until they are loaded. */
  acceptedCount: number | undefined
  /** The element that shows styles and prices, by its id; undefined while there are none. */
  offersElementId: string | undefined
}

/** Tells how far somebody comes with a person whose page is open. */
export function usePersonMoments({ person, acceptedCount, offersElementId }: Shown): void {
  const personId = person?.id
  const before = useRef<{ personId: string; acceptedCount: number }>(undefined)
  useEffect(() => {
    if (personId === undefined || acceptedCount === undefined) return
    const last = before.current?.personId === personId ? before.current.acceptedCount : undefined
    before.current = { personId, acceptedCount }
    // Only the change that is seen: whoever comes back has been told of.
    const isNews = last !== undefined && last < SELFIE_MIN_ACCEPTED && acceptedCount >= SELFIE_MIN_ACCEPTED
    if (isNews) tellInteraction('selfies_sufficient', personId)
  }, [personId, acceptedCount])
  useEffect(() => {
    const offers = offersElementId === undefined ? null : document.getElementById(offersElementId)
    if (personId === undefined || offers === null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      tellInteraction('offers_seen', personId)
      observer.disconnect()
    })
    observer.observe(offers)
    return () => observer.disconnect()
  }, [personId, offersElementId])
}
