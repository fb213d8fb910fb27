import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** What anybody asks for: a page that the edge keeps, one that it does not, the site itself, and a call of the API. */
const PATHS = ['/en', '/de/persons', '/api/healthz', '/api/backend/headshots_near_me/countries']
const PAUSE_MS = 100
const TIMEOUT_MS = 30_000

/** What came of the requests of visitors. */
export interface Visits {
  answered: number
  /** The calls that the product's client makes again by itself: they were answered `unavailable`. */
  unavailable: number
  failed: string[]
}

const unavailable = z.object({ error: z.object({ code: z.literal('unavailable') }) })

/** Asks for one page after the other, until it is stopped. */
export function startVisitor(url: string) {
  const visits: Visits = { answered: 0, unavailable: 0, failed: [] }
  const over = new AbortController()
  const visit = async (path: string): Promise<void> => {
    try {
      const answer = await fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
      const text = await answer.text()
      if (answer.status < 500) visits.answered += 1
      else if (path.startsWith('/api/backend/') && unavailable.safeParse(JSON.parse(text)).success)
        visits.unavailable += 1
      else visits.failed.push(`${path}: ${answer.status} ${text.slice(0, 100)}`)
    } catch (error) {
      visits.failed.push(`${path}: ${String(error)}`)
    }
  }
  const visiting = (async () => {
    while (!over.signal.aborted) {
      for (const path of PATHS) await visit(path)
      await sleep(PAUSE_MS)
    }
  })()
  return {
    async stop(): Promise<Visits> {
      over.abort()
      await visiting
      return visits
    },
  }
}
