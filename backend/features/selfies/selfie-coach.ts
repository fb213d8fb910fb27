import { SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { SelfieCoach } from '#contract/selfies.ts'

/**
 * The stored coaching of a person, pure. Before the first check, or with values of an earlier version, it is the
 * general advice; the next check writes it again.
 */
export function readCoach(kept: unknown, acceptedCount: number): SelfieCoach {
  const known = SelfieCoach.safeParse(kept)
  if (known.success) return known.data
  return {
    missingCount: Math.max(0, SELFIE_MIN_ACCEPTED - acceptedCount),
    advisedCount: Math.max(0, SELFIE_ADVISED.min - acceptedCount),
    advice: [
      acceptedCount === 0 ? { code: 'face_window', pose: 'front' } : { code: 'change_scene', pose: null },
    ],
    coverage: [],
  }
}
