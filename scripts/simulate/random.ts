/** Random numbers that are the same ones for the same seed. */
export interface Random {
  /** 0 <= x < 1. */
  uniform: () => number
  /** @param mean of the distribution */
  exponential: (mean: number) => number
  /**
   * Lognormal: times of work, which have a floor and a long tail.
   * @param spread standard deviation over mean; 0 gives the mean itself
   */
  lognormal: (mean: number, spread: number) => number
}

/** mulberry32, and the distributions that the model draws from. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const exponential = (mean: number): number => -mean * Math.log(1 - uniform())
  /** Box and Muller's, of which the second is left. */
  const normal = (): number => Math.sqrt(exponential(2)) * Math.cos(2 * Math.PI * uniform())
  return {
    uniform,
    exponential,
    lognormal(mean, spread) {
      if (spread === 0 || mean === 0) return mean
      const variance = Math.log(1 + spread * spread)
      return mean * Math.exp(Math.sqrt(variance) * normal() - variance / 2)
    },
  }
}
