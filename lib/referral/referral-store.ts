import { ERROR_STATUS } from '#contract/errors.ts'
import { CallError } from '#lib/api/call-error.ts'
import type { LocalStorageItem } from '#lib/browser/local-storage-item.ts'
import type { Auth } from '#lib/session/auth.ts'
import { nextReferral, referralAction, type ReferralEvent, type ReferralState } from './referral.ts'

export interface ReferralStoreDeps {
  held: LocalStorageItem
  validated: LocalStorageItem
  check: (code: string) => Promise<boolean>
  register: (code: string) => Promise<unknown>
}

export interface ReferralStore {
  getState: () => ReferralState
  /** Whether a user is signed in: a visitor's code is checked, a user's registered. */
  setAuth: (auth: Auth) => void
  see: (code: string) => void
}

const SEPARATOR = ','

/** The referral code of this browser, kept until it is registered. */
export function createReferralStore({ held, validated, check, register }: ReferralStoreDeps): ReferralStore {
  let auth: Auth = 'loading'
  let isBusy = false
  let state: ReferralState = {
    code: held.read(),
    validated: (validated.read() ?? '').split(SEPARATOR).filter((code) => code !== ''),
  }

  function take(event: ReferralEvent): void {
    state = nextReferral(state, event)
    if (state.code === null) held.remove()
    else held.write(state.code)
    if (state.validated.length === 0) validated.remove()
    else validated.write(state.validated.join(SEPARATOR))
  }

  async function act(): Promise<void> {
    const action = referralAction(state, auth)
    if (!action || isBusy) return
    isBusy = true
    const { kind, code } = action
    try {
      if (kind === 'check') take({ type: 'checked', code, isValid: await check(code) })
      else {
        await register(code)
        take({ type: 'settled', code })
      }
    } catch (error) {
      // A call without an answer is repeated on the next page.
      if (!isRefusal(error)) return
      take(kind === 'check' ? { type: 'checked', code, isValid: false } : { type: 'settled', code })
    } finally {
      isBusy = false
    }
    // The visitor may have signed in meanwhile, or come by another link.
    await act()
  }

  return {
    getState: () => state,
    setAuth: (next) => {
      auth = next
      void act()
    },
    see: (code) => {
      take({ type: 'seen', code })
      void act()
    },
  }
}

/** The backend has understood, and said no. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof CallError) || error.code === 'network' || error.code === 'canceled') return false
  const status = ERROR_STATUS[error.code]
  return status === 400 || status === 409
}
