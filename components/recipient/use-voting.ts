'use client'

import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { meansBroken } from './open-visit.ts'
import { NOT_ASKED, nextVoting, passedParameter, type Pair, type VotingState } from './voting.ts'

export interface UseVoting {
  state: VotingState
  /** The one just chosen, until the vote has arrived. */
  chosenKey: string | undefined
  /** Why the last call did not work. */
  error: unknown
  choose: (winnerKey: string) => void
  pass: () => void
  back: () => void
  /** Sends again what did not arrive. */
  retry: () => void
}

/** Votes one pair after the other. One vote is on its way at a time; a second tap meanwhile is none. */
export function useVoting(token: string, onBroken: () => void): UseVoting {
  const [state, dispatch] = useReducer(nextVoting, NOT_ASKED)
  const [chosenKey, setChosenKey] = useState<string>()
  const [error, setError] = useState<unknown>()
  const isSending = useRef(false)
  const { pair, passed } = state
  const notAsked = pair === undefined

  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      if (isSending.current) return
      isSending.current = true
      try {
        await work()
        setChosenKey(undefined)
        setError(undefined)
      } catch (failure) {
        if (meansBroken(failure)) onBroken()
        else setError(failure)
      } finally {
        isSending.current = false
      }
    },
    [onBroken],
  )

  const ask = useCallback(
    () =>
      attempt(async () => {
        const query = { token, passed: passedParameter(passed) }
        dispatch({ kind: 'asked', question: await browserClient().call('getNextPair', { query }) })
      }),
    [attempt, token, passed],
  )

  useEffect(() => {
    // Once for each time that nothing is asked; what failed waits for `retry`.
    if (notAsked) queueMicrotask(() => void ask())
  }, [notAsked, ask])

  const vote = useCallback(
    (on: Pair, winnerKey: string) =>
      attempt(async () => {
        setChosenKey(winnerKey)
        setError(undefined)
        const loserKey = on[0] === winnerKey ? on[1] : on[0]
        try {
          const question = await browserClient().call('votePair', {
            query: { token },
            body: { winnerKey, loserKey },
          })
          dispatch({ kind: 'voted', pair: on, question })
        } catch (failure) {
          // One of the two is no more: the next pair has none of it.
          if (!(failure instanceof CallError) || failure.code !== 'headshot_not_found') throw failure
          dispatch({ kind: 'passed', pair: on })
        }
      }),
    [attempt, token],
  )

  const choose = (winnerKey: string) => {
    if (pair) void vote(pair, winnerKey)
  }
  const retry = () => {
    if (pair && chosenKey !== undefined) void vote(pair, chosenKey)
    else if (notAsked) void ask()
    else setError(undefined)
  }

  const latestRetry = useRef(retry)
  useEffect(() => {
    latestRetry.current = retry
  })
  const hasError = error !== undefined
  useEffect(() => {
    if (!hasError) return
    const again = () => latestRetry.current()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [hasError])

  const ifIdle = (event: Parameters<typeof dispatch>[0]) => {
    if (isSending.current) return
    setError(undefined)
    setChosenKey(undefined)
    dispatch(event)
  }
  return {
    state,
    chosenKey,
    error,
    choose,
    pass: () => pair && ifIdle({ kind: 'passed', pair }),
    back: () => ifIdle({ kind: 'back' }),
    retry,
  }
}
