import type { RejectReason, Selfie } from '#contract/selfies.ts'
import type { CallErrorCode } from '#lib/api/call-error.ts'
import type { UploadItem } from './upload-queue.ts'

/** A selfie as the list shows it, on its way or arrived. */
export interface Tile {
  id: string
  fileName: string
  url: string | null
  state: 'waiting' | 'preparing' | 'sending' | 'failed' | 'checking' | 'accepted' | 'rejected'
  sent: number
  reasons: readonly RejectReason[]
  /** Why a call failed, where the picture itself is not to blame. */
  code: CallErrorCode | null
  canRetry: boolean
}

/** Answers that the same file would get again. */
const PERMANENT: readonly CallErrorCode[] = [
  'file_unsupported',
  'file_too_large',
  'selfie_limit_reached',
  'person_trained',
]

/** What has arrived, in the order it came, then what is on its way. */
export function tilesOf(selfies: readonly Selfie[], items: readonly UploadItem[]): Tile[] {
  const previews = new Map(items.map((item) => [item.selfieId, item.previewUrl]))
  const arrived = selfies.map((selfie): Tile => ({
    id: selfie.id,
    fileName: selfie.fileName,
    url: previews.get(selfie.id) ?? selfie.thumbnailUrl,
    state: selfie.state === 'received' ? 'checking' : selfie.state,
    sent: 1,
    reasons: selfie.reasons,
    code: null,
    canRetry: false,
  }))
  const known = new Set(selfies.map(({ id }) => id))
  const underWay = items
    .filter((item) => item.selfieId === null || !known.has(item.selfieId))
    .map((item): Tile => ({
      id: item.id,
      fileName: item.fileName,
      url: item.previewUrl,
      state: item.state === 'sent' ? 'checking' : item.state,
      sent: item.sent,
      reasons: item.problem?.kind === 'file' ? [item.problem.reason] : [],
      code: item.problem?.kind === 'call' ? item.problem.code : null,
      canRetry: item.problem?.kind === 'call' && !PERMANENT.includes(item.problem.code),
    }))
  return [...arrived, ...underWay]
}
