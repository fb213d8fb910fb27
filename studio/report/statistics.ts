/** Value below which `share` of the ascending values lies; NaN of nothing. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.round((ascending.length - 1) * share)] ?? NaN
}

export interface Range {
  least: number
  median: number
  most: number
  count: number
}

export function rangeOf(values: readonly number[]): Range {
  const ascending = values.toSorted((p, q) => p - q)
  return {
    least: quantile(ascending, 0),
    median: quantile(ascending, 0.5),
    most: quantile(ascending, 1),
    count: ascending.length,
  }
}

/** A figure for a table; a dash where there is none. */
export function figure(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–'
}
