import { seededUid } from '#scripts/seed/rows.ts'
import { signedIn } from './load.ts'

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

async function timeMs(url: string, uid: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers: signedIn(uid) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return performance.now() - startedAt
}

/**
 * Median times of two addresses, called alternately so that the machine's load affects both alike: `rounds` times by
 * each of `connections` callers, with a pause between calls long enough that no call waits for another caller's.
 */
export async function compareLatency(
  urls: readonly [string, string],
  { connections, rounds, pauseMs }: { connections: number; rounds: number; pauseMs: number },
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  const caller = async (n: number) => {
    // Users of twenty persons each; the limits count each user's calls.
    const uid = seededUid(1 + (n % 20) * 500)
    await pause((pauseMs * n) / connections)
    for (let round = 0; round < rounds; round++) {
      // The second call meets warm caches, so the addresses take turns.
      const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
      for (const which of order) {
        const tookMs = await timeMs(urls[which], uid)
        // The first rounds open connections and warm the code.
        if (round >= rounds / 5) times[which].push(tookMs)
      }
      await pause(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_none, n) => caller(n)))
  return [median(times[0]), median(times[1])]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
