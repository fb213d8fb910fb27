import type { Platform } from '#contract/analytics.ts'
import type { CallInput } from '#lib/api/request.ts'
import type { LocalStorageItem } from '#lib/browser/local-storage-item.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { INTERACTIONS, USAGES, type InteractionMoment, type UsageMoment } from './moments.ts'

const PLATFORM: Platform = 'website'

/** Moments of this page's life that were told of. */
const told = new Set<string>()

type SubjectMoment = {
  [M in InteractionMoment]: (typeof INTERACTIONS)[M]['once'] extends 'subject' ? M : never
}[InteractionMoment]

/** Tells the backend of a moment, once for what it is about. Nobody waits for it, and nothing fails with it. */
export function tellInteraction(moment: SubjectMoment, subjectId: string): void {
  tellOnce(moment, `${moment} ${subjectId}`)
}

/** Tells of the first page opened in this browser; `kept` may be written to by now. */
export function tellBrowserOpened(kept: LocalStorageItem): void {
  if (kept.read() !== null) return
  kept.write('1')
  tellOnce('browser_opened', 'browser_opened')
}

function tellOnce(moment: InteractionMoment, key: string): void {
  if (told.has(key)) return
  told.add(key)
  const body = { event: INTERACTIONS[moment].event, platform: PLATFORM }
  browserClient()
    .call('reportCustomerInteraction', { body })
    // The next time it comes up is another chance.
    .catch(() => told.delete(key))
}

/** Notes what a user did with what is theirs. Nobody waits for it, and nothing fails with it. */
export function tellUsage<M extends UsageMoment>(moment: M, input: CallInput<(typeof USAGES)[M]>): void {
  browserClient()
    .call(USAGES[moment], input)
    .catch(() => undefined)
}
