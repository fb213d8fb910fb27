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
 * Sends a form that a script handles. Until that script runs it is no submit button, so that nobody's password is sent
 * by the browser's own means, into the address bar.
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
