import messages from '#messages/en.json' with { type: 'json' }
import type { GateReason } from '#studio/gate/rules.ts'
import type { SelfieVerdict } from '#studio/intake/judge.ts'
import { byGravity } from '#studio/intake/reasons.ts'
import type { Warning } from '#studio/intake/reasons.ts'
import { headshotsFrom } from '#studio/render/plan.ts'

/** The sentence for one file: that it is used and what would be better, or why it is refused and what helps. */
export function selfieSentence(
  { id, accepted, reasons }: SelfieVerdict,
  warnings: readonly Warning[],
): string {
  const [gravest] = byGravity(warnings)
  if (accepted) return gravest ? `${id} is used. ${messages.upload.warnings[gravest]}` : `${id} is used.`
  const titles = reasons.map((reason) => messages.selfieReasons[reason].title.toLowerCase())
  const hint = reasons[0] ? ` ${messages.selfieReasons[reasons[0]].hint}` : ''
  return `${id} is not used: ${titles.join(', ')}.${hint}`
}

export interface BundleOutcome {
  styleId: string
  /** Headshots that were asked for, and that passed. */
  count: number
  passed: number
  selfies: number
  /** Of each headshot that did not pass. */
  refused: readonly (readonly GateReason[])[]
}

/** How a style came out; where headshots are missing, why. */
export function bundleSentence({ styleId, count, passed, selfies, refused }: BundleOutcome): string {
  if (passed >= count) return `${styleId}: ${counted(passed, 'headshot')}.`
  const causes = []
  const most = headshotsFrom(selfies)
  if (most < count)
    causes.push(`${selfies === 1 ? 'one selfie gives' : `${selfies} selfies give`} at most ${most}`)
  if (refused.length > 0) causes.push(`${refused.length} did not pass the gate (${tally(refused.flat())})`)
  return `${styleId}: ${passed} of ${count}${causes.length > 0 ? `: ${causes.join(', and ')}` : ''}.`
}

/** Each reason once with its count, the most frequent first. */
function tally(reasons: readonly GateReason[]): string {
  const counts = new Map<GateReason, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.map(([reason, times]) => `${times} ${reason.replaceAll('_', ' ')}`).join(', ')
}

/**
 * Least and most likeness of the passed headshots.
 * @param selfies with one, the mean they are compared with is the picture they were made from
 */
export function likenessSentence(likeness: readonly number[], selfies: number): string {
  if (selfies === 1)
    return 'Likeness is not given: with one selfie it would compare a picture with the one it was made from.'
  return `Likeness ${Math.min(...likeness).toFixed(2)} to ${Math.max(...likeness).toFixed(2)}.`
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
