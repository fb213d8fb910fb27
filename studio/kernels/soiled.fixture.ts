import { withRoom } from './kernels.ts'

/** Leaves NaN in the kernels' memory: what a kernel reads before it was written then shows in its result. */
export function soilMemory(): void {
  withRoom((room) => room.put(new Float32Array(4_000_000).fill(NaN)))
}
