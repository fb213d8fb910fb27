/** One comparison of two pictures: of one person, or of two. */
export interface Pair {
  /** The people in it, twice the same of one person. */
  people: readonly [string, string]
  cosine: number
}

export interface Rate {
  wrong: number
  of: number
}

/** A share with the bounds it lies in with 95 % confidence. */
export interface Bounded {
  share: number
  from: number
  to: number
}

/**
 * Wilson's interval (1927), 95 %. `independent` is how many observations count: pictures of one person err together, so
 * the interval is that of so many people, or pairs of people, and not of so many pictures.
 */
export function boundsOf({ wrong, of }: Rate, independent: number): Bounded {
  if (of === 0 || independent === 0) return { share: NaN, from: 0, to: 1 }
  const z = 1.96
  const share = wrong / of
  const spread = z * Math.sqrt((share * (1 - share)) / independent + (z / (2 * independent)) ** 2)
  const middle = share + z ** 2 / (2 * independent)
  const scale = 1 + z ** 2 / independent
  return { share, from: Math.max(0, (middle - spread) / scale), to: Math.min(1, (middle + spread) / scale) }
}

/** How many people, or pairs of people, are in the pairs. */
export function independentOf(pairs: readonly Pair[]): number {
  return new Set(pairs.map(({ people }) => people.toSorted().join('\n'))).size
}

export function refusedAt(genuine: readonly Pair[], limit: number): Rate {
  return { wrong: genuine.filter(({ cosine }) => cosine < limit).length, of: genuine.length }
}

export function acceptedAt(impostor: readonly Pair[], limit: number): Rate {
  return { wrong: impostor.filter(({ cosine }) => cosine >= limit).length, of: impostor.length }
}

/** Probability that a genuine pair lies above an impostor one, 0..1. */
export function areaUnderCurve(genuine: readonly Pair[], impostor: readonly Pair[]): number {
  let above = 0
  for (const one of genuine)
    for (const other of impostor)
      above += one.cosine > other.cosine ? 1 : one.cosine === other.cosine ? 0.5 : 0
  return above / (genuine.length * impostor.length)
}

/** The limit at which as many of one person are refused as strangers accepted, or as nearly as can be; NaN without both. */
export function equalErrorLimit(genuine: readonly Pair[], impostor: readonly Pair[]): number {
  if (genuine.length === 0 || impostor.length === 0) return NaN
  const worse = (limit: number): number => {
    const [refused, accepted] = [refusedAt(genuine, limit), acceptedAt(impostor, limit)]
    return Math.max(refused.wrong / refused.of, accepted.wrong / accepted.of)
  }
  const limits = [...genuine, ...impostor].map(({ cosine }) => cosine)
  return limits.reduce((best, limit) => (worse(limit) < worse(best) ? limit : best), limits[0] ?? NaN)
}
