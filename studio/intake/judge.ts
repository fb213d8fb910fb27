import { cosine } from '#studio/nets/vectors.ts'
import { hashDistance, mirroredHash } from './perceptual-hash.ts'
import type { RejectReason } from './reasons.ts'
import type { SelfieReading } from './reading.ts'
import { median } from '#studio/planes/rank.ts'
import { CLEARLY_BETTER, NEAR_DUPLICATE, SAME_PERSON_COSINE, STRETCH } from './thresholds.ts'

export interface SelfieToJudge {
  id: string
  /** What judging needs of a reading. */
  reading: Pick<SelfieReading, 'reasons' | 'hash' | 'contentHash' | 'descriptor'> & {
    measures: Pick<SelfieReading['measures'], 'faceHeightPx' | 'sharpness' | 'stretch' | 'yawDeg'>
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
  for (const { id } of squeezedAmong(standing())) refuse(id, 'squeezed')
  return selfies.map(({ id }) => {
    const own = reasons.get(id) ?? []
    return { id, accepted: own.length === 0, reasons: own }
  })
}

/** Those whose face is much wider or narrower than in the middle of the selfies; of two, the one farther from people's. */
function squeezedAmong(selfies: SelfieToJudge[]): SelfieToJudge[] {
  const straight = selfies.filter(({ reading: { measures } }) => Math.abs(measures.yawDeg) <= STRETCH.yawDeg)
  const stretchOf = ({ reading }: SelfieToJudge): number => reading.measures.stretch
  const all = straight.map(stretchOf)
  const middle = all.length > 2 ? median(all) : (all.toSorted((p, q) => Math.abs(p) - Math.abs(q))[0] ?? 0)
  return straight.filter((selfie) => Math.abs(stretchOf(selfie) - middle) > STRETCH.fromOthers)
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

/** Phones mirror selfies or not, as their owner has set them: a mirrored copy is the same photograph. */
function samePhotograph({ reading: a }: SelfieToJudge, { reading: b }: SelfieToJudge): boolean {
  const isNear =
    hashDistance(a.hash, b.hash) <= NEAR_DUPLICATE.hashBits ||
    hashDistance(a.hash, mirroredHash(b.hash)) <= NEAR_DUPLICATE.mirroredBits
  if (!isNear) return false
  if (!a.descriptor || !b.descriptor) return true
  return cosine(a.descriptor, b.descriptor) >= NEAR_DUPLICATE.cosine
}

/**
 * Every face outside the main person's cluster. The main person is shown by more than half of the faces; without such
 * a majority no main person is chosen, and the uploader has to say whose pictures these are.
 */
function strangersAmong(selfies: SelfieToJudge[]): { selfie: SelfieToJudge; reason: RejectReason }[] {
  const withFace = selfies.filter((selfie) => selfie.reading.descriptor !== null)
  const clusters = clusterByLinks(
    withFace.map(({ reading }) => reading.descriptor ?? new Float32Array()),
    SAME_PERSON_COSINE,
  )
  const main = clusters.find((cluster) => 2 * cluster.length > withFace.length)
  return withFace.flatMap((selfie, index) => {
    if (main?.includes(index)) return []
    return [{ selfie, reason: main ? ('other_person' as const) : ('several_people' as const) }]
  })
}

/**
 * Agglomerative clustering: joins the two clusters with the strongest link until none reaches `threshold`. A link is halfway
 * between the mean cosine and the highest: one mood is near a second and far from a third, and all are the same face.
 * Answers lists of indices, in order of their first member.
 */
export function clusterByLinks(descriptors: readonly Float32Array[], threshold: number): number[][] {
  const likeness = descriptors.map((a) => descriptors.map((b) => cosine(a, b)))
  const clusters = descriptors.map((_, index) => [index])
  const link = (a: number[], b: number[]): number => {
    const all = a.flatMap((i) => b.map((j) => likeness[i]?.[j] ?? 0))
    return (all.reduce((sum, one) => sum + one, 0) / all.length + Math.max(...all)) / 2
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
