/** The value that would stand at `index` were the values sorted; NaN where there is none. */
export function valueOfRank(values: Float32Array, index: number): number {
  return values.toSorted()[index] ?? NaN
}

/** Median of a plane on some of its cells; NaN of none. */
export function medianOn(plane: Float32Array, cells: readonly number[]): number {
  return valueOfRank(
    Float32Array.from(cells, (cell) => plane[cell] ?? 0),
    cells.length >> 1,
  )
}
