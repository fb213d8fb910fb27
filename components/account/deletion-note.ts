import { z } from 'zod'
import type { Locale } from '#contract/locales.ts'

/** What the page after the deletion says; for this tab alone. */
const DeletionNote = z.object({ requestedAt: z.iso.datetime(), email: z.string() })
export type DeletionNote = z.infer<typeof DeletionNote>

const KEY = 'account_deletion'

export function keepDeletionNote(note: DeletionNote): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(note))
  } catch {
    return
  }
}

/** Leaves for a new document, which forgets everything that was on this one, and signs out. */
export function goToDeletedPage(locale: Locale): void {
  window.location.replace(`/${locale}/auth/deleted`)
}

/** The stored note; null where no account was deleted in this tab. */
export function readDeletionNote(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function parseDeletionNote(kept: string): DeletionNote | null {
  try {
    return DeletionNote.safeParse(JSON.parse(kept)).data ?? null
  } catch {
    return null
  }
}
