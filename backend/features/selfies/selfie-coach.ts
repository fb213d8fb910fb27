import { SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { SelfieCoach } from '#contract/selfies.ts'

/**
 * The coach as it was kept with a person, pure. Before the first selfie was seen, or where it was kept in words we no
 * longer have, it says what holds for anybody; the next selfie checked writes it anew.
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
