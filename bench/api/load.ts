import { autocannon } from '#bench/autocannon.ts'
import { seededUid } from '#scripts/seed/rows.ts'
import { idToken } from '#tests/api/support/identity.ts'

const LOAD_SECONDS = 10
const WARM_UP_SECONDS = 2
/** Each 500th of the seeded users has twenty persons; as many as this, because each user's calls are counted. */
const TEAM_UIDS = Array.from({ length: 100 }, (_none, n) => seededUid(1 + n * 500))

export const signedIn = (uid: string) => ({ authorization: idToken(uid) })

interface Load {
  url: string
  path: string
  connections: number
  headersOf?: (uid: string) => Record<string, string>
}

/** Answers a second, when the users with many persons ask as fast as they can. @throws when a call is not answered well */
export async function load({ url, path, connections, headersOf = signedIn }: Load): Promise<number> {
  const requests = TEAM_UIDS.map((uid) => ({ method: 'GET' as const, path, headers: headersOf(uid) }))
  const options = { url, connections, requests }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const result = await autocannon({ ...options, duration: LOAD_SECONDS })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} calls of ${path} went wrong`)
  return result.requests.average
}
