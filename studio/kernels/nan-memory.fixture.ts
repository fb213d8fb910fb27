import { withRoom } from './kernels.ts'

/** Fills the kernels' memory with NaN: a kernel that reads memory before writing it then shows NaN in its result. */
export function fillMemoryWithNaN(): void {
  withRoom((room) => room.put(new Float32Array(4_000_000).fill(NaN)))
}
