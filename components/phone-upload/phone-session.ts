import { z } from 'zod'
import { HandoffSession, HandoffToken } from '#contract/phone-upload.ts'
import { CallError } from '#lib/api/call-error.ts'
import { browserClient } from '#lib/session/browser-session.ts'

const KEPT_AS = 'handoff'
/** Replaces the token in the address once it was used: the token is invalid then, but should not stay visible. */
export const OPENED_SEGMENT = 'open'

const Kept = z.object({ token: HandoffToken, session: HandoffSession })
type Kept = z.infer<typeof Kept>

/** Why a phone cannot send, or no longer. */
export type HandoffEnd = 'used' | 'expired' | 'unknown' | 'over' | 'closed' | 'finished'

/** One attempt per token, however often the page renders: a code opens once. */
const attempts = new Map<string, Promise<HandoffSession>>()

/**
 * The session behind the last part of the address: opened with its token, or kept by this tab from before.
 * @throws CallError, handoff_invalid where there is neither
 */
export function openPhoneSession(segment: string): Promise<HandoffSession> {
  const kept = readKept()
  if (kept && (segment === OPENED_SEGMENT || segment === kept.token)) return Promise.resolve(kept.session)
  if (!HandoffToken.safeParse(segment).success) return Promise.reject(new CallError('handoff_invalid'))
  const before = attempts.get(segment)
  if (before) return before
  const attempt = browserClient()
    .call('openHandoff', { body: { token: segment } })
    .then((session) => {
      keep({ token: segment, session })
      return session
    })
  // What failed for a moment may be tried again.
  attempt.catch(() => attempts.delete(segment))
  attempts.set(segment, attempt)
  return attempt
}

/** Takes the token out of the address and the history. */
export function hideToken(): void {
  const { pathname } = window.location
  const opened = pathname.replace(/[^/]+\/?$/, OPENED_SEGMENT)
  if (opened !== pathname) window.history.replaceState(window.history.state, '', opened)
}

export function forgetPhoneSession(): void {
  try {
    sessionStorage.removeItem(KEPT_AS)
  } catch {
    return
  }
}

/** The end that a refusal means for the phone; undefined where another try may help. */
export function endOf(error: unknown): HandoffEnd | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.code === 'handoff_used') return 'used'
  if (error.code === 'handoff_expired') return 'expired'
  return error.code === 'handoff_invalid' || error.code === 'body_invalid' ? 'unknown' : undefined
}

/** Storage may be off; then a reload ends the session. */
function readKept(): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null')).data
  } catch {
    return undefined
  }
}

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(kept))
  } catch {
    return
  }
}
