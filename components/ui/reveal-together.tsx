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
  /** Is shown until then, in the shape of the content that is coming. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Hides its children until none of their skeletons is left, once: where several answers arrive one after the other, each
 * would push down the content below it.
 */
export function RevealTogether({ placeholder, children }: Props) {
  const [isHidden, setHidden] = useState(true)
  const waitingCount = useRef(0)
  const isThere = useRef(false)
  const settle = useCallback(() => {
    // One skeleton may replace another; and when React hides this subtree, none is left although nothing has loaded.
    queueMicrotask(() => {
      if (isThere.current && waitingCount.current === 0) setHidden(false)
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
      {isHidden && placeholder}
      <div hidden={isHidden}>
        <Waiting value={change}>{children}</Waiting>
      </div>
    </>
  )
}

/** The `RevealTogether` around the calling component hides its children for as long as that component is mounted. */
export function useDelaysReveal(): void {
  const change = useContext(Waiting)
  useLayoutEffect(() => {
    change?.(1)
    return () => change?.(-1)
  }, [change])
}
