'use client'

import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * Keeps the greatest height its children have had at this page width, so that the content below does not jump up when they
 * shrink. For content that changes by itself.
 */
export function StableHeight({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const highest = useRef({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.style.minHeight = ''
    const { width, height } = element.getBoundingClientRect()
    const isAsWide = width === highest.current.width
    highest.current = { width, height: isAsWide ? Math.max(height, highest.current.height) : height }
    element.style.minHeight = `${highest.current.height}px`
  })
  return <div ref={ref}>{children}</div>
}
