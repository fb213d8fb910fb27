'use client'

import type { MouseEvent, ReactNode } from 'react'

interface Props {
  /** What the button's `popoverTarget` names. */
  id: string
  className?: string
  children: ReactNode
}

/** A popover that closes when one of its links leads to a place on the same page, which no navigation does for it. */
export function MenuPanel({ id, className, children }: Props) {
  const closeAfterLink = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('a') !== null)
      event.currentTarget.hidePopover()
  }
  return (
    <div id={id} popover="auto" className={className} onClick={closeAfterLink}>
      {children}
    </div>
  )
}
