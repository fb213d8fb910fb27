'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useIsHydrated } from '#lib/browser/use-is-hydrated.ts'

interface Props {
  busy: boolean
  className?: string
  block?: boolean
  children: ReactNode
}

/**
 * Submits a form that a script handles. Before hydration it is no submit button, so that the browser itself never
 * sends a password, in the address bar.
 */
export function SubmitButton({ busy, className, block, children }: Props) {
  const isReady = useIsHydrated()
  return (
    <Button
      type={isReady ? 'submit' : 'button'}
      {...(isReady ? {} : { 'aria-disabled': true })}
      size="lg"
      busy={busy}
      block={block}
      className={className}
    >
      {children}
    </Button>
  )
}
