'use client'

import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'

const Waiting = createContext<((by: 1 | -1) => void) | null>(null)

interface Props {
  /** Shown until then, in the shape of the content. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Hides its content until none of its skeletons is left, once: where several answers arrive one after the other, each
 * would move the content below it.
 */
export function Held({ placeholder, children }: Props) {
  const [isHeld, setHeld] = useState(true)
  const waitingCount = useRef(0)
  const isThere = useRef(false)
  const settle = useCallback(() => {
    // One skeleton may replace another; and when React hides this subtree, none is left although nothing has loaded.
    queueMicrotask(() => {
      if (isThere.current && waitingCount.current === 0) setHeld(false)
    })
  }, [])
  const change = useCallback(
    (by: 1 | -1) => {
      waitingCount.current += by
      settle()
    },
    [settle],
  )
  useLayoutEffect(() => {
    isThere.current = true
    settle()
    return () => {
      isThere.current = false
    }
  }, [settle])
  return (
    <>
      {isHeld && placeholder}
      <div hidden={isHeld}>
        <Waiting value={change}>{children}</Waiting>
      </div>
    </>
  )
}

/** Keeps the enclosing `Held` hidden while this component is mounted. */
export function useAwaited(): void {
  const change = useContext(Waiting)
  useLayoutEffect(() => {
    change?.(1)
    return () => change?.(-1)
  }, [change])
}
