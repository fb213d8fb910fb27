'use client'

import { useCallback, useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { OPEN_PAYMENT_STATES, type Receipt } from '#contract/payments.ts'
import { CallError, askedAgain, isTransient, pauseBeforeMs } from '#lib/api/call-error.ts'
import { endpointKey } from '#lib/session/use-endpoint.ts'
import { browserClient } from '#lib/session/browser-session.ts'

type Payments = EndpointResult<Endpoints['getPayments']>

const ASK_AGAIN_MS = 2_000
/** After so many answers the page stops asking by itself. */
const QUESTIONS_MAX = 15
/** The longest pause between two questions about a payment that a bank is processing. */
const BANK_PAUSE_MAX_MS = 300_000

export interface PaymentNews {
  receipt: Receipt | undefined
  error: unknown
  /** The result is still unknown, and the page polls by itself. */
  isAsking: boolean
  ask: () => void
}

/** The page that is gone to next shows no order as open that is not. */
function withNews(known: Payments | undefined, news: Receipt): Payments | undefined {
  return (
    known && {
      ...known,
      payments: known.payments.map((one) => (one.paymentId === news.paymentId ? news : one)),
    }
  )
}

/** The state of a payment, polled until it is final; a customer who comes back without paying ends it. */
export function usePayment(paymentId: string, isCanceled: boolean): PaymentNews {
  const [receipt, setReceipt] = useState<Receipt>()
  const [error, setError] = useState<unknown>()
  const [round, setRound] = useState(0)
  const [isAsking, setAsking] = useState(true)
  const { mutate } = useSWRConfig()

  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const askOnce = async (count: number, failures = 0): Promise<void> => {
      try {
        const body = { paymentId }
        const call = isCanceled ? 'cancelPayment' : 'confirmPayment'
        const answer = await browserClient().call(call, { body })
        if (isGone) return
        setReceipt(answer)
        setError(undefined)
        void mutate<Payments>(endpointKey('getPayments', {}), (known) => withNews(known, answer))
        const isAwaited = OPEN_PAYMENT_STATES.includes(answer.state) && count < QUESTIONS_MAX
        setAsking(isAwaited)
        const pauseMs =
          answer.state === 'processing'
            ? Math.min(ASK_AGAIN_MS * 2 ** count, BANK_PAUSE_MAX_MS)
            : isAwaited
              ? ASK_AGAIN_MS
              : null
        if (pauseMs !== null) timer = setTimeout(() => void askOnce(count + 1), pauseMs)
      } catch (cause) {
        if (isGone) return
        setError(askedAgain(cause))
        setAsking(false)
        // A customer who has paid should not have to press a button.
        if (isTransient(cause))
          timer = setTimeout(() => void askOnce(count, failures + 1), pauseBeforeMs(failures + 1, cause))
      }
    }
    void askOnce(1)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [paymentId, isCanceled, round, mutate])

  const ask = useCallback(() => {
    setAsking(true)
    setError(undefined)
    setRound((before) => before + 1)
  }, [])
  const isCutOff = error instanceof CallError && error.code === 'network'
  useEffect(() => {
    if (!isCutOff) return
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [isCutOff, ask])
  return { receipt, error, isAsking, ask }
}
