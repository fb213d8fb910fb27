import { readReferralCode } from '#contract/referral-code.ts'
import type { Auth } from '#lib/session/auth.ts'

export interface ReferralState {
  code: string | null
  /** Codes that were found good, latest first. */
  validated: readonly string[]
}

export type ReferralEvent =
  | { type: 'seen'; code: string }
  | { type: 'checked'; code: string; isValid: boolean }
  /** Registered, or refused for good: nothing more will come of it. */
  | { type: 'settled'; code: string }

export type ReferralAction = { kind: 'check' | 'register'; code: string }

export const NO_REFERRAL: ReferralState = { code: null, validated: [] }
const VALIDATED_MAX = 20

/** none -> held -> found good -> registered -> none; one that is not good is none at once. */
export function nextReferral(state: ReferralState, event: ReferralEvent): ReferralState {
  switch (event.type) {
    case 'seen': {
      const code = readReferralCode(event.code)
      return code === undefined || code === state.code ? state : { ...state, code }
    }
    case 'checked': {
      const { code, isValid } = event
      const others = state.validated.filter((known) => known !== code)
      if (isValid) return { ...state, validated: [code, ...others].slice(0, VALIDATED_MAX) }
      return { code: state.code === code ? null : state.code, validated: others }
    }
    case 'settled':
      return state.code === event.code ? { ...state, code: null } : state
  }
}

/** The next step for the code: checked once for a visitor, registered for a user. */
export function referralAction({ code, validated }: ReferralState, auth: Auth): ReferralAction | undefined {
  if (code === null || auth === 'loading') return undefined
  if (auth === 'signed_in') return { kind: 'register', code }
  return validated.includes(code) ? undefined : { kind: 'check', code }
}
