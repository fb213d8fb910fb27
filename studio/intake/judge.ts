import { cosine } from '#studio/nets/descriptor.ts'
import type { SecondOpinion } from '#studio/nets/face.ts'
import { hashDistance } from './perceptual-hash.ts'
import type { RejectReason } from './reasons.ts'
import type { SelfieReading } from './reading.ts'
import { CLEARLY_BETTER, NEAR_DUPLICATE, SAME_PERSON } from './thresholds.ts'

export interface SelfieToJudge {
  id: string
  /** What judging needs of a reading. */
  reading: Pick<SelfieReading, 'reasons' | 'hash' | 'contentHash' | 'descriptor'> & {
    measures: Pick<SelfieReading['measures'], 'faceHeightPx' | 'sharpness'>
    face: SecondOpinion | null
  }
}

export interface SelfieVerdict {
  id: string
  accepted: boolean
  reasons: RejectReason[]
}

/**
 * Judges a set together, pure: the reasons of each reading, then duplicates, then who the main person is.
 * Of duplicates the one with the larger, sharper face stays. The answer keeps the order of the input.
 */
export function judgeSelfies(selfies: readonly SelfieToJudge[]): SelfieVerdict[] {
  const reasons = new Map<string, RejectReason[]>(
    selfies.map(({ id, reading }) => [id, [...reading.reasons]]),
  )
  const refuse = (id: string, reason: RejectReason): void => void reasons.get(id)?.push(reason)
  const standing = (): SelfieToJudge[] => selfies.filter(({ id }) => reasons.get(id)?.length === 0)

  for (const { id } of exactDuplicates(standing())) refuse(id, 'duplicate')
  for (const { id } of nearDuplicates(standing())) refuse(id, 'near_duplicate')
  for (const { selfie, reason } of strangersAmong(standing())) refuse(selfie.id, reason)
  return selfies.map(({ id }) => {
    const own = reasons.get(id) ?? []
    return { id, accepted: own.length === 0, reasons: own }
  })
}

function exactDuplicates(selfies: SelfieToJudge[]): SelfieToJudge[] {
  const hashes = selfies.map(({ reading }) => reading.contentHash)
  return selfies.filter((_, index) => hashes.indexOf(hashes[index] ?? '') < index)
}

/** Whether the newcomer's face is clearly larger, or as large and clearly sharper; otherwise the first uploaded stays. */
function isClearlyBetter({ reading: a }: SelfieToJudge, { reading: b }: SelfieToJudge): boolean {
  const growth = a.measures.faceHeightPx / b.measures.faceHeightPx
  if (growth >= CLEARLY_BETTER.growth) return true
  return (
    growth > 1 / CLEARLY_BETTER.growth &&
    a.measures.sharpness - b.measures.sharpness >= CLEARLY_BETTER.sharpness
  )
}

function nearDuplicates(selfies: SelfieToJudge[]): SelfieToJudge[] {
  const kept: SelfieToJudge[] = []
  const refused: SelfieToJudge[] = []
  for (const selfie of selfies) {
    const place = kept.findIndex((other) => samePhotograph(selfie, other))
    const twin = kept[place]
    if (!twin) kept.push(selfie)
    else if (isClearlyBetter(selfie, twin)) refused.push(...kept.splice(place, 1, selfie))
    else refused.push(selfie)
  }
  return refused
}

function samePhotograph({ reading: a }: SelfieToJudge, { reading: b }: SelfieToJudge): boolean {
  if (hashDistance(a.hash, b.hash) > NEAR_DUPLICATE.hashBits) return false
  if (!a.descriptor || !b.descriptor) return true
  return cosine(a.descriptor, b.descriptor) >= NEAR_DUPLICATE.cosine
}

/**
 * Everyone outside the main person's cluster. Whom more than half of the faces show is the main person; where nobody is
 * shown so often, nobody is chosen: whose pictures they are is to be said by who uploaded them.
 */
function strangersAmong(selfies: SelfieToJudge[]): { selfie: SelfieToJudge; reason: RejectReason }[] {
  const withFace = selfies.filter((selfie) => selfie.reading.descriptor !== null)
  const clusters = clusterByAverageLink(withFace, likeness, SAME_PERSON.likeness)
  const main = clusters.find((cluster) => 2 * cluster.length > withFace.length)
  return withFace.flatMap((selfie, index) => {
    if (main?.includes(index)) return []
    return [{ selfie, reason: main ? ('other_person' as const) : ('several_people' as const) }]
  })
}

/** Cosine of the descriptors, raised or lowered by the second ones where both have one. */
function likeness({ reading: a }: SelfieToJudge, { reading: b }: SelfieToJudge): number {
  const first = a.descriptor && b.descriptor ? cosine(a.descriptor, b.descriptor) : 0
  const [own, other] = [a.face?.secondDescriptor, b.face?.secondDescriptor]
  return own && other ? first + SAME_PERSON.weight * (cosine(own, other) - SAME_PERSON.even) : first
}

/**
 * Agglomerative clustering: joins the two clusters with the highest mean likeness until none reaches `threshold`.
 * Answers lists of indices, in order of their first member.
 */
export function clusterByAverageLink<Item>(
  items: readonly Item[],
  likenessOf: (a: Item, b: Item) => number,
  threshold: number,
): number[][] {
  const likenesses = items.map((a) => items.map((b) => likenessOf(a, b)))
  const clusters = items.map((_, index) => [index])
  const link = (a: number[], b: number[]): number => {
    const sum = a.reduce((total, i) => total + b.reduce((part, j) => part + (likenesses[i]?.[j] ?? 0), 0), 0)
    return sum / (a.length * b.length)
  }
  for (;;) {
    let best = { value: threshold, into: -1, from: -1 }
    clusters.forEach((a, into) =>
      clusters.slice(into + 1).forEach((b, offset) => {
        const value = link(a, b)
        if (value >= best.value && (value > best.value || best.into < 0))
          best = { value, into, from: into + 1 + offset }
      }),
    )
    const [joined] = best.from < 0 ? [] : clusters.splice(best.from, 1)
    if (!joined) return clusters.map((cluster) => cluster.sort((a, b) => a - b))
    clusters[best.into]?.push(...joined)
  }
}
