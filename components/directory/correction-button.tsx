'use client'

import { lazy, Suspense, useState } from 'react'
import type { CorrectionProps } from './correction.ts'

/** Loaded on click: most visitors never need it. */
const CorrectionDialog = lazy(() =>
  import('./correction-dialog.tsx').then((loaded) => ({ default: loaded.CorrectionDialog })),
)

export function CorrectionButton({ label, ...rest }: CorrectionProps & { label: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`${label}: ${rest.listing.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center text-left underline decoration-edge underline-offset-4 hover:decoration-current"
      >
        {label}
      </button>
      {isOpen && (
        <Suspense>
          <CorrectionDialog {...rest} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
