'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type ReactNode } from 'react'

interface Props {
  /** Goes up with each order placed on this page. */
  orderCount: number
  isEmpty: boolean
  isWorking: boolean
  children: ReactNode
}

/**
 * The studio's running and finished work. An order moves focus and view here; the region stays mounted while progress
 * turns into headshots, so the focus stays too. Once there was work on this page the region is as high as the window,
 * so that no step moves the content below.
 */
export function WorkRegion({ orderCount, isEmpty, isWorking, children }: Props) {
  const t = useTranslations('persons.one')
  const region = useRef<HTMLElement>(null)
  const [hasWorked, setWorked] = useState(isWorking)
  if (isWorking && !hasWorked) setWorked(true)
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
      className={isEmpty ? 'hidden' : clsx('flex scroll-mt-6 flex-col gap-12', hasWorked && 'min-h-svh')}
    >
      {children}
    </section>
  )
}
