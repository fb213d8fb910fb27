/** At most `limit` within `windowSeconds`, counted from the first. */
export interface RateRule {
  limit: number
  windowSeconds: number
}

/** Counts calls by rules named at its creation; all processes count together. */
export interface Limiter<Rule extends string> {
  /**
   * Counts one more of `key`: returns the seconds to wait when that was too many, else null. When the shared counts
   * cannot be reached this process counts by itself: never throws, never refuses for that reason.
   */
  count(rule: Rule, key: string): Promise<number | null>
  /** The same without counting, by this process's own counts. */
  look(rule: Rule, key: string): Promise<number | null>
  close(): Promise<void>
}
