import quickselect from 'quickselect'

/** The value that this share of the others lies below; NaN of none. */
export function quantile(values: Float32Array | readonly number[], share: number): number {
  const ranked: ArrayLike<number> = new Float32Array(values)
  const place = Math.min(ranked.length - 1, Math.floor(share * ranked.length))
  // Its types know plain arrays alone.
  quickselect(ranked as number[], place)
  return ranked[place] ?? NaN
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
