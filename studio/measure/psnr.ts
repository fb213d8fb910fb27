/**
 * Peak signal-to-noise ratio of 8-bit samples, dB; Infinity where they agree.
 * @param weight how much each sample counts, one by default
 */
export function psnr(truth: Uint8Array, other: Uint8Array, weight?: Float32Array): number {
  let squares = 0
  let total = 0
  for (let i = 0; i < truth.length; i++) {
    const share = weight ? (weight[i] ?? 0) : 1
    squares += share * ((truth[i] ?? 0) - (other[i] ?? 0)) ** 2
    total += share
  }
  return 10 * Math.log10((255 * 255 * total) / squares)
}
