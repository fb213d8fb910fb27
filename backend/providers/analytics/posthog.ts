import { createHmac } from 'node:crypto'
import { PostHog } from 'posthog-node'
import type { Analytics } from './analytics-port.ts'

export interface PostHogOptions {
  /** The project's key; public by nature. */
  projectKey: string
  host: string
  onError: (error: Error) => void
}

const BATCH_EVENTS = 20
const BATCH_INTERVAL_MS = 5_000
const REQUEST_TIMEOUT_MS = 5_000
const RETRIES = 2
/** While the service is away, the earliest are forgotten beyond this. */
const QUEUE_EVENTS = 1_000
const CLOSE_MS = 4_000

/**
 * PostHog, by its own SDK. Users are identified by a keyed hash, without profiles, and PostHog derives no location
 * from this machine's address.
 * @see https://posthog.com/docs/libraries/node
 */
export function createPostHogAnalytics({ projectKey, host, onError }: PostHogOptions): Analytics {
  const client = new PostHog(projectKey, {
    host,
    flushAt: BATCH_EVENTS,
    flushInterval: BATCH_INTERVAL_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    fetchRetryCount: RETRIES,
    maxQueueSize: QUEUE_EVENTS,
    disableGeoip: true,
  })
  client.on('error', (error) => onError(error instanceof Error ? error : new Error(String(error))))
  return {
    capture({ name, properties }, { id, uid, happenedAt }) {
      client.capture({
        event: name,
        // An anonymous event gets an id of its own, so that events of visitors are not linked.
        distinctId: uid === null ? id : pseudonymOf(uid, projectKey),
        properties: { ...properties, $process_person_profile: false },
        uuid: id,
        timestamp: happenedAt,
      })
    },
    async close() {
      await client.shutdown(CLOSE_MS).catch(onError)
    },
  }
}

/** The same for one user in one project, and of no use to who does not know the id already. */
function pseudonymOf(uid: string, key: string): string {
  return createHmac('sha256', key).update(uid).digest('hex').slice(0, 32)
}
