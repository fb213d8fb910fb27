'use client'

import { useLocale } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import {
  OtherMethodError,
  SecondFactorRequiredError,
  type IdentityError,
  type IdentityErrorCode,
} from '#lib/identity/identity-error.ts'
import type { PendingLink, SecondFactorChallenge, SignInProvider } from '#lib/identity/identity.ts'
import { browserSession } from '#lib/session/browser-session.ts'
import { attempt } from './identity-errors.ts'

export interface SignIn {
  problem: IdentityErrorCode | undefined
  /** The first step was right, the second is due. */
  challenge: SecondFactorChallenge | undefined
  /** Google or Apple wait to be added to the account that is signed in to next. */
  pending: PendingLink | undefined
  waitingFor: SignInProvider | undefined
  /** Runs a step; true when it completed the sign-in. */
  run: (step: () => Promise<void>) => Promise<boolean>
  chooseProvider: (provider: SignInProvider) => Promise<void>
  /** After the second step. */
  finish: () => Promise<void>
  /** Back to the first step; the pending provider is forgotten. */
  restart: () => void
  clear: () => void
}

/**
 * The steps between the request and the sign-in: a second factor, an account with another method, a closed window.
 * After a redirect, because windows were blocked, it takes the provider's answer.
 */
export function useSignIn(): SignIn {
  const locale = useLocale()
  const [problem, setProblem] = useState<IdentityErrorCode>()
  const [challenge, setChallenge] = useState<SecondFactorChallenge>()
  const [pending, setPending] = useState<PendingLink>()
  const [waitingFor, setWaitingFor] = useState<SignInProvider>()

  const take = useCallback((failure: IdentityError | undefined) => {
    if (failure instanceof SecondFactorRequiredError) setChallenge(failure.challenge)
    else if (failure instanceof OtherMethodError) setPending(failure.pending)
    else setProblem(failure?.code)
  }, [])

  useEffect(() => {
    void browserSession()
      .identity()
      .then(
        async (identity) => {
          const failure = await attempt(() => identity.completeRedirect())
          if (failure) take(failure)
        },
        // The session itself reports a sign-in that cannot be loaded.
        () => undefined,
      )
  }, [take])

  // The account is open; a failed addition of the other provider is offered again at the next sign-in with it.
  const finish = async () => {
    if (pending) await attempt(pending.link)
  }

  async function run(step: () => Promise<void>): Promise<boolean> {
    setProblem(undefined)
    const failure = await attempt(step)
    if (failure === undefined) await finish()
    else take(failure)
    return failure === undefined
  }

  async function chooseProvider(provider: SignInProvider) {
    setProblem(undefined)
    setWaitingFor(provider)
    const failure = await attempt(async () =>
      (await browserSession().identity()).signInWith(provider, locale),
    )
    // The window that took its place answers.
    if (failure?.code === 'popup_replaced') return
    setWaitingFor(undefined)
    if (failure === undefined) await finish()
    else take(failure)
  }

  const clear = () => setProblem(undefined)
  const restart = () => {
    clear()
    setChallenge(undefined)
    setPending(undefined)
  }
  return { problem, challenge, pending, waitingFor, run, chooseProvider, finish, restart, clear }
}
