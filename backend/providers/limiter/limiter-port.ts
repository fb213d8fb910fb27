/** At most `limit` within `windowSeconds`, counted from the first. */
export interface RateRule {
  limit: number
  windowSeconds: number
}

/** How often somebody did something, by rules named when it was made; all processes count together. */
export interface Limiter<Rule extends string> {
  /**
   * Counts one more of `key`: the seconds until it may go on when that was too many, null when it was not. When the
   * counts cannot be reached this process goes on by its own: never throws, never refuses for that reason.
   */
  count(rule: Rule, key: string): Promise<number | null>
  /** The same without counting, from what this process knows by itself. */
  look(rule: Rule, key: string): Promise<number | null>
  close(): Promise<void>
}
