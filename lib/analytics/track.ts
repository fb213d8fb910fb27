import type { Platform } from '#contract/analytics.ts'
import type { CallInput } from '#lib/api/request.ts'
import type { LocalStorageItem } from '#lib/browser/local-storage-item.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { INTERACTIONS, USAGES, type TrackedInteraction, type TrackedUsage } from './tracked-events.ts'

const PLATFORM: Platform = 'website'

/** Events that were sent since the page was opened. */
const sent = new Set<string>()

type SubjectInteraction = {
  [M in TrackedInteraction]: (typeof INTERACTIONS)[M]['once'] extends 'subject' ? M : never
}[TrackedInteraction]

/** Sends an interaction event to the backend, once for its subject. No caller waits for it, and nothing fails with it. */
export function trackInteraction(interaction: SubjectInteraction, subjectId: string): void {
  trackOnce(interaction, `${interaction} ${subjectId}`)
}

/** Sends the event of the first page opened in this browser; `kept` may be written to by now. */
export function trackBrowserOpened(kept: LocalStorageItem): void {
  if (kept.read() !== null) return
  kept.write('1')
  trackOnce('browser_opened', 'browser_opened')
}

function trackOnce(interaction: TrackedInteraction, key: string): void {
  if (sent.has(key)) return
  sent.add(key)
  const body = { event: INTERACTIONS[interaction].event, platform: PLATFORM }
  browserClient()
    .call('reportCustomerInteraction', { body })
    // The next time it comes up is another chance.
    .catch(() => sent.delete(key))
}

/** Logs an act of a user. No caller waits for it, and its failure is ignored. */
export function trackUsage<M extends TrackedUsage>(usage: M, input: CallInput<(typeof USAGES)[M]>): void {
  browserClient()
    .call(USAGES[usage], input)
    .catch(() => undefined)
}
