'use client'

import { clsx } from 'clsx'
import { useAwaited } from './held.tsx'

/** A quiet block in the shape of what is coming; give it the final size with classes. */
export function Skeleton({ className }: { className?: string }) {
  useAwaited()
  return <div aria-hidden="true" className={clsx('animate-shimmer rounded-sm bg-hairline', className)} />
}
