'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  /** Goes up with each order placed on this page. */
  orderCount: number
  isEmpty: boolean
  children: ReactNode
}

/**
 * What the studio does and did. An order leads here, with focus and sight; since the region stays while progress
 * turns into headshots, so does whoever waits in it.
 */
export function WorkRegion({ orderCount, isEmpty, children }: Props) {
  const t = useTranslations('persons.one')
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (orderCount === 0) return
    region.current?.focus({ preventScroll: true })
    region.current?.scrollIntoView({ block: 'start' })
  }, [orderCount])
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t('studio')}
      className={isEmpty ? 'hidden' : 'flex scroll-mt-6 flex-col gap-12'}
    >
      {children}
    </section>
  )
}
