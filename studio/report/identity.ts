import { cosineNeeded } from '#studio/gate/gate.ts'
import { cosine, normalise } from '#studio/nets/vectors.ts'

/** One person's usable selfies as the descriptor sees them. */
export interface Identity {
  label: string
  kind: 'photographs' | 'drawn'
  descriptors: readonly Float32Array[]
  /** Faces whose selfies were refused for their quality: they count as strangers. */
  refused: readonly Float32Array[]
}

export interface Rate {
  wrong: number
  of: number
}

export interface IdentityFigures {
  people: number
  selfies: number
  /** Cosines of pairs of selfies, ascending. */
  genuine: number[]
  impostor: number[]
  /** The gate's own question, each selfie taken as a headshot: own ones refused, strangers' accepted. */
  falseRejects: Rate
  falseAccepts: Rate
}

/**
 * All pairs within and across people, and the gate's decision on each selfie at each person's own threshold: their own
 * selfies against the mean of their others (from three on), strangers' faces against the mean of all (from two on).
 */
export function compareIdentities(people: readonly Identity[]): IdentityFigures {
  const falseRejects = { wrong: 0, of: 0 }
  const falseAccepts = { wrong: 0, of: 0 }
  const genuine: number[] = []
  const impostor: number[] = []
  people.forEach(({ descriptors }, index) => {
    const strangers = people.filter((_, i) => i !== index)
    descriptors.forEach((one, k) => {
      genuine.push(...descriptors.slice(k + 1).map((other) => cosine(one, other)))
      // Accepted selfies of two people meet once; refused ones set no pairs of their own.
      const faces = [
        ...people.slice(index + 1).flatMap((stranger) => stranger.descriptors),
        ...strangers.flatMap(({ refused }) => refused),
      ]
      impostor.push(...faces.map((other) => cosine(one, other)))
    })
    if (descriptors.length >= 3) {
      descriptors.forEach((own, k) => {
        const others = descriptors.filter((_, i) => i !== k)
        falseRejects.of++
        if (cosine(own, meanOf(others)) < thresholdOf(others)) falseRejects.wrong++
      })
    }
    if (descriptors.length >= 2) {
      const [mean, threshold] = [meanOf(descriptors), thresholdOf(descriptors)]
      const faces = strangers.flatMap((stranger) => [...stranger.descriptors, ...stranger.refused])
      falseAccepts.of += faces.length
      falseAccepts.wrong += faces.filter((other) => cosine(other, mean) >= threshold).length
    }
  })
  const ascending = (values: number[]): number[] => values.toSorted((p, q) => p - q)
  return {
    people: people.length,
    selfies: people.reduce((sum, { descriptors }) => sum + descriptors.length, 0),
    genuine: ascending(genuine),
    impostor: ascending(impostor),
    falseRejects,
    falseAccepts,
  }
}

function meanOf(descriptors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(descriptors[0]?.length ?? 0)
  for (const descriptor of descriptors) {
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (descriptor[i] ?? 0)
  }
  return normalise(sum)
}

/** What the gate would ask of this person; the descriptor must not have seen the selfie under test. */
function thresholdOf(descriptors: readonly Float32Array[]): number {
  const cosines = descriptors.map((own, k) => {
    const others = descriptors.filter((_, i) => i !== k)
    return others.length === 0 ? 1 : cosine(own, meanOf(others))
  })
  const least = Math.min(...cosines)
  return cosineNeeded({ spread: { least, median: least } }, { colourless: false })
}
