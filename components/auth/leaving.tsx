'use client'

import { Spinner } from '#components/ui/spinner.tsx'

/** A step that needs nobody: the next page, or the outcome, comes by itself. */
export function Leaving({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-16 text-lg">
      <Spinner />
      {text}
    </p>
  )
}
