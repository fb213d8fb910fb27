import { kernels, withRoom } from './kernels.ts'

/** The value that would stand at `index` were the values sorted; NaN where there is none. No NaN among them. */
export function valueOfRank(values: Float32Array, index: number): number {
  if (index < 0 || index >= values.length) return NaN
  return withRoom((room) => kernels.valueOfRank(room.put(values), values.length, index))
}
