'use client'

import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * Never shrinks while the page's width stays: content below does not move up when its content gets shorter.
 * For content that changes by itself.
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
