import { kernels, withRoom } from './kernels.ts'

/** The value that would stand at `index` were the values sorted; NaN where there is none. No NaN among them. */
export function valueOfRank(values: Float32Array, index: number): number {
  if (index < 0 || index >= values.length) return NaN
  return withRoom((room) => kernels.valueOfRank(room.put(values), values.length, index))
}

/** Median of a plane on some of its cells; NaN of none. */
export function medianOn(plane: Float32Array, cells: readonly number[]): number {
  return valueOfRank(
    Float32Array.from(cells, (cell) => plane[cell] ?? 0),
    cells.length >> 1,
  )
}
