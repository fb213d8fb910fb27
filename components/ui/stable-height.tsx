'use client'

import { useEffect, useRef, type ReactNode } from 'react'

/**
 * Keeps the greatest height its children have had at this page width, so that the content below does not jump up when they
 * shrink. For content that changes by itself.
 */
export function StableHeight({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const kept = { width: 0, height: 0 }
    const observer = new ResizeObserver(() => {
      if (!content.current || !frame.current) return
      const { width, height } = content.current.getBoundingClientRect()
      // In a window of another width they are as high as their lines are then.
      kept.height = width === kept.width ? Math.max(height, kept.height) : height
      kept.width = width
      frame.current.style.minHeight = `${kept.height}px`
    })
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame}>
      {/* Margins of the first and last child count, too. */}
      <div ref={content} className="flow-root">
        {children}
      </div>
    </div>
  )
}
