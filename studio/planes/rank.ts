/** The value that this share of the others lies below; NaN of none. */
export function quantile(values: Float32Array | readonly number[], share: number): number {
  const sorted = new Float32Array(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

export const median = (values: Float32Array | readonly number[]): number => quantile(values, 0.5)

/** A plane on some of its cells. A plain loop: the same through `from` takes ten times as long. */
export function valuesOn(plane: Float32Array, cells: readonly number[]): Float32Array {
  const values = new Float32Array(cells.length)
  for (let k = 0; k < values.length; k++) values[k] = plane[cells[k] ?? 0] ?? 0
  return values
}

/** Median of a plane on some of its cells; NaN of none. */
export const medianOn = (plane: Float32Array, cells: readonly number[]): number =>
  median(valuesOn(plane, cells))
