/** A person that was deleted a moment ago, for the list to say so. */
export interface Farewell {
  name: string
  /** Null where another window deleted the person, and has the receipt. */
  receiptId: string | null
}

let latest: Farewell | undefined

export function leaveFarewell(farewell: Farewell): void {
  latest = farewell
}

/** Said once: on the page that opens next. */
export function takeFarewell(): Farewell | undefined {
  const farewell = latest
  latest = undefined
  return farewell
}
