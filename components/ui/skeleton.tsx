'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useDelaysReveal } from './reveal-together.tsx'

/** A quiet block in the shape of the expected content; set the final size with classes. */
export function Skeleton({ className }: { className?: string }) {
  useDelaysReveal()
  return <div aria-hidden="true" className={clsx('animate-shimmer rounded-sm bg-hairline', className)} />
}

/** A quiet block exactly as large as its children, in the reader's language and at the current width. */
export function SkeletonOf({ children }: { children: ReactNode }) {
  useDelaysReveal()
  return (
    <div inert aria-hidden="true" className="animate-shimmer rounded-sm bg-hairline *:invisible">
      {children}
    </div>
  )
}
