import { ShareToken, type SharedPerson } from '#contract/sharing.ts'
import { CallError } from '#lib/api/call-error.ts'
import type { Client } from '#lib/api/client.ts'
import type { VisitStorage } from './visit-storage.ts'

/** Why a link is invalid. `unknown`: expired, revoked, or never valid; this browser cannot tell which. */
export type BrokenReason = 'incomplete' | 'expired' | 'ended' | 'unknown'

export type Visit =
  | { phase: 'broken'; reason: BrokenReason }
  /** The link is valid; no recipient has registered here. */
  | { phase: 'welcome'; person: SharedPerson; linkToken: string }
  | { phase: 'member'; person: SharedPerson; recipientToken: string; name: string | null }

export interface VisitDeps {
  client: Pick<Client, 'call'>
  kept: VisitStorage
  now: () => number
}

/** The token in the fragment of a link, which no server and no other site gets to see. */
export function tokenIn(fragment: string): string | undefined {
  const parsed = ShareToken.safeParse(fragment.replace(/^#/, ''))
  return parsed.success ? parsed.data : undefined
}

/**
 * Opens a link: as this browser's recipient, else as a new one.
 * @param given the token in the address; absent when the address has lost it
 * @throws CallError when the state could not be determined
 */
export async function openVisit(
  shareId: string,
  given: string | undefined,
  { client, kept, now }: VisitDeps,
): Promise<Visit> {
  const known = kept.read()
  const see = async (token: string) => {
    const person = await client.call('getSharedPerson', { query: { share_id: shareId, token } })
    kept.write({ expiresAt: person.expiresAt })
    return person
  }
  if (known.recipientToken !== undefined) {
    const token = known.recipientToken
    const person = await unlessInvalid(see(token))
    if (person) {
      const { name } = await client.call('getRecipientName', { query: { token } })
      return { phase: 'member', person, recipientToken: token, name }
    }
    // Removed by the owner, or the link has ended; the link's own token shows which.
    kept.write({ recipientToken: undefined, creationKey: undefined })
  }
  const linkToken = given ?? known.linkToken
  if (linkToken === undefined) return { phase: 'broken', reason: 'incomplete' }
  const person = await unlessInvalid(see(linkToken))
  if (!person) return { phase: 'broken', reason: reasonOf(known.expiresAt, now()) }
  kept.write({ linkToken })
  return { phase: 'welcome', person, linkToken }
}

function reasonOf(expiresAt: string | undefined, now: number): BrokenReason {
  if (expiresAt === undefined) return 'unknown'
  return Date.parse(expiresAt) <= now ? 'expired' : 'ended'
}

async function unlessInvalid<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (meansBroken(error)) return undefined
    throw error
  }
}

/** Whether a call was refused because the link or the recipient is no more. */
export function meansBroken(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'share_invalid' || error.code === 'parameter_invalid')
}
