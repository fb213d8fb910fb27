import type { TrainingStage } from '#contract/training.ts'

/** The start of each stage, in percent of the whole; a stage ends where the next one starts. */
const BEGINS: Readonly<Record<TrainingStage, number>> = {
  reading: 0,
  cutting_out: 5,
  measuring: 80,
  storing: 95,
}
const ENDS: Readonly<Record<TrainingStage, number>> = {
  reading: 5,
  cutting_out: 80,
  measuring: 95,
  storing: 100,
}
/** Before this much is done, an estimate would be a guess. */
const ESTIMATE_FROM_PERCENT = 5

/** Percent of the whole training when `fraction` (0..1) of `stage` is done. Never 100 before it has ended. */
export function overallPercent(stage: TrainingStage, fraction: number): number {
  const within = Math.min(1, Math.max(0, fraction))
  return Math.min(99, Math.floor(BEGINS[stage] + (ENDS[stage] - BEGINS[stage]) * within))
}

/** Seconds left at the pace so far; null while that is not yet known. */
export function remainingSeconds(startedAt: Date | null, progress: number, now: Date): number | null {
  if (startedAt === null || progress < ESTIMATE_FROM_PERCENT) return null
  const elapsedSeconds = Math.max(0, now.getTime() - startedAt.getTime()) / 1000
  return Math.ceil((elapsedSeconds * (100 - progress)) / progress)
}
