import { BRAND } from '#contract/brand.ts'
import { clsx } from 'clsx'

/** Sun behind a ridge, in one frame of film. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('size-6', className)}>
      <circle cx="14.5" cy="9.5" r="6" className="fill-accent" />
      <path d="M0 22 8.6 9.2l4.3 5.6 3.1-3.3L24 22Z" fill="currentColor" />
    </svg>
  )
}

/** Mark and name, or on phones the mark alone. The name comes from the one constant. */
export function Brand({ isTight = false }: { isTight?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandMark />
      <span
        translate="no"
        className={clsx('text-lg font-bold tracking-tight', isTight && 'hidden sm:inline')}
      >
        {BRAND}
      </span>
    </span>
  )
}
