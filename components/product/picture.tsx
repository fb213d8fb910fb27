'use client'

import { clsx } from 'clsx'
import { useEffect, useState, type ReactNode } from 'react'

interface Props {
  /**
   * Identifies the picture: the same id keeps its address, though every answer signs a new one, so that it loads
   * once.
   */
  id: string
  url: string
  alt: string
  /** Shown instead when the picture cannot be loaded. */
  fallback?: ReactNode
  /** Loaded at once, before the others. */
  isPriority?: boolean
  className?: string
}

/** Waits before an address that failed is tried again, and before the second time; a part of each is chance. */
const RETRY_MS = [1500, 6000] as const

/** A picture behind a signed, short-lived address. */
export function Picture({ id, url, alt, fallback, isPriority = false, className }: Props) {
  const fresh = { id, url, attempt: 0, hasFailed: false, isLoaded: false }
  const [shown, setShown] = useState(fresh)
  if (shown.id !== id) setShown(fresh)
  // An address that expired gives way to the newest one.
  if (shown.hasFailed && shown.url !== url) setShown(fresh)
  const { hasFailed, attempt } = shown
  useEffect(() => {
    const wait = hasFailed ? RETRY_MS[attempt] : undefined
    if (wait === undefined) return
    const timer = setTimeout(
      () => setShown((now) => ({ ...now, attempt: attempt + 1, hasFailed: false })),
      wait * (0.75 + Math.random() / 2),
    )
    return () => clearTimeout(timer)
  }, [hasFailed, attempt])
  if (hasFailed && fallback !== undefined) return fallback
  return (
    // eslint-disable-next-line @next/next/no-img-element -- a signed address is not to be kept by an image optimizer
    <img
      key={`${shown.url} ${String(attempt)}`}
      src={shown.url}
      alt={alt}
      draggable={false}
      decoding="async"
      loading={isPriority ? 'eager' : 'lazy'}
      fetchPriority={isPriority ? 'high' : 'auto'}
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0 && !shown.isLoaded)
          setShown({ ...shown, isLoaded: true })
      }}
      onLoad={() => setShown((now) => ({ ...now, isLoaded: true }))}
      onError={() => setShown((now) => ({ ...now, hasFailed: true }))}
      className={clsx(
        'transition-opacity duration-250',
        shown.isLoaded ? 'opacity-100' : 'opacity-0',
        className,
      )}
    />
  )
}
