import type { ReactNode } from 'react'
import { Link } from '#lib/i18n/navigation.ts'

/** One level up. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mb-4">
      <Link
        href={href}
        className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-sm px-1 text-sm text-ink-soft hover:text-ink"
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-3.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
        >
          <path d="M10 2.5 4.5 8l5.5 5.5" />
        </svg>
        {children}
      </Link>
    </p>
  )
}
