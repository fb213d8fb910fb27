/** The values on a length of 1 (L2); zeros as they are. */
export function normalise(values: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(values, values))
  return length > 0 ? values.map((value) => value / length) : values
}

/** Cosine of two L2-normalised descriptors. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
