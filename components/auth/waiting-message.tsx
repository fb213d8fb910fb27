'use client'

import { Spinner } from '#components/ui/spinner.tsx'

/** Shown while the next page, or the result, arrives without an action. */
export function WaitingMessage({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-16 text-lg">
      <Spinner />
      {text}
    </p>
  )
}
