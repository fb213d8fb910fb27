'use client'

import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * Never gets lower while the page is as wide: what stands below does not jump up when what is in it gives way to less.
 * For what changes by itself.
 */
export function KeepsHeight({ children }: { children: ReactNode }) {
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
