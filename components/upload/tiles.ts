import type { RejectReason, Selfie, SelfieWarning } from '#contract/selfies.ts'
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
  /** Gravest first. */
  warnings: readonly SelfieWarning[]
  /** Why a call failed, where the picture itself is not to blame; of one that waits, why it could not leave yet. */
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
  const arrived = selfies.map((selfie): Tile => ({
    id: selfie.id,
    fileName: selfie.fileName,
    url: uploadOf(selfie, items)?.previewUrl ?? selfie.thumbnailUrl,
    state: selfie.state === 'received' ? 'checking' : selfie.state,
    sent: 1,
    reasons: selfie.reasons,
    warnings: selfie.warnings,
    code: null,
    canRetry: false,
  }))
  // What has arrived is one tile, also while its upload knows nothing of it: the answer may be lost with the connection.
  const known = new Set(selfies.map((selfie) => uploadOf(selfie, items)))
  const underWay = items
    .filter((item) => !known.has(item))
    .map((item): Tile => ({
      id: item.id,
      fileName: item.fileName,
      url: item.previewUrl,
      state: item.state === 'sent' ? 'checking' : item.state,
      sent: item.sent,
      reasons: item.problem?.kind === 'file' ? [item.problem.reason] : [],
      warnings: [],
      code: item.problem?.kind === 'call' ? item.problem.code : null,
      canRetry: item.problem?.kind === 'call' && !PERMANENT.includes(item.problem.code),
    }))
  return [...arrived, ...underWay]
}

/** The upload that a selfie came by, where that was on this page. */
export function uploadOf(selfie: Selfie, items: readonly UploadItem[]): UploadItem | undefined {
  return items.find((item) => item.selfieId === selfie.id || item.key === selfie.uploadKey)
}
