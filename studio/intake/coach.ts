import { coverageOf, traitsOf } from './coverage.ts'
import type { CoverageCell, TraitMeasures, Traits } from './coverage.ts'
import type { Measures, Warning } from './reasons.ts'
import { HABIT, PLAIN_CLOTH } from './thresholds.ts'

/** What the coach can ask for. Closed list: every language has a sentence for each. */
export const ADVICE_CODES = [
  'face_window',
  'come_closer',
  'step_back',
  'hold_steady',
  'interview_clothes',
  'turn_left',
  'turn_other_way',
  'smile',
  'neutral',
  'side_light',
  'change_scene',
] as const
export type AdviceCode = (typeof ADVICE_CODES)[number]

export interface Advice {
  code: AdviceCode
  /** Where the head should point in the next picture; null where any pose helps. */
  pose: Traits['pose'] | null
}

/** What the accepted selfies show so far and which further one would help most. */
export interface Coaching {
  /** Further good selfies until there are enough, and until the advised number. */
  missingCount: number
  advisedCount: number
  /** Most helpful first, never empty: another scene always helps. */
  advice: Advice[]
  /** Cells with at least one selfie. */
  coverage: CoverageCell[]
}

export interface AcceptedReading {
  measures: TraitMeasures & Pick<Measures, 'plainCloth'>
  warnings: readonly Warning[]
}

interface Shown {
  traits: Traits[]
  readings: readonly AcceptedReading[]
}

const OPPOSITE = { left: 'right', right: 'left' } as const

/** What a set of selfies needs, most helpful first. A null answer means the set has it. */
const WANTED: ((shown: Shown) => Advice | null)[] = [
  ({ traits }) =>
    traits.some(({ pose, light, level }) => pose === 'front' && light === 'even' && level === 'bright')
      ? null
      : { code: 'face_window', pose: 'front' },
  ({ readings }) => habit(readings, hasWarning('small_face'), 'come_closer'),
  ({ readings }) => habit(readings, hasWarning('tight_crop'), 'step_back'),
  ({ readings }) => habit(readings, hasWarning('soft', 'grainy'), 'hold_steady'),
  ({ readings }) =>
    habit(readings, ({ measures }) => measures.plainCloth < PLAIN_CLOTH.warn, 'interview_clothes'),
  ({ traits }) => (turnedSide(traits) === null ? { code: 'turn_left', pose: 'left' } : null),
  ({ traits }) => (shows(traits, 'expression', 'smile') ? null : { code: 'smile', pose: 'front' }),
  ({ traits }) => {
    if (shows(traits, 'pose', 'left') && shows(traits, 'pose', 'right')) return null
    // Some cameras mirror selfies: after one side only "the other" is sure to be understood.
    return { code: 'turn_other_way', pose: OPPOSITE[turnedSide(traits) ?? 'left'] }
  },
  ({ traits }) => (shows(traits, 'expression', 'neutral') ? null : { code: 'neutral', pose: 'front' }),
  ({ traits }) =>
    traits.some(({ light, level }) => light !== 'even' && level === 'bright')
      ? null
      : { code: 'side_light', pose: 'front' },
  () => ({ code: 'change_scene', pose: null }),
]

/** Pure: `readings` are the accepted selfies of one person. */
export function coachSelfies(
  readings: readonly AcceptedReading[],
  wanted: { minimum: number; advised: number },
): Coaching {
  const traits = readings.flatMap(({ measures }) => traitsOf(measures) ?? [])
  return {
    missingCount: Math.max(0, wanted.minimum - readings.length),
    advisedCount: Math.max(0, wanted.advised - readings.length),
    advice: WANTED.flatMap((rule) => rule({ traits, readings }) ?? []),
    coverage: coverageOf(traits),
  }
}

function shows<Trait extends keyof Traits>(traits: Traits[], trait: Trait, value: Traits[Trait]): boolean {
  return traits.some((own) => own[trait] === value)
}

function turnedSide(traits: Traits[]): 'left' | 'right' | null {
  if (shows(traits, 'pose', 'left')) return 'left'
  return shows(traits, 'pose', 'right') ? 'right' : null
}

function hasWarning(...faults: readonly Warning[]) {
  return ({ warnings }: AcceptedReading) => faults.some((fault) => warnings.includes(fault))
}

function habit(
  readings: readonly AcceptedReading[],
  isAtFault: (reading: AcceptedReading) => boolean,
  code: AdviceCode,
): Advice | null {
  const count = readings.filter(isAtFault).length
  return count >= HABIT.count && count >= HABIT.share * readings.length ? { code, pose: null } : null
}
