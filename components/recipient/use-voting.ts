'use client'

import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { CallError, askedAgain, isTransient, pauseBeforeMs } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { meansBroken } from './open-visit.ts'
import { NOT_ASKED, nextVoting, passedParameter, type Pair, type VotingState } from './voting.ts'

export interface UseVoting {
  state: VotingState
  /** The one just chosen, until the vote has arrived. */
  chosenKey: string | undefined
  /** The last vote was on a pair that had one, given in another window. */
  isRepeat: boolean
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
  const [isRepeat, setRepeat] = useState(false)
  const [error, setError] = useState<unknown>()
  const isVoting = useRef(false)
  const asking = useRef<AbortController>(undefined)
  /** Gone back to here: its vote is meant to be another one. */
  const reconsidered = useRef<Pair>(undefined)
  const { pair, passed } = state
  const notAsked = pair === undefined

  const fail = useCallback(
    (failure: unknown) => {
      if (meansBroken(failure)) onBroken()
      else setError(askedAgain(failure))
    },
    [onBroken],
  )

  const ask = useCallback(async () => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      const query = { token, passed: passedParameter(passed) }
      const question = await browserClient().call('getNextPair', { query }, { signal })
      // A user who went back meanwhile has another pair.
      if (signal.aborted) return
      setError(undefined)
      dispatch({ kind: 'asked', question })
    } catch (failure) {
      if (!signal.aborted) fail(failure)
    }
  }, [token, passed, fail])

  useEffect(() => {
    // Once for each state without a pair; failures are retried below.
    if (notAsked) queueMicrotask(() => void ask())
  }, [notAsked, ask])

  const vote = useCallback(
    async (on: Pair, winnerKey: string) => {
      if (isVoting.current) return
      isVoting.current = true
      setChosenKey(winnerKey)
      const loserKey = on[0] === winnerKey ? on[1] : on[0]
      try {
        const question = await browserClient().call('votePair', {
          query: { token },
          body: { winnerKey, loserKey },
        })
        setRepeat(question.isRepeat && on !== reconsidered.current)
        dispatch({ kind: 'voted', pair: on, question })
        setChosenKey(undefined)
        setError(undefined)
      } catch (failure) {
        if (!(failure instanceof CallError) || failure.code !== 'headshot_not_found') {
          fail(failure)
          return
        }
        // One of the two headshots was deleted: the next pair is without it.
        dispatch({ kind: 'passed', pair: on })
        setChosenKey(undefined)
        setError(undefined)
      } finally {
        isVoting.current = false
      }
    },
    [token, fail],
  )

  const choose = (winnerKey: string) => {
    if (pair) void vote(pair, winnerKey)
  }
  const retry = () => {
    if (pair && chosenKey !== undefined) void vote(pair, chosenKey)
    else if (notAsked) void ask()
    else setError(undefined)
  }

  const again = useEffectEvent(retry)
  // A voting friend need not press anything while the service is unavailable.
  const failureCount = useRef(0)
  useEffect(() => {
    if (error === undefined) {
      failureCount.current = 0
      return
    }
    const onAgain = () => again()
    failureCount.current += 1
    const timer = isTransient(error)
      ? setTimeout(onAgain, pauseBeforeMs(failureCount.current, error))
      : undefined
    window.addEventListener('online', onAgain)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', onAgain)
    }
  }, [error])

  const goOn = (event: Parameters<typeof dispatch>[0]) => {
    if (isVoting.current) return
    asking.current?.abort()
    setError(undefined)
    setChosenKey(undefined)
    setRepeat(false)
    dispatch(event)
  }
  return {
    state,
    chosenKey,
    isRepeat,
    error,
    choose,
    pass: () => pair && goOn({ kind: 'passed', pair }),
    back: () => {
      if (state.voted.length === 0) return
      reconsidered.current = state.voted.at(-1)
      goOn({ kind: 'back' })
    },
    retry,
  }
}
