'use client'

import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

interface Extent {
  width: number
  height: number
}

/**
 * Keeps the greatest height its children have had at this page width, so that the content below does not jump up when they
 * shrink. For content that changes by itself.
 */
export function StableHeight({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const highest = useRef<Extent>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (ref.current) highest.current = keepHeight(ref.current, highest.current)
  })
  // In a window of another width they are as high as their lines are then, whether they change or not.
  useEffect(() => {
    const onResize = () => {
      if (ref.current) highest.current = keepHeight(ref.current, highest.current)
    }
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  return <div ref={ref}>{children}</div>
}

function keepHeight(element: HTMLElement, highest: Extent): Extent {
  element.style.minHeight = ''
  const { width, height } = element.getBoundingClientRect()
  const kept = width === highest.width ? Math.max(height, highest.height) : height
  element.style.minHeight = `${kept}px`
  return { width, height: kept }
}
