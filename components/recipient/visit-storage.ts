import { z } from 'zod'
import { ShareToken } from '#contract/sharing.ts'
import { localStorageItem } from '#lib/browser/local-storage-item.ts'

/** Stored data of an opened link, so that a return visit continues where the last one ended. */
const StoredVisit = z.object({
  /** The link's own token: the address loses it when the language changes. */
  linkToken: ShareToken.optional(),
  /** The recipient's token, after registration. */
  recipientToken: ShareToken.optional(),
  /** Makes registering twice harmless. */
  creationKey: z.string().optional(),
  /** The link's last known expiry: shows later whether it expired or was revoked. */
  expiresAt: z.iso.datetime().optional(),
})
export type StoredVisit = z.infer<typeof StoredVisit>

export interface VisitStorage {
  read: () => StoredVisit
  /** Changes the members that are given; undefined forgets one. */
  write: (part: { [K in keyof StoredVisit]: StoredVisit[K] | undefined }) => void
}

export function visitStorage(shareId: string): VisitStorage {
  const kept = localStorageItem(`share:${shareId}`)
  const read = (): StoredVisit => {
    try {
      return StoredVisit.parse(JSON.parse(kept.read() ?? '{}'))
    } catch {
      return {}
    }
  }
  return { read, write: (part) => kept.write(JSON.stringify({ ...read(), ...part })) }
}
