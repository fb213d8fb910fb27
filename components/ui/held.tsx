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
  /** Stands there until then, in the shape of what is coming. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Keeps what is in it out of sight until none of its skeletons is left, once: where several answers come one after the
 * other, each would push away what stands below it.
 */
export function Held({ placeholder, children }: Props) {
  const [isHeld, setHeld] = useState(true)
  const waitingCount = useRef(0)
  const isThere = useRef(false)
  const settle = useCallback(() => {
    // One skeleton may give way to another; and where React puts all of this away, none is left nor has anything come.
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

/** What it is in is held until this is gone. */
export function useAwaited(): void {
  const change = useContext(Waiting)
  useLayoutEffect(() => {
    change?.(1)
    return () => change?.(-1)
  }, [change])
}
