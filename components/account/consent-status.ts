import type { Profile } from '#contract/account.ts'

export type Consent = Profile['consents'][number]

export interface PersonConsents {
  personId: string
  /** The current event. */
  latest: Consent
  /** Earlier events, newest first. */
  earlier: readonly Consent[]
}

/** Consents grouped by person; the events come newest first. */
export function consentsByPerson(events: readonly Consent[]): PersonConsents[] {
  const byPerson = Map.groupBy(events, ({ personId }) => personId)
  return [...byPerson].flatMap(([personId, [latest, ...earlier]]) =>
    latest ? [{ personId, latest, earlier }] : [],
  )
}
