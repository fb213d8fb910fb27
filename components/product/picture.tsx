'use client'

import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'

interface Props {
  /** What is shown: the same id keeps its address, though every answer signs a new one, so nothing loads twice. */
  id: string
  url: string
  alt: string
  /** Shown instead when it cannot be loaded. */
  fallback?: ReactNode
  /** Loaded at once, ahead of the others. */
  isPriority?: boolean
  className?: string
}

/** A picture behind a signed, short-lived address. */
export function Picture({ id, url, alt, fallback, isPriority = false, className }: Props) {
  const [shown, setShown] = useState({ id, url, hasFailed: false, isLoaded: false })
  if (shown.id !== id) setShown({ id, url, hasFailed: false, isLoaded: false })
  // An address that expired gives way to the newest one.
  if (shown.hasFailed && shown.url !== url) setShown({ id, url, hasFailed: false, isLoaded: false })
  if (shown.hasFailed && fallback !== undefined) return fallback
  return (
    // eslint-disable-next-line @next/next/no-img-element -- a signed address is not to be kept by an image optimizer
    <img
      key={shown.url}
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
