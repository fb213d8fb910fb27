'use client'

import { clsx } from 'clsx'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { addOpenDialog, leaveClosedDialogs } from '#lib/browser/dialog-history.ts'

export interface DialogProps {
  open: boolean
  /** Called by Escape, Back, the close button and a click beside it; the owner sets `open` to false. */
  onClose: () => void
  title: ReactNode
  /** Name of the cross. */
  closeLabel: string
  children: ReactNode
  /** Buttons at the foot, the main one first. */
  actions?: ReactNode
  wide?: boolean
  /** As large as the window allows: for pictures side by side. */
  full?: boolean
}

/** The browser's own modal dialog: traps focus, returns it, closes on Escape, and on Back before Back leaves the page. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, closeLabel, children, actions, wide = false, full = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before the browser paints: an open one without its content would be seen to shrink.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  const closeByBack = useEffectEvent(onClose)
  useEffect(leaveClosedDialogs, [])
  useEffect(() => (open ? addOpenDialog(() => closeByBack()) : undefined), [open])

  const closeFromBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === ref.current) onClose()
  }

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={closeFromBackdrop}
      className={clsx(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] scroll-pt-20 overflow-auto rounded-lg bg-paper text-ink shadow-dialog',
        full ? 'max-w-6xl' : wide ? 'max-w-3xl' : 'max-w-lg',
      )}
    >
      {open && (
        <div className="p-5 sm:p-8">
          {/* Long content scrolls beneath it: the close button stays in view. */}
          <div className="sticky -top-3 z-10 -mx-5 -mt-5 mb-2 flex items-start justify-between gap-4 bg-paper px-5 pt-5 pb-2 sm:-top-6 sm:-mx-8 sm:-mt-8 sm:px-8 sm:pt-8">
            <h2 id={titleId} className="pt-1 text-xl">
              {title}
            </h2>
            <button
              type="button"
              aria-label={closeLabel}
              onClick={onClose}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-sm hover:bg-wash"
            >
              <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
                <path d="m2 2 12 12M14 2 2 14" stroke="currentColor" strokeWidth="1.8" />
              </svg>
            </button>
          </div>
          {children}
          {actions && <div className="mt-6 flex flex-col gap-2 sm:flex-row-reverse">{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
