'use client'

import { useCallback, useEffect, useState } from 'react'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'
import type { SentCode } from '#lib/identity/identity.ts'
import { attempt } from './identity-errors.ts'

const RESEND_PAUSE_SECONDS = 30

export interface PhoneCode {
  /** On its way to the phone; undefined before, and after a sending that failed. */
  sent: SentCode | undefined
  isSending: boolean
  problem: IdentityErrorCode | undefined
  /** Seconds until another can be asked for. */
  pauseSeconds: number
  /** Asks for a code; a captcha may come over the page first. Undefined: the asking was given up. */
  send: (ask: () => Promise<SentCode | undefined>) => Promise<void>
  /** Forgets the sent code, for another phone. */
  forget: () => void
}

/** One code by text message: sends it, and again after a pause. */
export function usePhoneCode(): PhoneCode {
  const [sent, setSent] = useState<SentCode>()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const [pauseSeconds, setPauseSeconds] = useState(0)

  useEffect(() => {
    if (pauseSeconds === 0) return
    const timer = setTimeout(() => setPauseSeconds(pauseSeconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [pauseSeconds])

  const send = useCallback(async (ask: () => Promise<SentCode | undefined>) => {
    setSending(true)
    setProblem(undefined)
    const failure = await attempt(async () => {
      const answer = await ask()
      if (!answer) return
      setSent(answer)
      setPauseSeconds(RESEND_PAUSE_SECONDS)
    })
    setProblem(failure?.code)
    setSending(false)
  }, [])
  const forget = useCallback(() => {
    setSent(undefined)
    setProblem(undefined)
    setPauseSeconds(0)
  }, [])
  return { sent, isSending, problem, pauseSeconds, send, forget }
}
