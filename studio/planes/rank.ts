/** The value that this share of the others lies below; NaN of none. */
export function quantile(values: Float32Array | readonly number[], share: number): number {
  const sorted = new Float32Array(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

export const median = (values: Float32Array | readonly number[]): number => quantile(values, 0.5)

/** Median of a plane on some of its cells; NaN of none. */
export function medianOn(plane: Float32Array, cells: readonly number[]): number {
  return median(Float32Array.from(cells, (cell) => plane[cell] ?? 0))
}
