import { NUMERIC_LIMITS } from '#studio/intake/checks.ts'
import type { NumericLimit } from '#studio/intake/checks.ts'
import type { Measures } from '#studio/intake/reasons.ts'

/** An accepted photograph. */
export interface Accepted {
  person: string
  id: string
  measures: Measures
}

export interface Refusal {
  person: string
  id: string
  reasons: readonly string[]
}

/** The effect of one limit on one photograph. */
export interface Beyond extends Pick<Accepted, 'person' | 'id'> {
  measure: NumericLimit['measure']
}

/**
 * Photographs that would be refused by limits chosen without their person: accepted photographs beyond every accepted
 * one of all other people, each measure by itself. Shows limits that depend on one person.
 */
export function beyondOthers(accepted: readonly Accepted[]): Beyond[] {
  return NUMERIC_LIMITS.flatMap(({ measure, side }) => {
    const sign = side === 'most' ? 1 : -1
    const value = ({ measures }: Accepted): number => sign * Math.abs(measures[measure])
    return accepted.flatMap((own) => {
      const others = accepted.filter(({ person }) => person !== own.person).map(value)
      return others.length > 0 && value(own) > Math.max(...others)
        ? [{ person: own.person, id: own.id, measure }]
        : []
    })
  })
}

/** Reasons by which photographs of one person alone are refused. */
export function ofOnePerson(refusals: readonly Refusal[]): { reason: string; person: string }[] {
  const people = new Map<string, Set<string>>()
  for (const { person, reasons } of refusals)
    for (const reason of reasons) people.set(reason, (people.get(reason) ?? new Set()).add(person))
  return [...people].flatMap(([reason, who]) => {
    const [person] = who
    return person !== undefined && who.size === 1 ? [{ reason, person }] : []
  })
}
